# Texts for ZÈRTZ only. The values are names of cells, moves and numbers.

## Author and rules

author = Kris Burm (il progetto GIPF)
rules =
    {"**"}ZÈRTZ** — un tavoliere di anelli che si restringe, e biglie che sono di tutti e due i giocatori.
    Nel tuo turno **piazza** una biglia di qualsiasi colore della riserva su un anello vuoto, poi **togli** un anello vuoto che si possa sfilare (due lati adiacenti liberi). Si scrive `Wd4,a1`: il colore (W bianca, G grigia, B nera), l'anello, l'anello tolto. Se non si può togliere nessun anello, piazza soltanto: `Wd4`.
    Se una biglia può saltarne una vicina e finire su un anello vuoto subito dietro, **devi catturare** invece di piazzare, e continuare finché quella biglia può: `g5xe3xc3`. Quale cattura fare lo scegli tu.
    Se nel tuo turno isoli un gruppo senza anelli vuoti, o riempi un gruppo isolato, prendi le sue biglie e i suoi anelli (con la *cattura facoltativa dei gruppi isolati* aggiungi `~` per lasciarli).
    {"**"}Vinci** con 3 biglie di ogni colore, 4 bianche, 5 grigie o 6 nere (blitz: 2 di ogni colore, 3, 4 o 5), o occupando l'ultimo anello vuoto. Quando la riserva è vuota, piazzi le biglie che hai catturato. Se una posizione si presenta per la terza volta, è patta.

## Game setups

setup-variant = { $value ->
    [blitz] blitz (37 anelli, meno biglie, obiettivi più bassi)
   *[other] { $value } anelli
}
setup-claims-automatic = cattura automatica dei gruppi isolati
setup-claims-optional = cattura facoltativa dei gruppi isolati

## Command options

option-claims =
    .name = gruppi-isolati
    .challenge = ZÈRTZ: cattura automatica o facoltativa dei gruppi isolati
    .play = ZÈRTZ: cattura automatica o facoltativa dei gruppi isolati

## Whose turn it is

turn = { $player }, tocca a te.
turn-must-capture = { $value ->
    [one] Devi catturare.
   *[other] Devi catturare: puoi scegliere tra { $value } catture.
}

## Questions while a move is picked

question-marble = Quale biglia piazzi?
question-ring-white = Dove piazzi la biglia bianca?
question-ring-grey = Dove piazzi la biglia grigia?
question-ring-black = Dove piazzi la biglia nera?
question-removed = Quale anello togli?
question-claim = Prendi il gruppo che isoli?
question-jumper = Devi catturare. Quale biglia salta?
question-landing = Dove arriva adesso la biglia?

## Menu choices

pick-white = bianca
pick-grey = grigia
pick-black = nera
pick-claim = prendi il gruppo
pick-decline = lascia il gruppo
pick-pass = passa

## Piece names and counts

kind-white = bianca
kind-grey = grigia
kind-black = nera
pieces-white = { $count ->
    [one] 1 biglia bianca
   *[other] { $count } biglie bianche
}
pieces-grey = { $count ->
    [one] 1 biglia grigia
   *[other] { $count } biglie grigie
}
pieces-black = { $count ->
    [one] 1 biglia nera
   *[other] { $count } biglie nere
}

## Results

result-win-goal = { $winner } batte { $loser } con { $goal ->
    [white] { $count } biglie bianche
    [grey] { $count } biglie grigie
    [black] { $count } biglie nere
   *[each] { $count } biglie di ogni colore
}.
result-win-filled = { $winner } occupa l'ultimo anello vuoto e batte { $loser }.

## Why a game was lost, in the words of the bot that won it

defeat-given = Delle { $all } biglie che ho saltato, { $count } { $count ->
    [one] si poteva catturare
   *[other] si potevano catturare
} solo per la biglia che avevi appena piazzato.
turned-capture = La biglia che hai piazzato mi ha permesso di catturare { $marbles }.
turned-sacrifice = Ti ho lasciato prendere { $given } e in cambio ho preso { $marbles }: un sacrificio.
turned-missed = Ti è sfuggita **{ $best }**, che prende { $marbles }.

## Board descriptions for players who cannot see the picture

