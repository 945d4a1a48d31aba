# Testi solo per Barrier. I valori sono nomi di caselle, mosse e numeri.

## Autore e regole

author = Karl Scherer
rules =
    {"**"}Barrier** — due cavalli che bloccano ogni casella su cui passano.
    Il Bianco, poi il Nero, colloca un cavallo su una casella vuota: `e4`. Poi, a turno, ogni cavallo **percorre** una L come negli scacchi: due caselle dritto e una di lato, o una dritto e due di lato. I due percorsi verso la stessa casella sono mosse diverse, e si scrivono con partenza, angolo, arrivo: `b1b3c3` o `b1c1c3`.
    La casella che il cavallo lascia e le caselle su cui passa restano bloccate per sempre. Un percorso non può toccare caselle bloccate né l'altro cavallo.
    {"**"}Chi non può muovere perde.**

## Opzioni della partita

setup-variant = { $value }×{ $value } caselle

## A chi tocca

turn = { $player }, tocca a te con il { $seat ->
    [1] Bianco
   *[other] Nero
}.

## Risultati

result-win-blocked = { $winner } batte { $loser }, che non può muovere.

## Descrizioni del tavoliere per chi non vede l’immagine

fact-size = Caselle per lato: { $value }.
fact-white = Cavallo bianco: { $value }.
fact-black = Cavallo nero: { $value }.
fact-blocked = Caselle bloccate: { $value }.

## Immagini che spiegano le regole: ognuna con titolo e didascalia numerata

example-walking = Due vie da b2 a c4: la 1 si scrive b2b4c4, la 2 b2c2c4. Bloccano caselle diverse.
    .title = Camminare
example-blocking = Dopo b2b4c4 le caselle gialle sono bloccate: dove stava il cavallo e dove ha camminato.
    .title = Caselle bloccate
example-ending = Il cavallo nero, in giallo, non può più camminare: vince il Bianco.
    .title = La fine

## Mosse rifiutate e che cosa fare

refusal-over = La partita è finita.
refusal-unreadable = { $text } non è il testo di una mossa. Scrivi e4 per collocare il cavallo, b1b3c3 (partenza, angolo, arrivo) per muoverlo.
refusal-not-a-square = { $square } non è una casella di questo tavoliere.
refusal-must-place = Il tuo cavallo non è ancora sul tavoliere: indica una casella vuota.
refusal-must-walk = Il tuo cavallo è già sul tavoliere: indica partenza, angolo e arrivo, come in b1b3c3.
refusal-taken = Quella casella è occupata: l'altro cavallo è su { $square }.
refusal-not-your-knight = Il tuo cavallo è su { $knight }, non su { $square }.
refusal-not-an-l = { $from }, { $corner }, { $to } non è un percorso del cavallo: due caselle dritto e una di lato, o una e due.
refusal-two-walks = Ci sono due percorsi: scrivi { $one } o { $other }.
refusal-blocked = Il percorso non è libero: { $square } è bloccata.
refusal-knight-in-the-way = Il percorso non è libero: l'altro cavallo è su { $square }.

## Suggerimenti: dove guardare, quale pezzo e perché

hint-look-separate = Puoi separare i cavalli per sempre.
hint-look-few = Puoi lasciare al tuo avversario { $count ->
    [one] un solo percorso
   *[other] { $count } percorsi
}.
hint-piece-target = Vai su { $square }.
hint-reason-shuts-in = Al tuo avversario non resta nessun percorso.
hint-reason-separates = Separa i cavalli per sempre: a te restano { $mine } percorsi di seguito e al tuo avversario { $theirs }.
hint-reason-leaves = Al tuo avversario { $count ->
    [one] resta un solo percorso
   *[other] restano { $count } percorsi
}.
hint-reason-more-walks = Il tuo cavallo potrebbe allora scegliere tra { $mine } percorsi, quello del tuo avversario tra { $theirs }.
