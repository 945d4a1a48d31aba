# Texts for DVONN only. The values are names of cells, moves and numbers.

## Author and rules

author = Kris Burm (il progetto GIPF)
rules =
    {"**"}DVONN** — impila i pezzi e resta in contatto con quelli rossi.
    Prima si **piazzano** i 49 pezzi su qualsiasi casella vuota: il Bianco un pezzo DVONN rosso, il Nero un altro, il Bianco il terzo; poi ognuno il proprio colore, a turno, iniziando dal Nero. Scrivi la casella: `f3`.
    Poi si **impila**, e inizia il Bianco: un pezzo o una pila con il tuo colore in cima si muove in linea retta esattamente di tante caselle quanti sono i suoi pezzi, e finisce su un altro pezzo o un'altra pila: `a1a2`. Può passare sopra caselle vuote. Una pila circondata su tutti e sei i lati non si può muovere, e nemmeno un pezzo rosso da solo.
    Dopo ogni mossa esce dal tavoliere tutto ciò che non è in contatto con un pezzo rosso. Chi non può muovere passa (`pass`).
    Quando nessuno può più muovere, **vince chi controlla più pezzi**.

## Game setups

setup-variant = tavoliere standard
setup-start-placement = piazzamento a turno
setup-start-random = tavoliere già pieno, a caso

## Command options

option-start =
    .name = inizio
    .challenge = DVONN: piazzare i pezzi a turno, o partire da un tavoliere già pieno, a caso ma equilibrato
    .play = DVONN: piazzare i pezzi a turno, o partire da un tavoliere già pieno, a caso ma equilibrato

## Whose turn it is

turn = { $player }, tocca a te con il { $seat ->
    [1] Bianco
   *[other] Nero
}.
turn-place-red = { $value ->
    [one] Piazza l'ultimo pezzo DVONN rosso.
   *[other] Piazza un pezzo DVONN rosso (ne restano { $value }).
}
turn-place-own = { $value ->
    [one] Piazza il tuo ultimo pezzo.
   *[other] Piazza uno dei tuoi pezzi (ne restano { $value }).
}

## Questions while a move is picked

question-red = Dove piazzi il pezzo rosso?
question-own = Dove piazzi il tuo pezzo?
question-stack = Quale pezzo o pila muovi?
question-target = Dove muovi { $last }?

## Menu choices

pick-pass = passa

## Results

result-win-count = { $winner } batte { $loser } { $more } a { $fewer }.
result-draw-count = Patta tra { $first } e { $second }: { $more ->
    [one] un pezzo
   *[other] { $more } pezzi
} a testa.

## Why a game was lost, in the words of the bot that won it

defeat-cut = Le mie mosse hanno isolato { $count ->
    [one] uno dei tuoi pezzi
   *[other] { $count } dei tuoi pezzi
} dai rossi.
defeat-covered = Le mie mosse hanno catturato { $count ->
    [one] uno dei tuoi pezzi
   *[other] { $count } pezzi in pile che erano tue
}.
turned-own-cut = La tua mossa ha isolato { $count ->
    [one] uno dei tuoi pezzi
   *[other] { $count } dei tuoi pezzi
}.
turned-cut = La mia risposta ha isolato { $count ->
    [one] uno dei tuoi pezzi
   *[other] { $count } dei tuoi pezzi
}.
turned-covered = La mia risposta ha catturato { $height ->
    [one] il tuo pezzo
   *[other] la tua pila di { $height } pezzi
} su { $space }.
turned-missed-cut = Ti è sfuggita **{ $best }**, che isola { $count ->
    [one] uno dei miei pezzi
   *[other] { $count } dei miei pezzi
}.
turned-missed-cover = Ti è sfuggita **{ $best }**, che cattura { $height ->
    [one] il mio pezzo
   *[other] la mia pila di { $height } pezzi
} su { $space }.

## Board descriptions for players who cannot see the picture

fact-white = Bianco: { $value ->
    [none] nessun pezzo
   *[other] { $value }
}.
fact-black = Nero: { $value ->
    [none] nessun pezzo
   *[other] { $value }
}.
fact-red = Pezzi rossi da soli: { $value ->
    [none] nessuno
   *[other] { $value }
}.
fact-empty = Caselle vuote: { $value ->
    [none] nessuna
   *[other] { $value }
}.
fact-score = Pezzi controllati (Bianco/Nero): { $value }.

## What is on a cell of the board

cell-white = { $height ->
    [1] { $cell }, pezzo bianco
   *[other] { $cell }, pila bianca di { $height }
}{ $reds ->
    [0] { "" }
    [1] {" "}con un pezzo rosso
   *[other] {" "}con { $reds } pezzi rossi
}
cell-black = { $height ->
    [1] { $cell }, pezzo nero
   *[other] { $cell }, pila nera di { $height }
}{ $reds ->
    [0] { "" }
    [1] {" "}con un pezzo rosso
   *[other] {" "}con { $reds } pezzi rossi
}
cell-red = { $cell }, pezzo rosso
cell-other = { $cell }, vuota