fact-white = Biglie bianche: { $value ->
    [none] nessuna
   *[other] { $value }
}.
fact-grey = Biglie grigie: { $value ->
    [none] nessuna
   *[other] { $value }
}.
fact-black = Biglie nere: { $value ->
    [none] nessuna
   *[other] { $value }
}.
fact-vacant = Anelli vuoti: { $value ->
    [none] nessuno
   *[other] { $value }
}.
fact-pool = Riserva (bianche/grigie/nere): { $value }.
fact-first = Catture del primo giocatore: { $value }.
fact-second = Catture del secondo giocatore: { $value }.

## What is on a cell of the board

cell-white = { $cell }, biglia bianca
cell-grey = { $cell }, biglia grigia
cell-black = { $cell }, biglia nera
cell-vacant = { $cell }, anello vuoto
cell-other = { $cell }, nessun anello

## Pictures that explain the rules: each has a title and a caption with numbers

example-placing = Piazza una biglia (1), poi togli un anello vuoto (2).
    .title = Piazzare
example-removing = Puoi togliere solo gli anelli del bordo che si sfilano: quelli in rosso.
    .title = Anelli che si possono togliere
example-capturing = Tre catture possibili. Con la 1 la biglia deve continuare e ne prende due; può cambiare direzione.
    .title = Catturare
example-captured = Le biglie saltate dalla cattura 1 non ci sono più.
    .title = Dopo la cattura
example-claiming = Senza l'anello 1 la biglia bianca su 2 resta isolata, senza anelli vuoti: la catturi con il suo anello.
    .title = Isolare un gruppo
example-boards = 40 anelli con gli 1, 43 con 1 e 2, 44 con 1 e 3, 48 con tutti quelli disegnati.
    .title = Tavolieri più grandi

## Rejected moves, and what to do instead

refusal-over = La partita è finita.
refusal-unreadable = { $text } non è una mossa. Scrivi Wd4,a1 per piazzare e togliere, g5xe3 per catturare.
refusal-not-a-ring = Su questo tavoliere non c'è l'anello { $ring }.
refusal-gone = L'anello { $ring } non è più sul tavoliere.
refusal-must-capture = Devi catturare: { $count ->
    [one] c'è una cattura possibile
   *[other] puoi scegliere tra { $count } catture
}.
refusal-must-capture-this = Devi catturare, e l'unica cattura possibile è { $capture }.
refusal-must-pass = Non hai biglie da piazzare: puoi solo passare.
refusal-must-place = Puoi piazzare una biglia, quindi non puoi passare.
refusal-no-marble = Non resta nessuna biglia { $marble } da piazzare.
refusal-taken = Anello occupato: su { $ring } c'è già una biglia.
refusal-remove-taken = Non puoi togliere l'anello { $ring }: c'è sopra una biglia.
refusal-cannot-slide = Non puoi sfilare l'anello { $ring }: non ha due lati adiacenti liberi.
refusal-must-remove = Devi anche togliere un anello, per esempio { $ring }.
refusal-nothing-to-decline = Non c'è nessun gruppo isolato da lasciare: togli la ~.
refusal-no-jumper = Su { $ring } non c'è nessuna biglia con cui saltare.
refusal-not-a-jump = Da { $from } a { $to } non è un salto: si salta in linea retta sopra un solo anello, fino al successivo.
refusal-nothing-jumped = Su { $ring } non c'è nessuna biglia da saltare.
refusal-landing-taken = Il salto non può finire su { $ring }: c'è già una biglia.
refusal-goes-on = La cattura deve continuare da { $ring }.

## Hints: where to look, which piece, and why

