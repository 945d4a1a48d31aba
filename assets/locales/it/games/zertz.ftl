# Testi solo per ZÈRTZ. I valori sono nomi di caselle, mosse e numeri.

## Autore e regole

author = Kris Burm (il progetto GIPF)
rules =
    {"**"}ZÈRTZ** — un tavoliere di anelli che si riduce, e pedine che appartengono a entrambi i giocatori.
    Nel tuo turno **colloca** una pedina di qualsiasi colore della riserva su un anello vuoto, poi **rimuovi** un anello vuoto che si possa sfilare (due lati adiacenti liberi). Si scrive `Wd4,a1`: il colore (W bianca, G grigia, B nera), l'anello, l'anello rimosso. Se non si può rimuovere nessun anello, colloca soltanto: `Wd4`.
    Se una pedina può saltarne una adiacente e finire su un anello vuoto alle sue spalle, **devi catturare** invece di collocare, e continuare finché quella pedina può: `g5xe3xc3`. Quale cattura fare lo scegli tu.
    Se nel tuo turno isoli un gruppo senza anelli vuoti, o riempi un gruppo isolato, prendi le sue pedine e i suoi anelli (con *gruppi isolati a scelta* aggiungi `~` per lasciarli).
    {"**"}Vinci** con 3 pedine di ogni colore, 4 bianche, 5 grigie o 6 nere (blitz: 2 di ogni colore, 3, 4 o 5), o occupando l'ultimo anello vuoto. Quando la riserva è vuota collochi le pedine che hai catturato. Una posizione che si presenta per la terza volta è patta.

## Opzioni della partita

setup-variant = { $value ->
    [blitz] blitz (37 anelli, meno pedine, obiettivi più bassi)
   *[other] { $value } anelli
}
setup-claims-automatic = gruppi isolati sempre catturati
setup-claims-optional = gruppi isolati a scelta

## Opzioni dei comandi

option-claims =
    .name = gruppi-isolati
    .challenge = ZÈRTZ: se i gruppi isolati si catturano sempre o a scelta
    .play = ZÈRTZ: se i gruppi isolati si catturano sempre o a scelta

## A chi tocca

turn = { $player }, tocca a te.

## Menu

pick-white = bianca
pick-grey = grigia
pick-black = nera
pick-claim = prendi il gruppo
pick-decline = lascia il gruppo
pick-pass = passa

## Nomi e quantità dei pezzi

kind-white = bianca
kind-grey = grigia
kind-black = nera
pieces-white = { $count ->
    [one] una pedina bianca
   *[other] { $count } pedine bianche
}
pieces-grey = { $count ->
    [one] una pedina grigia
   *[other] { $count } pedine grigie
}
pieces-black = { $count ->
    [one] una pedina nera
   *[other] { $count } pedine nere
}

## Risultati

result-win-goal = { $winner } batte { $loser } raggiungendo un obiettivo.
result-win-filled = { $winner } batte { $loser } occupando l'ultimo anello vuoto.

## Descrizioni del tavoliere per chi non vede l’immagine

fact-white = Pedine bianche: { $value }.
fact-grey = Pedine grigie: { $value }.
fact-black = Pedine nere: { $value }.
fact-vacant = Anelli vuoti: { $value }.
fact-pool = Riserva (bianche/grigie/nere): { $value }.
fact-first = Catture di chi ha iniziato: { $value }.
fact-second = Catture di chi gioca per secondo: { $value }.

## Immagini che spiegano le regole: ognuna con titolo e didascalia numerata

example-placing = Metti una biglia (1), poi togli un anello libero (2).
    .title = Mettere
example-removing = Si possono togliere solo gli anelli del bordo che scivolano fuori: quelli in giallo.
    .title = Anelli che si possono togliere
example-capturing = Tre catture possibili. Con la 1 la biglia deve continuare e ne prende due; si può girare.
    .title = Catturare
example-captured = Dopo la cattura 1: le biglie saltate non ci sono più.
    .title = Dopo la cattura
