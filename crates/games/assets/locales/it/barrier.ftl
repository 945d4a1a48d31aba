# Texts for Barrier only. The values are names of cells, moves and numbers.

## Author and rules

author = Karl Scherer
rules =
    {"**"}Barrier** — due cavalli che bloccano ogni casella su cui passano.
    Prima il Bianco e poi il Nero piazzano il cavallo su una casella vuota: `e4`. Poi, a turno, ogni cavallo **percorre** una L come negli scacchi: due caselle dritto e una di lato, o una dritto e due di lato. Due percorsi per la stessa casella sono due mosse diverse, e si scrivono con partenza, angolo e arrivo: `b1b3c3` o `b1c1c3`.
    La casella che il cavallo lascia e quelle su cui passa restano bloccate per sempre. Un percorso non può toccare caselle bloccate né l'altro cavallo.
    {"**"}Perde chi non può più muovere.**

## Game setups

setup-variant = { $value }×{ $value } caselle

## Whose turn it is

turn = { $player }, tocca a te con il { $seat ->
    [1] Bianco
   *[other] Nero
}.

## Questions while a move is picked

question-square = Dove piazzi il tuo cavallo?
question-target = Dove va il tuo cavallo?
question-corner = Da quale angolo passa per arrivare su { $last }?

## Results

result-win-blocked = Vince { $winner }: { $loser } non può più muovere.

## Why a game was lost, in the words of the bot that won it

defeat-fewer-walks = Dopo il turno { $turn } ho sempre avuto più percorsi di te.
turned-last-walk = La mia risposta ha lasciato il tuo cavallo senza percorsi.
turned-few-walks = La mia risposta ha lasciato al tuo cavallo { $count ->
    [one] un percorso
   *[other] { $count } percorsi
}; prima della tua mossa ne aveva { $before }.

## Board descriptions for players who cannot see the picture

fact-size = Caselle per lato: { $value }.
fact-white = Cavallo bianco: { $value ->
    [none] nessuno
   *[other] { $value }
}.
fact-black = Cavallo nero: { $value ->
    [none] nessuno
   *[other] { $value }
}.
fact-blocked = Caselle bloccate: { $value ->
    [none] nessuna
   *[other] { $value }
}.
fact-walks = Caselle che può raggiungere chi muove: { $value ->
    [none] nessuna
   *[other] { $value }
}.

## What is on a cell of the board

cell-white = { $cell }, cavallo bianco
cell-black = { $cell }, cavallo nero
cell-blocked = { $cell }, bloccata
cell-other = { $cell }, libera

## Pictures that explain the rules: each has a title and a caption with numbers

example-walking = Da b2 a c4 ci sono due percorsi: il numero 1 si scrive b2b4c4, il 2 b2c2c4. Bloccano caselle diverse.
    .title = I percorsi
example-blocking = Dopo b2b4c4 le caselle gialle sono bloccate: quella da cui è partito il cavallo e quelle su cui è passato.
    .title = Caselle bloccate
example-ending = Il cavallo nero, in giallo, non ha più percorsi: vince il Bianco.
    .title = La fine

## Rejected moves, and what to do instead

refusal-over = La partita è finita.
refusal-unreadable = { $text } non è una mossa. Scrivi e4 per piazzare il cavallo, o b1b3c3 (partenza, angolo, arrivo) per muoverlo.
refusal-not-a-square = Su questo tavoliere non c'è la casella { $square }.
refusal-must-place = Il tuo cavallo non è ancora sul tavoliere: scegli una casella vuota.
refusal-must-walk = Il tuo cavallo è già sul tavoliere: indica partenza, angolo e arrivo, come in b1b3c3.
refusal-taken = Casella occupata: su { $square } c'è l'altro cavallo.
refusal-not-your-knight = Il tuo cavallo è su { $knight }, non su { $square }.
refusal-not-an-l = { $from }, { $corner }, { $to } non è un percorso da cavallo: due caselle dritto e una di lato, o una e due.
refusal-two-walks = I percorsi possibili sono due: scrivi { $one } o { $other }.
refusal-blocked = Il percorso non è libero: la casella { $square } è bloccata.
refusal-knight-in-the-way = Il percorso non è libero: su { $square } c'è l'altro cavallo.

## Hints: where to look, which piece, and why

