# Testi solo per DVONN. I valori sono nomi di caselle, mosse e numeri.

## Autore e regole

author = Kris Burm (il progetto GIPF)
rules =
    {"**"}DVONN** — impila i pezzi e resta in contatto con quelli rossi.
    Prima si **collocano** i 49 pezzi su qualsiasi casella vuota: il Bianco un pezzo DVONN rosso, il Nero un altro, il Bianco un altro, poi ciascuno il proprio colore a turno, iniziando dal Nero. Si scrive la casella: `f3`.
    Poi il Bianco inizia a **impilare**: un pezzo o una pila con il tuo colore in cima muove in linea retta esattamente di tante caselle quanti sono i suoi pezzi, finendo su un altro pezzo o un'altra pila: `a1a2`. Si possono attraversare caselle vuote. Una pila circondata su tutti e sei i lati non può muovere, e nemmeno un pezzo rosso da solo.
    Dopo ogni mossa tutto ciò che non è in contatto con un pezzo rosso esce dal tavoliere. Chi non può muovere passa (`pass`).
    Quando nessuno può muovere, **vince chi controlla più pezzi**.

## Opzioni della partita

setup-variant = il tavoliere standard
setup-start-placement = i pezzi si collocano a turno
setup-start-random = un tavoliere pieno casuale

## Opzioni dei comandi

option-start =
    .name = inizio
    .challenge = DVONN: disporre i pezzi a turno, o partire da un tavoliere casuale
    .play = DVONN: disporre i pezzi a turno, o partire da un tavoliere casuale

## A chi tocca

turn = { $player }, tocca a te con il { $seat ->
    [1] Bianco
   *[other] Nero
}.

## Menu

pick-pass = passa

## Risultati

result-win-count = { $winner } batte { $loser } con più pezzi.
result-draw-count = Patta tra { $first } e { $second }: controllano lo stesso numero di pezzi.

## Descrizioni del tavoliere per chi non vede l’immagine

fact-white = Bianco: { $value }.
fact-black = Nero: { $value }.
fact-red = Pezzi rossi soli: { $value }.
fact-empty = Caselle vuote: { $value }.
fact-score = Pezzi controllati (Bianco/Nero): { $value }.

## Immagini che spiegano le regole: ognuna con titolo e didascalia numerata

example-placing = Prima i pezzi rossi (1, 2, 3), poi uno nero (4), uno bianco (5), e così via a turno.
    .title = Mettere
example-moving = Un pezzo solo si muove di uno spazio (1), due pezzi di due (2), tre di tre (3), sempre sopra un altro pezzo.
    .title = Muovere
example-blocked = I pezzi bianchi in giallo hanno vicini su tutti e sei i lati e non si possono muovere.
    .title = Pezzi bloccati
example-losing = La mossa del Bianco ha tolto il contatto con i pezzi rossi: tutti i pezzi pallidi lasciano il tavoliere.
    .title = Pezzi che si perdono

## Mosse rifiutate e che cosa fare

refusal-over = La partita è finita.
refusal-unreadable = { $text } non è il testo di una mossa. Scrivi f3 per collocare un pezzo, a1a2 per muovere una pila.
refusal-not-a-space = { $space } non è una casella di questo tavoliere.
refusal-must-place = Si stanno ancora collocando i pezzi: indica una casella vuota.
refusal-must-stack = Tutti i pezzi sono collocati: indica la pila da muovere e dove, come in a1a2.
refusal-taken = Quella casella è occupata: su { $space } c'è un pezzo.
refusal-empty = Su { $space } non c'è niente da muovere.
refusal-not-yours = La pila su { $space } è dell'altro giocatore: decide il pezzo in cima.
refusal-lone-red = Il pezzo DVONN su { $space } non può muovere finché è da solo.
refusal-surrounded = La pila su { $space } non può muovere: è circondata su tutti e sei i lati.
refusal-not-in-line = { $to } non è in linea retta da { $from }.
refusal-wrong-distance = La pila su { $from } muove esattamente di { $height ->
    [one] { $height } casella
   *[other] { $height } caselle
}, non di { $distance }.
refusal-to-empty = Una mossa non può finire su { $space }, che è vuota.
refusal-must-pass = Non hai mosse, quindi puoi solo passare.
refusal-cannot-pass = Non puoi passare: { $count ->
    [one] c'è una mossa possibile
   *[other] ci sono { $count } mosse possibili
}.

## Suggerimenti: dove guardare, quale pezzo e perché

hint-look-threat-cut = Il tuo avversario minaccia di lasciare senza contatto { $count ->
    [one] un tuo pezzo
   *[other] { $count } tuoi pezzi
}.
hint-look-threat-cover = Il tuo avversario minaccia di catturare una tua pila di { $height } pezzi.
hint-look-cut = Alcuni pezzi del tuo avversario sono appesi a un filo.
hint-look-cover = Puoi catturare una pila di { $height } pezzi.
hint-piece-stack = Muovi ciò che è su { $space }.
hint-reason-margin = La variante migliore finisce con { $mine } pezzi tuoi contro { $theirs }.
hint-reason-cuts = { $count ->
    [one] Perde il contatto un pezzo
   *[other] Perdono il contatto { $count } pezzi
} del tuo avversario.
hint-reason-cuts-both = Lascia senza contatto { $theirs ->
    [one] un pezzo
   *[other] { $theirs } pezzi
} del tuo avversario e { $mine } dei tuoi.
hint-reason-covers = Cattura una pila di { $height } pezzi su { $space }.
hint-reason-leaves-none = Il tuo avversario resta senza mosse e deve passare.
hint-reason-leaves-few = Al tuo avversario { $count ->
    [one] resta una sola mossa
   *[other] restano { $count } mosse
}.
hint-reason-stops-cut = Impedisce { $threat }, che lascerebbe senza contatto { $count ->
    [one] un tuo pezzo
   *[other] { $count } tuoi pezzi
}.
hint-reason-stops-cover = Impedisce { $threat }, che catturerebbe la tua pila di { $height } pezzi su { $space }.
hint-reason-moves-red = Muove il pezzo DVONN su { $space }.
hint-reason-prepares = Con il gioco migliore segue { $then } e lascia senza contatto { $count ->
    [one] un pezzo
   *[other] { $count } pezzi
} del tuo avversario.
hint-reason-red-apart = È a { $count ->
    [one] un passo
   *[other] { $count } passi
} dal pezzo DVONN più vicino; { $other } sarebbe più vicino.
hint-reason-red-together = È a { $count ->
    [one] un passo
   *[other] { $count } passi
} dal pezzo DVONN più vicino; { $other } sarebbe più lontano.
hint-reason-beside-red = È accanto a { $count ->
    [one] un pezzo DVONN
   *[other] { $count } pezzi DVONN
}; { $other } ne avrebbe accanto di meno.
hint-reason-at-edge = Sul bordo potrà muoversi appena il tavoliere è pieno; su { $other } resterebbe chiuso.