## Pictures that explain the rules: each has a title and a caption with numbers

example-placing = Prima i pezzi rossi (1, 2, 3), poi uno nero (4), uno bianco (5) e così via, a turno.
    .title = Piazzare
example-moving = Un pezzo da solo si muove di una casella (1), due pezzi di due (2), tre di tre (3), e finiscono sempre su un altro pezzo.
    .title = Muovere
example-blocked = I pezzi bianchi in giallo sono circondati su tutti e sei i lati e non si possono muovere.
    .title = Pezzi bloccati
example-losing = La mossa del Bianco ha interrotto il contatto con i pezzi rossi: tutti i pezzi dal contorno tratteggiato escono dal tavoliere.
    .title = Pezzi persi

## Rejected moves, and what to do instead

refusal-over = La partita è finita.
refusal-unreadable = { $text } non è una mossa. Scrivi f3 per piazzare un pezzo, a1a2 per muovere una pila.
refusal-not-a-space = Su questo tavoliere non c'è la casella { $space }.
refusal-must-place = Si piazzano ancora i pezzi: scegli una casella vuota.
refusal-must-stack = I pezzi sono già tutti piazzati: indica quale pila muovi e dove, come in a1a2.
refusal-taken = Casella occupata: su { $space } c'è già un pezzo.
refusal-empty = Su { $space } non c'è niente da muovere.
refusal-not-yours = La pila su { $space } è del tuo avversario: conta il pezzo in cima.
refusal-lone-red = Il pezzo DVONN su { $space } non si può muovere finché è da solo.
refusal-surrounded = La pila su { $space } non si può muovere: è circondata su tutti e sei i lati.
refusal-not-in-line = { $to } non è in linea retta con { $from }.
refusal-wrong-distance = La pila su { $from } si muove esattamente di { $height ->
    [one] { $height } casella
   *[other] { $height } caselle
}, non di { $distance }.
refusal-to-empty = Non puoi finire su { $space }: è una casella vuota.
refusal-must-pass = Non hai mosse: puoi solo passare.
refusal-cannot-pass = Non puoi passare: { $count ->
    [one] c'è una mossa possibile
   *[other] ci sono { $count } mosse possibili
}.

## Hints: where to look, which piece, and why