hint-look-separate = Puoi separare i cavalli per sempre.
hint-look-few = Puoi lasciare al tuo avversario { $count ->
    [one] un solo percorso
   *[other] { $count } percorsi
}.
hint-look-ask-fewer = Come puoi lasciare meno percorsi al tuo avversario?
hint-look-ask-room = Quale percorso lascia al tuo cavallo più spazio che a quello del tuo avversario?
hint-look-ask-open = Da quale casella il tuo cavallo ha più percorsi?
hint-piece-target = Vai su { $square }.
hint-reason-shuts-in = Il tuo avversario resta senza percorsi.
hint-reason-trap = Dei { $all } percorsi del tuo avversario { $count ->
    [one] solo uno vince
   *[other] solo { $count } vincono
}; con qualunque altro vinci tu.
hint-reason-separates = Separa i cavalli per sempre. Percorsi rimasti: { $mine } per te, { $theirs } per il tuo avversario.
hint-reason-leaves = Al tuo avversario { $count ->
    [one] resta un solo percorso
   *[other] restano { $count } percorsi
}.
hint-reason-leaves-fewer = Riduce i percorsi del tuo avversario da { $before } a { $count }.
hint-reason-room = Il tuo cavallo può ancora raggiungere { $mine ->
    [one] una casella
   *[other] { $mine } caselle
}, quello del tuo avversario { $theirs }.
hint-reason-opens = Da { $square } il tuo cavallo ha { $count ->
    [one] un percorso
   *[other] { $count } percorsi
}; dalla maggior parte delle caselle ne avrebbe di meno.
hint-reason-more-walks = Il tuo cavallo avrebbe poi { $mine ->
    [one] un percorso
   *[other] { $mine } percorsi tra cui scegliere
}, quello del tuo avversario { $theirs }.
mistake-easy-to-win = Risposte che vincono: { $count } su { $all }; dopo **{ $best }**: { $fewer } su { $instead }.
mistake-loses-sooner = L'avversario può vincere in { $turns ->
    [one] un turno
   *[other] { $turns } turni
}; dopo **{ $best }** gliene servirebbero { $more }.
mistake-shut-in = Dopo **{ $reply }** il cavallo resta senza percorsi.
mistake-few-walks = Dopo **{ $reply }** al cavallo { $count ->
    [one] resta un solo percorso
   *[other] restano solo { $count } percorsi
}.
mistake-leaves-walks = Lascia all'avversario { $count ->
    [one] un percorso
   *[other] { $count } percorsi
}; **{ $best }** { $fewer ->
    [0] non gliene lasciava nessuno
    [one] gliene lasciava uno solo
   *[other] gliene lasciava solo { $fewer }
}.
mistake-less-room = Il cavallo può raggiungere { $mine ->
    [one] una casella
   *[other] { $mine } caselle
}, quello dell'avversario { $theirs }; **{ $best }** conservava più spazio.

## Lezioni: ognuna ha un titolo, che cosa fare e che cosa insegna quando è fatta

lesson-place = Per prima cosa ognuno mette un cavallo su una casella qualsiasi. **Metti** il tuo.
    .title = Mettere
    .done = Poi l'avversario mette l'altro cavallo, e vi muovete a turno.
lesson-walk = Un cavallo cammina a L: due caselle dritte e una di lato, o una dritta e due di lato. Vai su **d3**.
    .title = Due percorsi
    .done = Due percorsi portano lì, su caselle diverse. La casella che lasci e le due che attraversi restano bloccate per sempre.
lesson-wall = Le caselle bloccate sono un muro per tutti e due i cavalli, quindi il percorso conta quanto la sua fine. Blocca **d4** passandoci sopra.
    .title = Il muro
    .done = Nessuno può più attraversare d4 né finirci.
lesson-leave = Meno percorsi ha l'avversario, prima resta fermo. Lasciagliene **al massimo due**.
    .title = Togliere spazio
    .done = All'avversario restano solo due percorsi. Contali prima di ogni mossa: i suoi e i tuoi.
lesson-last = Chi non può muoversi perde. Lascia l'avversario **senza percorsi**.
    .title = L'ultimo percorso
    .done = L'avversario è fermo: hai vinto.
lesson-outlast = Ora guarda più avanti: trova il percorso dopo il quale **l'ultimo sarà sempre tuo**, qualunque cosa faccia l'avversario.
    .title = Resistere di più
    .done = Qualunque cosa faccia, l'avversario finisce i percorsi per primo.

## Che cosa fa una mossa invece di quello che chiede la lezione

lesson-miss-elsewhere = Porta il tuo cavallo su { $square }.
lesson-miss-not-blocked = Lascia libera la casella { $square }.
lesson-miss-leaves-more = All'avversario { $count ->
    [one] resta ancora un percorso
   *[other] restano ancora { $count } percorsi
}; puoi lasciargliene al massimo { $fewer }.
lesson-miss-walks-left = L'avversario può ancora muoversi, per esempio **{ $reply }**.
lesson-miss-outlasted = L'avversario risponde **{ $reply }** e può poi fare sempre l'ultimo percorso.

## Problemi: come si chiama ogni tipo e che cosa chiede

puzzle-outlast = Trova l'unico percorso dopo il quale **l'ultimo sarà sempre tuo**, qualunque cosa faccia l'avversario.
    .title = Resistere di più
puzzle-leave = Lascia all'avversario al massimo { $count ->
    [one] **un percorso**
   *[other] **{ $count } percorsi**
}.
    .title = Togliere spazio
puzzle-last = Lascia l'avversario **senza percorsi**.
    .title = L'ultimo percorso
