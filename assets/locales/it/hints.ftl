# Suggerimenti: che cosa guardare, quale pezzo, quale mossa e perché. I valori sono nomi di caselle, mosse e numeri.

hint-marbles-white = { $count ->
    [one] una pedina bianca
   *[other] { $count } pedine bianche
}
hint-marbles-grey = { $count ->
    [one] una pedina grigia
   *[other] { $count } pedine grigie
}
hint-marbles-black = { $count ->
    [one] una pedina nera
   *[other] { $count } pedine nere
}
hint-list = { $most } e { $last }
hint-tenths = { $whole },{ $part }
hint-title = **Suggerimento { $stage } di 3**
hint-too-many = Sto ancora cercando { $most } suggerimenti per te. Chiedi di nuovo quando ne arriva uno.
hint-busy = In questo momento troppe persone aspettano un suggerimento. Chiedi di nuovo tra qualche minuto.

## Prima fase: che cosa c'è da vedere.

hint-region = Guarda le colonne da { $from } a { $to }.
hint-look-any-win = Puoi vincere { $turns ->
    [one] in questo turno
   *[other] in al massimo { $turns } turni
}.
hint-look-any-lost = Il tuo avversario può vincere qualunque cosa tu giochi; fallo durare il più possibile.
hint-look-any-only = Attenzione: tutte le mosse tranne una perdono.
hint-look-any-forced = Hai una sola mossa possibile.
hint-look-any-region = Non è stato trovato niente di decisivo; cerca un buon punto.
hint-look-zertz-must-capture = Devi catturare, e ci sono { $count } catture possibili.
hint-look-zertz-isolate = Puoi prendere pedine senza saltare.
hint-look-zertz-give = Cedere una pedina può renderti di più.
hint-look-zertz-threat = Il tuo avversario minaccia di prendere { $marbles }.
hint-look-dvonn-threat-cut = Il tuo avversario minaccia di lasciare senza contatto { $count ->
    [one] un tuo pezzo
   *[other] { $count } tuoi pezzi
}.
hint-look-dvonn-threat-cover = Il tuo avversario minaccia di catturare una tua pila di { $height } pezzi.
hint-look-dvonn-cut = Alcuni pezzi del tuo avversario sono appesi a un filo.
hint-look-dvonn-cover = Puoi catturare una pila di { $height } pezzi.
hint-look-barrier-separate = Puoi separare i cavalli per sempre.
hint-look-barrier-few = Puoi lasciare al tuo avversario { $count ->
    [one] un solo percorso
   *[other] { $count } percorsi
}.

## Seconda fase: il pezzo o la pedina.

hint-piece-any-column = Usa la colonna { $column }.
hint-piece-any-pass = Puoi solo passare.
hint-piece-zertz-marble = Colloca una pedina { $marble }.
hint-piece-zertz-jumper = Cattura con la pedina su { $ring }.
hint-piece-dvonn-stack = Muovi ciò che è su { $space }.
hint-piece-barrier-target = Vai su { $square }.

## Terza fase: la mossa e perché.