hint-look-threat-cut = Il tuo avversario minaccia di isolare { $count ->
    [one] un tuo pezzo
   *[other] { $count } tuoi pezzi
}.
hint-look-threat-cover = Il tuo avversario minaccia di catturare { $height ->
    [one] un tuo pezzo
   *[other] una tua pila di { $height } pezzi
}.
hint-look-cut = Alcuni pezzi del tuo avversario sono appesi a un filo.
hint-look-cover = Puoi catturare { $height ->
    [one] un pezzo
   *[other] una pila di { $height } pezzi
}.
hint-look-ask-cut = Quali pezzi del tuo avversario potresti isolare tra due turni?
hint-look-ask-danger = Quale delle tue pile è in pericolo?
hint-look-ask-secure = Dove potresti formare una pila che nessuno può catturare?
hint-look-ask-capture = Quale pila del tuo avversario potresti attaccare?
hint-look-ask-stuck = Quali pile del tuo avversario potresti bloccare?
hint-look-ask-free = Quali tue pile non possono muoversi, e come potresti liberarle?
hint-look-ask-take = Quale pezzo del tuo avversario conviene catturare?
hint-look-ask-their-moves = Come puoi lasciare meno mosse al tuo avversario?
hint-look-ask-own-moves = Quale mossa lascia più liberi i tuoi pezzi?
hint-look-ask-near = Dove starebbe il pezzo vicino a un pezzo DVONN?
hint-look-ask-far = Dove starebbe il pezzo lontano dai pezzi DVONN?
hint-look-ask-touch = Dove starebbe il tuo pezzo accanto a quelli del tuo avversario?
hint-look-ask-edge = Da quali caselle un pezzo potrà muoversi quando il tavoliere sarà pieno?
hint-piece-stack = Muovi il pezzo o la pila su { $space }.
hint-reason-wins-by = Con il miglior gioco di entrambi, poi vinci con { $count ->
    [one] un pezzo
   *[other] { $count } pezzi
} in più.
hint-reason-loses-by = Con il miglior gioco di entrambi, poi perdi con { $count ->
    [one] un pezzo
   *[other] { $count } pezzi
} in meno.
hint-reason-cuts = Isola { $count ->
    [one] un pezzo
   *[other] { $count } pezzi
} del tuo avversario.
hint-reason-cuts-both = Isola { $theirs ->
    [one] un pezzo
   *[other] { $theirs } pezzi
} del tuo avversario e { $mine ->
    [one] uno
   *[other] { $mine }
} dei tuoi.
hint-reason-covers = Cattura { $height ->
    [one] un pezzo
   *[other] una pila di { $height } pezzi
} su { $space }.
hint-reason-leaves-none = Il tuo avversario resta senza mosse e deve passare.
hint-reason-leaves-few = Al tuo avversario { $count ->
    [one] resta una sola mossa
   *[other] restano { $count } mosse
}.
hint-reason-stops-cut = Impedisce { $threat }, che isolerebbe { $count ->
    [one] un tuo pezzo
   *[other] { $count } tuoi pezzi
}.
hint-reason-stops-cover = Impedisce { $threat }, che catturerebbe { $height ->
    [one] il tuo pezzo
   *[other] la tua pila di { $height } pezzi
} su { $space }.
hint-reason-moves-red = Muove il pezzo DVONN su { $space }.
hint-reason-prepares = Se nessuno sbaglia, la tua prossima mossa è { $then }, che isola { $count ->
    [one] un pezzo
   *[other] { $count } pezzi
} del tuo avversario.
hint-reason-threatens-cut = Minaccia { $then }, che isolerebbe { $count ->
    [one] un pezzo
   *[other] { $count } pezzi
} del tuo avversario.
hint-reason-threatens-cover = Minaccia { $then }, che catturerebbe { $height ->
    [one] il pezzo
   *[other] la pila di { $height } pezzi
} su { $space }.
hint-reason-rescues = { $height ->
    [one] Il tuo pezzo
   *[other] La tua pila di { $height } pezzi
} su { $space } rischia la cattura al prossimo turno. Dopo questa mossa, no.
hint-reason-secure = Al prossimo turno nessuno può catturare { $height ->
    [one] il pezzo
   *[other] la pila di { $height } pezzi
} su { $space }.
hint-reason-stuck = Dopo, { $count ->
    [one] una pila del tuo avversario non può
   *[other] { $count } pile del tuo avversario non possono
} più muoversi.
hint-reason-frees = Libera { $count ->
    [one] una tua pila che non poteva
   *[other] { $count } tue pile che non potevano
} muoversi.
hint-reason-takes = Cattura il pezzo del tuo avversario su { $space }.
hint-reason-leaves-fewer = Riduce le mosse del tuo avversario da { $before } a { $count }.
hint-reason-keeps-moves = Ti { $count ->
    [one] resta una mossa
   *[other] restano { $count } mosse
}; con la maggior parte delle altre ne avresti di meno.
hint-reason-by-red = { $count ->
    [one] È accanto a un pezzo DVONN, a differenza della maggior parte delle caselle libere.
   *[other] È accanto a { $count } pezzi DVONN, più della maggior parte delle caselle libere.
}
hint-reason-touches = { $count ->
    [one] Tocca un pezzo del tuo avversario, e forse più avanti potrà catturarlo.
   *[other] Tocca { $count } pezzi del tuo avversario, e forse più avanti potrà catturarli.
}
hint-reason-edge = Sul bordo potrà muoversi appena il tavoliere sarà pieno.
hint-reason-near-red = Dista { $count ->
    [one] una casella
   *[other] { $count } caselle
} dal pezzo DVONN più vicino, meno della maggior parte delle caselle libere.
hint-reason-far-red = Dista { $count ->
    [one] una casella
   *[other] { $count } caselle
} dal pezzo DVONN più vicino, più della maggior parte delle caselle libere.
hint-reason-red-apart = Dista { $count ->
    [one] una casella
   *[other] { $count } caselle
} dal pezzo DVONN più vicino; { $other } sarebbe più vicina.
hint-reason-red-together = Dista { $count ->
    [one] una casella
   *[other] { $count } caselle
} dal pezzo DVONN più vicino; { $other } sarebbe più lontana.
hint-reason-beside-red = È accanto a { $count ->
    [one] un pezzo DVONN
   *[other] { $count } pezzi DVONN
}; { $other } ne avrebbe meno accanto.
hint-reason-at-edge = Sul bordo potrà muoversi appena il tavoliere sarà pieno; su { $other } resterebbe in trappola.
hint-reason-empty = A tavoliere vuoto quasi tutte le caselle si equivalgono: conta quanto distano alla fine i pezzi DVONN tra loro.
mistake-allows-cut = Permette a **{ $reply }** di isolare { $count ->
    [one] un pezzo
   *[other] { $count } pezzi
}.
mistake-allows-cover = Permette a **{ $reply }** di catturare { $height ->
    [one] il pezzo
   *[other] la pila di { $height } pezzi
} su { $space }.
mistake-misses-cut = **{ $best }** isolava { $count ->
    [one] un pezzo
   *[other] { $count } pezzi
} dell'avversario.
mistake-misses-cover = **{ $best }** catturava { $height ->
    [one] il pezzo
   *[other] la pila di { $height } pezzi
} su { $space }.
mistake-fewer-moves = { $count ->
    [0] Non lascia nessuna mossa
    [one] Lascia una mossa
   *[other] Lascia { $count } mosse
} per il turno successivo; **{ $best }** ne avrebbe { $instead ->
    [one] lasciata una
   *[other] lasciate { $instead }
}.
mistake-far-from-red = Dista { $count ->
    [one] una casella
   *[other] { $count } caselle
} dal pezzo DVONN più vicino; **{ $best }** era più vicina.
mistake-near-red = Dista solo { $count ->
    [one] una casella
   *[other] { $count } caselle
} dal pezzo DVONN più vicino; **{ $best }** era più lontana.