hint-look-must-capture = Devi catturare, e { $count ->
    [one] c'è una cattura possibile
   *[other] puoi scegliere tra { $count } catture
}.
hint-look-isolate = Puoi prendere biglie senza saltare.
hint-look-give = Cedere una biglia può fartene guadagnare di più.
hint-look-threat = Il tuo avversario minaccia di prendere { $marbles }.
hint-look-ask-force = Come potresti costringere il tuo avversario a catturare?
hint-look-ask-gains = Puoi preparare una cattura che il tuo avversario non possa sfruttare prima?
hint-look-ask-quiet = Dove puoi piazzare una biglia senza regalare niente?
hint-look-ask-safe = Come puoi lasciare al tuo avversario pochi anelli sicuri?
hint-look-ask-colour = Quale colore serve meno al tuo avversario?
hint-look-ask-lines = Dove sarebbe difficile saltare sopra una biglia?
hint-look-ask-ring = Quale anello conviene togliere?
hint-piece-marble = Piazza una biglia { $marble }.
hint-piece-jumper = Cattura con la biglia su { $ring }.
hint-reason-goal = Raggiungi l'obiettivo con { $marbles }.
hint-reason-goal-each = Raggiungi l'obiettivo con { $count } biglie di ogni colore.
hint-reason-fills = Occupi l'ultimo anello vuoto.
hint-reason-captures = Cattura { $marbles }.
hint-reason-captures-less = Cattura { $marbles }; { $other } catturerebbe { $more }, ma alla fine rende meno.
hint-reason-isolates = Prende { $marbles } da un gruppo senza anelli vuoti.
hint-reason-gives = Il tuo avversario deve prendere { $given }; poi tu puoi prendere { $marbles }, per esempio con { $then }.
hint-reason-gives-isolates = Il tuo avversario deve prendere { $given }; poi isoli un gruppo con { $then } e prendi { $marbles }.
hint-reason-combination = Il tuo avversario deve catturare per primo; nella linea migliore tu prendi { $marbles } e il tuo avversario { $given }.
hint-reason-forces = Costringe a { $reply }, che prende { $marbles }; poi puoi giocare { $then }.
hint-reason-forces-some = { $count ->
    [one] Il tuo avversario deve catturare con { $reply }, e poi puoi giocare { $then }.
   *[other] Il tuo avversario deve catturare e può farlo in { $count } modi; il migliore è { $reply }, e poi puoi giocare { $then }.
}
hint-reason-exchange = Nella linea migliore che vedo, prendi { $marbles } e il tuo avversario { $given }.
hint-reason-stops = Impedisce { $threat }, che prenderebbe { $marbles }.
hint-reason-landing = Senza l'anello { $ring }, nessuno può più finire lì saltando la biglia su { $marble }.
hint-reason-safe = Al tuo avversario { $count ->
    [0] non resta nessun anello
    [one] resta un solo anello
   *[other] restano { $count } anelli
} su cui piazzare senza cedere una biglia.
hint-reason-gains = Nella linea migliore che vedo, poi prendi { $marbles }.
hint-reason-gains-more = Nella linea migliore che vedo, poi prendi { $marbles } e il tuo avversario { $given }.
hint-reason-quiet = Non dà al tuo avversario niente da catturare, a differenza della maggior parte delle altre mosse.
hint-reason-fewer-safe = Riduce gli anelli su cui il tuo avversario può piazzare senza rischi da { $before } a { $count }.
hint-reason-far-colour = Al tuo avversario servono ancora { $marbles }, più che di ogni altro colore: questo è quello che lo aiuta meno.
hint-reason-alone = Accanto a { $ring } non ci sono biglie, quindi nessuno può saltarla al prossimo turno.
hint-reason-lines = { $count ->
    [0] Una biglia su { $ring } non si può saltare; sulla maggior parte degli anelli liberi sì.
    [one] Una biglia su { $ring } si può saltare lungo una sola linea, meno che sulla maggior parte degli anelli liberi.
   *[other] Una biglia su { $ring } si può saltare solo lungo { $count } linee, meno che sulla maggior parte degli anelli liberi.
}
hint-reason-shelters = Senza l'anello { $ring } c'è una linea in meno per saltare la biglia su { $marble }.
hint-reason-calm = Non c'è ancora niente da catturare, e al tuo avversario { $count ->
    [one] resta un anello
   *[other] restano { $count } anelli
} su cui piazzare senza rischi.
hint-reason-otherwise = Con { $other }, invece, il tuo avversario prenderebbe { $marbles }.
mistake-allows = Permette all'avversario di prendere { $marbles }, a cominciare da **{ $reply }**.
mistake-allows-for = Permette all'avversario di prendere { $marbles } in cambio di { $given }, a cominciare da **{ $reply }**.
mistake-misses = **{ $best }** guadagnava { $marbles }.
mistake-gives-safe = Lascia all'avversario { $count ->
    [one] un anello
   *[other] { $count } anelli
} su cui piazzare senza rischi; **{ $best }** { $fewer ->
    [0] non gliene lasciava nessuno
    [one] gliene lasciava uno solo
   *[other] gliene lasciava solo { $fewer }
}.
mistake-forces = La risposta migliore è **{ $reply }**, che costringe a **{ $capture }**.