example-claiming = Senza l'anello 1 la biglia bianca su 2 resta isolata, senza anelli vuoti: si cattura con il suo anello.
    .title = Isolare un gruppo
example-boards = Tavolieri più grandi: 40 anelli con gli 1, 43 con 1 e 2, 44 con 1 e 3, 48 con tutti.
    .title = Tavolieri più grandi

## Mosse rifiutate e che cosa fare

refusal-over = La partita è finita.
refusal-unreadable = { $text } non è il testo di una mossa. Scrivi Wd4,a1 per collocare e rimuovere, g5xe3 per catturare.
refusal-not-a-ring = { $ring } non è un anello di questo tavoliere.
refusal-gone = L'anello { $ring } non è più sul tavoliere.
refusal-must-capture = Devi catturare: ci sono { $count } catture possibili.
refusal-must-capture-this = Devi catturare: è possibile solo { $capture }.
refusal-must-pass = Non hai pedine da collocare, quindi puoi solo passare.
refusal-must-place = Puoi collocare una pedina, quindi non puoi passare.
refusal-no-marble = Non resta nessuna pedina { $marble } da collocare.
refusal-taken = Quell'anello è occupato: su { $ring } c'è una pedina.
refusal-remove-taken = L'anello { $ring } non si può rimuovere: c'è sopra una pedina.
refusal-cannot-slide = L'anello { $ring } non si può sfilare: non ha due lati adiacenti liberi.
refusal-must-remove = Devi anche rimuovere un anello, per esempio { $ring }.
refusal-nothing-to-decline = Non c'è nessun gruppo isolato a cui rinunciare: togli la ~.
refusal-no-jumper = Su { $ring } non c'è nessuna pedina con cui saltare.
refusal-not-a-jump = Da { $from } a { $to } non è un salto: si salta in linea retta sopra un anello fino al successivo.
refusal-nothing-jumped = Su { $ring } non c'è nessuna pedina da saltare.
refusal-landing-taken = Il salto non può finire su { $ring }: c'è una pedina.
refusal-goes-on = La cattura deve continuare da { $ring }.

## Suggerimenti: dove guardare, quale pezzo e perché

hint-look-must-capture = Devi catturare, e ci sono { $count } catture possibili.
hint-look-isolate = Puoi prendere pedine senza saltare.
hint-look-give = Cedere una pedina può renderti di più.
hint-look-threat = Il tuo avversario minaccia di prendere { $marbles }.
hint-piece-marble = Colloca una pedina { $marble }.
hint-piece-jumper = Cattura con la pedina su { $ring }.
hint-reason-goal = L'obiettivo si raggiunge con { $marbles }.
hint-reason-goal-each = L'obiettivo si raggiunge con { $count } pedine di ogni colore.
hint-reason-fills = Si occupa l'ultimo anello vuoto.
hint-reason-captures = Cattura { $marbles }.
hint-reason-captures-less = Cattura { $marbles }; { $other } catturerebbe { $more }, ma alla fine vale meno.
hint-reason-isolates = Prende { $marbles } da un gruppo senza anelli vuoti.
hint-reason-gives = Il tuo avversario deve prendere { $given }, e poi puoi prendere { $marbles }, per esempio con { $then }.
hint-reason-gives-isolates = Il tuo avversario deve prendere { $given }, e poi { $then } isola { $marbles } per te.
hint-reason-combination = Il tuo avversario deve catturare per primo; nella variante migliore prendi { $marbles }, e il tuo avversario { $given }.
hint-reason-stops = Impedisce { $threat }, che prenderebbe { $marbles }.
hint-reason-landing = Senza l'anello { $ring }, nessuno può atterrare lì saltando la pedina su { $marble }.
hint-reason-safe = Al tuo avversario { $count ->
    [one] resta un solo anello
   *[other] restano { $count } anelli
} su cui collocare senza cedere una pedina.
hint-reason-otherwise = Dopo { $other }, invece, il tuo avversario prenderebbe { $marbles }.