hint-move = Gioca **{ $move }**.
hint-reason-any-wins-now = Vince subito.
hint-reason-any-wins = Vince in al massimo { $turns ->
    [one] un turno
   *[other] { $turns } turni
}, qualunque cosa giochi il tuo avversario.
hint-reason-any-loses = Il tuo avversario può vincere in { $turns ->
    [one] un turno
   *[other] { $turns } turni
} qualunque cosa tu giochi; non è stata trovata nessuna mossa che resista di più.
hint-reason-any-only-defence = Ogni altra mossa perde.
hint-reason-any-forced = È l'unica mossa possibile.
hint-reason-any-repeats = Con il gioco migliore riporta a una posizione che c'è già stata, e quindi alla patta.
hint-reason-any-better = È chiaramente meglio della seconda migliore, { $other }: { $points } punti secondo la mia stima.
hint-reason-any-slightly = È un po' meglio della seconda migliore, { $other }.
hint-reason-any-equal = { $other } è quasi altrettanto buona.
hint-reason-any-reply = La migliore risposta trovata è { $reply }.
hint-reason-zertz-goal = L'obiettivo si raggiunge con { $marbles }.
hint-reason-zertz-goal-each = L'obiettivo si raggiunge con { $count } pedine di ogni colore.
hint-reason-zertz-fills = Si occupa l'ultimo anello vuoto.
hint-reason-zertz-captures = Cattura { $marbles }.
hint-reason-zertz-captures-less = Cattura { $marbles }; { $other } catturerebbe { $more }, ma alla fine vale meno.
hint-reason-zertz-isolates = Prende { $marbles } da un gruppo senza anelli vuoti.
hint-reason-zertz-gives = Il tuo avversario deve prendere { $given }, e poi puoi prendere { $marbles }, per esempio con { $then }.
hint-reason-zertz-gives-isolates = Il tuo avversario deve prendere { $given }, e poi { $then } isola { $marbles } per te.
hint-reason-zertz-combination = Il tuo avversario deve catturare per primo; nella variante migliore prendi { $marbles }, e il tuo avversario { $given }.
hint-reason-zertz-stops = Impedisce { $threat }, che prenderebbe { $marbles }.
hint-reason-zertz-landing = Senza l'anello { $ring }, nessuno può atterrare lì saltando la pedina su { $marble }.
hint-reason-zertz-safe = Al tuo avversario { $count ->
    [one] resta un solo anello
   *[other] restano { $count } anelli
} su cui collocare senza cedere una pedina.
hint-reason-zertz-otherwise = Dopo { $other }, invece, il tuo avversario prenderebbe { $marbles }.
hint-reason-dvonn-margin = La variante migliore finisce con { $mine } pezzi tuoi contro { $theirs }.
hint-reason-dvonn-cuts = { $count ->
    [one] Perde il contatto un pezzo
   *[other] Perdono il contatto { $count } pezzi
} del tuo avversario.
hint-reason-dvonn-cuts-both = Lascia senza contatto { $theirs ->
    [one] un pezzo
   *[other] { $theirs } pezzi
} del tuo avversario e { $mine } dei tuoi.
hint-reason-dvonn-covers = Cattura una pila di { $height } pezzi su { $space }.
hint-reason-dvonn-leaves-none = Il tuo avversario resta senza mosse e deve passare.
hint-reason-dvonn-leaves-few = Al tuo avversario { $count ->
    [one] resta una sola mossa
   *[other] restano { $count } mosse
}.
hint-reason-dvonn-stops-cut = Impedisce { $threat }, che lascerebbe senza contatto { $count ->
    [one] un tuo pezzo
   *[other] { $count } tuoi pezzi
}.
hint-reason-dvonn-stops-cover = Impedisce { $threat }, che catturerebbe la tua pila di { $height } pezzi su { $space }.
hint-reason-dvonn-moves-red = Muove il pezzo DVONN su { $space }.
hint-reason-dvonn-prepares = Con il gioco migliore segue { $then } e lascia senza contatto { $count ->
    [one] un pezzo
   *[other] { $count } pezzi
} del tuo avversario.
hint-reason-dvonn-red-apart = È a { $count ->
    [one] un passo
   *[other] { $count } passi
} dal pezzo DVONN più vicino; { $other } sarebbe più vicino.
hint-reason-dvonn-red-together = È a { $count ->
    [one] un passo
   *[other] { $count } passi
} dal pezzo DVONN più vicino; { $other } sarebbe più lontano.
hint-reason-dvonn-beside-red = È accanto a { $count ->
    [one] un pezzo DVONN
   *[other] { $count } pezzi DVONN
}; { $other } ne avrebbe accanto di meno.
hint-reason-dvonn-at-edge = Sul bordo potrà muoversi appena il tavoliere è pieno; su { $other } resterebbe chiuso.
hint-reason-barrier-shuts-in = Al tuo avversario non resta nessun percorso.
hint-reason-barrier-separates = Separa i cavalli per sempre: a te restano { $mine } percorsi di seguito e al tuo avversario { $theirs }.
hint-reason-barrier-leaves = Al tuo avversario { $count ->
    [one] resta un solo percorso
   *[other] restano { $count } percorsi
}.
hint-reason-barrier-more-walks = Il tuo cavallo potrebbe allora scegliere tra { $mine } percorsi, quello del tuo avversario tra { $theirs }.