## Lezioni: ognuna ha un titolo, che cosa fare e che cosa insegna quando è fatta

lesson-move = Si impilano pezzi. Un pezzo solo si muove di una casella, sempre sopra un altro pezzo e mai su una casella vuota. **Muovi** uno dei tuoi pezzi bianchi.
    .title = Impilare
    .done = La pila è tua, perché il tuo pezzo sta in cima.
lesson-height = Una pila si muove in linea retta di tante caselle quanti sono i suoi pezzi. Muovi **la tua pila di tre**.
    .title = Lontano quanto è alta
    .done = Tre pezzi, tre caselle. Lungo la strada scavalca tutto, ma deve finire su un pezzo.
lesson-own = Una pila è di chi ha il pezzo in cima. Prendi la pila di **quattro** dell'avversario.
    .title = In cima
    .done = Ora tutti e cinque i pezzi contano per te, di qualunque colore siano.
lesson-linked = Ogni pila deve essere in contatto con un pezzo rosso, direttamente o attraverso altre; quello che non lo è lascia il tavoliere. Muovi **senza perdere** nessuno dei tuoi pezzi.
    .title = In contatto
    .done = Tutto quello che è tuo è ancora in contatto. Prima di muovere, guarda che cosa dipende dal pezzo che sposti.
lesson-red = Un pezzo rosso da solo non si muove, ma in una pila si muove con lei, e quella pila non perde mai il contatto. Prendi **un pezzo rosso**.
    .title = Pezzi rossi
    .done = Questa pila porta con sé il suo pezzo rosso, quindi nessuno può isolarla.
lesson-cut-off = Ora al contrario: muovi in modo che perdano il contatto i pezzi **dell'avversario** e non i tuoi.
    .title = Isolare
    .done = I pezzi dell'avversario hanno lasciato il tavoliere per sempre.
lesson-pass = Chi non ha mosse passa, e più tardi può forse muovere di nuovo. Lascia l'avversario **senza mosse**.
    .title = Passare
    .done = L'avversario deve passare e tocca di nuovo a te. Quando nessuno può muovere, vince chi controlla più pezzi.

## Che cosa fa una mossa invece di quello che chiede la lezione

lesson-miss-height-other = Muove { $count ->
    [one] un pezzo solo, di una casella
   *[other] una pila di { $count }, di { $count } caselle
}.
lesson-miss-owns-nothing = Non prende nessuna pila all'avversario.
lesson-miss-owns-fewer = Prende all'avversario { $count ->
    [one] un pezzo solo
   *[other] una pila di { $count }
}, ma ce n'è una di { $more }.
lesson-miss-no-red = Non ti dà nessun pezzo rosso.
lesson-miss-loses-own = Ti costa { $count ->
    [one] un pezzo che non è
   *[other] { $count } pezzi che non sono
} più in contatto con uno rosso.
lesson-miss-cuts-nothing = Tutti i pezzi dell'avversario sono ancora in contatto.
lesson-miss-can-move = L'avversario può ancora muovere, per esempio **{ $reply }**.
lesson-miss-cuts-fewer = Isola solo { $count ->
    [one] un pezzo
   *[other] { $count } pezzi
}, ma c'è una mossa che ne isola { $more }.
lesson-miss-not-won = L'avversario risponde **{ $reply }** e non puoi più forzare la vittoria in tempo.
lesson-miss-not-won-end = Finisce la partita, ma non la vinci.

## Problemi: come si chiama ogni tipo e che cosa chiede

puzzle-win = Trova l'unica mossa che **vince la partita**, qualunque cosa faccia l'avversario.
    .title = Vincere il finale
puzzle-cut = **Isola** { $count ->
    [one] un pezzo
   *[other] { $count } pezzi
} dell'avversario e nessuno dei tuoi.
    .title = Isolare
puzzle-pass = Lascia l'avversario **senza mosse**.
    .title = Senza mosse
