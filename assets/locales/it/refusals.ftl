# Perché le regole rifiutano una mossa, e che cosa fare invece.

marble-white = bianca
marble-grey = grigia
marble-black = nera

refusal-zertz-over = La partita è finita.
refusal-zertz-unreadable = { $text } non è il testo di una mossa. Scrivi Wd4,a1 per collocare e rimuovere, g5xe3 per catturare.
refusal-zertz-not-a-ring = { $ring } non è un anello di questo tavoliere.
refusal-zertz-gone = L'anello { $ring } non è più sul tavoliere.
refusal-zertz-must-capture = Devi catturare: ci sono { $count } catture possibili.
refusal-zertz-must-capture-this = Devi catturare: è possibile solo { $capture }.
refusal-zertz-must-pass = Non hai pedine da collocare, quindi puoi solo passare.
refusal-zertz-must-place = Puoi collocare una pedina, quindi non puoi passare.
refusal-zertz-no-marble = Non resta nessuna pedina { $marble } da collocare.
refusal-zertz-taken = Quell'anello è occupato: su { $ring } c'è una pedina.
refusal-zertz-remove-taken = L'anello { $ring } non si può rimuovere: c'è sopra una pedina.
refusal-zertz-cannot-slide = L'anello { $ring } non si può sfilare: non ha due lati adiacenti liberi.
refusal-zertz-must-remove = Devi anche rimuovere un anello, per esempio { $ring }.
refusal-zertz-nothing-to-decline = Non c'è nessun gruppo isolato a cui rinunciare: togli la ~.
refusal-zertz-no-jumper = Su { $ring } non c'è nessuna pedina con cui saltare.
refusal-zertz-not-a-jump = Da { $from } a { $to } non è un salto: si salta in linea retta sopra un anello fino al successivo.
refusal-zertz-nothing-jumped = Su { $ring } non c'è nessuna pedina da saltare.
refusal-zertz-landing-taken = Il salto non può finire su { $ring }: c'è una pedina.
refusal-zertz-goes-on = La cattura deve continuare da { $ring }.

refusal-dvonn-over = La partita è finita.
refusal-dvonn-unreadable = { $text } non è il testo di una mossa. Scrivi f3 per collocare un pezzo, a1a2 per muovere una pila.
refusal-dvonn-not-a-space = { $space } non è una casella di questo tavoliere.
refusal-dvonn-must-place = Si stanno ancora collocando i pezzi: indica una casella vuota.
refusal-dvonn-must-stack = Tutti i pezzi sono collocati: indica la pila da muovere e dove, come in a1a2.
refusal-dvonn-taken = Quella casella è occupata: su { $space } c'è un pezzo.
refusal-dvonn-empty = Su { $space } non c'è niente da muovere.
refusal-dvonn-not-yours = La pila su { $space } è dell'altro giocatore: decide il pezzo in cima.
refusal-dvonn-lone-red = Il pezzo DVONN su { $space } non può muovere finché è da solo.
refusal-dvonn-surrounded = La pila su { $space } non può muovere: è circondata su tutti e sei i lati.
refusal-dvonn-not-in-line = { $to } non è in linea retta da { $from }.
refusal-dvonn-wrong-distance = La pila su { $from } muove esattamente di { $height ->
    [one] { $height } casella
   *[other] { $height } caselle
}, non di { $distance }.
refusal-dvonn-to-empty = Una mossa non può finire su { $space }, che è vuota.
refusal-dvonn-must-pass = Non hai mosse, quindi puoi solo passare.
refusal-dvonn-cannot-pass = Non puoi passare: { $count ->
    [one] c'è una mossa possibile
   *[other] ci sono { $count } mosse possibili
}.

refusal-barrier-over = La partita è finita.
refusal-barrier-unreadable = { $text } non è il testo di una mossa. Scrivi e4 per collocare il cavallo, b1b3c3 (partenza, angolo, arrivo) per muoverlo.
refusal-barrier-not-a-square = { $square } non è una casella di questo tavoliere.
refusal-barrier-must-place = Il tuo cavallo non è ancora sul tavoliere: indica una casella vuota.
refusal-barrier-must-walk = Il tuo cavallo è già sul tavoliere: indica partenza, angolo e arrivo, come in b1b3c3.
refusal-barrier-taken = Quella casella è occupata: l'altro cavallo è su { $square }.
refusal-barrier-not-your-knight = Il tuo cavallo è su { $knight }, non su { $square }.
refusal-barrier-not-an-l = { $from }, { $corner }, { $to } non è un percorso del cavallo: due caselle dritto e una di lato, o una e due.
refusal-barrier-two-walks = Ci sono due percorsi: scrivi { $one } o { $other }.
refusal-barrier-blocked = Il percorso non è libero: { $square } è bloccata.
refusal-barrier-knight-in-the-way = Il percorso non è libero: l'altro cavallo è su { $square }.