## Lezioni: ognuna ha un titolo, che cosa fare e che cosa insegna quando è fatta

lesson-place = Un turno ha due parti: metti una biglia di qualsiasi colore su un anello libero, poi togli un anello libero dal bordo.
    .title = Mettere e togliere
    .done = Una biglia in più, un anello in meno: a ogni turno il tavoliere si restringe. Le biglie sono di tutti e due.
lesson-capture = Una biglia salta la vicina e arriva sull'anello libero subito dietro, e tu tieni la biglia saltata. Cattura la biglia **bianca**.
    .title = Catturare
    .done = La biglia bianca è tua. Se puoi catturare, devi farlo: in questo turno non potevi fare altro, e lo stesso vale per l'avversario.
lesson-chain = Una biglia continua a saltare finché può, e può cambiare direzione. Cattura **tre biglie** in un turno.
    .title = Salti a catena
    .done = Tre biglie in un turno. Quando le catture sono più di una, scegli quella che ti conviene.
lesson-safe = Ora guarda avanti: metti una biglia in modo che l'avversario **non possa catturare niente**.
    .title = Non regalare niente
    .done = L'avversario non può catturare niente. Due biglie vicine sono in pericolo quando dietro una di loro c'è un anello libero.
lesson-give = Catturare è obbligatorio, anche per l'avversario. Regala una biglia in modo da poterne poi catturare **due**.
    .title = Darne una per prenderne due
    .done = L'avversario deve catturare, e poi tu ne catturi due. Così si vince a ZÈRTZ: sei tu a decidere che cosa deve fare l'avversario.
lesson-isolate = Quando una parte del tavoliere è separata e ha una biglia su ogni anello, prendi tutte le sue biglie. **Isola** la grigia e la bianca: metti una biglia dove vuoi e togli l'anello giusto.
    .title = Isolare un gruppo
    .done = Le due biglie sono tue senza saltare.
lesson-win = Vinci con 4 biglie bianche, 5 grigie, 6 nere o 3 di ogni colore. Ne hai tre bianche: **vinci** ora.
    .title = Vincere
    .done = È la quarta biglia bianca: hai vinto.

## Che cosa fa una mossa invece di quello che chiede la lezione

lesson-miss-captures-other = Cattura { $marbles }. Tieni la biglia saltata, non quella che salta.
lesson-miss-captures-fewer = Cattura solo { $marbles }. Puoi catturare { $count ->
    [one] una biglia
   *[other] { $count } biglie
}.
lesson-miss-captures-nothing = Non cattura niente.
lesson-miss-allows = L'avversario può poi catturare { $marbles } con **{ $reply }**.
lesson-miss-not-forced = L'avversario non ha poi niente da catturare, quindi niente lo obbliga.
lesson-miss-gives = L'avversario cattura { $given } con **{ $reply }**, e poi non c'è niente che tu possa catturare.
lesson-miss-gives-too-much = L'avversario cattura { $given } con **{ $reply }**, e poi puoi catturare al massimo { $marbles }.
lesson-miss-whole = Il tavoliere è ancora tutto unito: non hai isolato niente.
lesson-miss-open-part = Una parte è separata, ma il suo anello **{ $ring }** è libero, quindi resta in gioco.
lesson-miss-no-goal = Cattura { $marbles }, e con questo non raggiungi ancora nessun obiettivo.
lesson-miss-not-won = L'avversario risponde **{ $reply }** e non puoi più forzare la vittoria in tempo.
lesson-miss-not-won-end = Finisce la partita, ma non la vinci.

## Problemi: come si chiama ogni tipo e che cosa chiede

puzzle-win = { $count ->
    [one] **Vinci** in questo turno.
   *[other] **Vinci** al massimo in { $count } turni tuoi, qualunque cosa faccia l'avversario.
}
    .title = Vincere
puzzle-most = Cattura { $count ->
    [one] **una biglia**
   *[other] **{ $count } biglie**
} in questo turno.
    .title = Catturare il massimo
puzzle-safe = Non lasciare all'avversario **niente da catturare**.
    .title = Non regalare niente
puzzle-give = Obbliga l'avversario a catturare, in modo da poter poi catturare { $count ->
    [one] **una biglia**
   *[other] **{ $count } biglie**
}, e più di quante ne prende lui.
    .title = Sacrificio
puzzle-isolate = Prendi biglie **isolando** un gruppo.
    .title = Isolare un gruppo
