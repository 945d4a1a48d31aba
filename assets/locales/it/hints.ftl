# Suggerimenti: che cosa guardare, quale pezzo, quale mossa e perché. I valori sono nomi di caselle, mosse e numeri.

hint-tenths = { $whole },{ $part }
hint-title = **Suggerimento { $stage } di 3**
hint-too-many = Sto ancora cercando { $most } suggerimenti per te. Chiedi di nuovo quando ne arriva uno.
hint-busy = In questo momento troppe persone aspettano un suggerimento. Chiedi di nuovo tra qualche minuto.

## Prima fase: che cosa c'è da vedere.

hint-region = Guarda le colonne da { $from } a { $to }.
hint-look-win = Puoi vincere { $turns ->
    [one] in questo turno
   *[other] in al massimo { $turns } turni
}.
hint-look-lost = Il tuo avversario può vincere qualunque cosa tu giochi; fallo durare il più possibile.
hint-look-only = Attenzione: tutte le mosse tranne una perdono.
hint-look-forced = Hai una sola mossa possibile.
hint-look-region = Non è stato trovato niente di decisivo; cerca un buon punto.

## Seconda fase: il pezzo o la pedina.

hint-piece-column = Usa la colonna { $column }.
hint-piece-pass = Puoi solo passare.

## Terza fase: la mossa e perché.

hint-move = Gioca **{ $move }**.
hint-reason-wins-now = Vince subito.
hint-reason-wins = Vince in al massimo { $turns ->
    [one] un turno
   *[other] { $turns } turni
}, qualunque cosa giochi il tuo avversario.
hint-reason-loses = Il tuo avversario può vincere in { $turns ->
    [one] un turno
   *[other] { $turns } turni
} qualunque cosa tu giochi; non è stata trovata nessuna mossa che resista di più.
hint-reason-only-defence = Ogni altra mossa perde.
hint-reason-forced = È l'unica mossa possibile.
hint-reason-repeats = Con il gioco migliore riporta a una posizione che c'è già stata, e quindi alla patta.
hint-reason-better = È chiaramente meglio della seconda migliore, { $other }: { $points } punti secondo la mia stima.
hint-reason-slightly = È un po' meglio della seconda migliore, { $other }.
hint-reason-equal = { $other } è quasi altrettanto buona.
hint-reason-reply = La migliore risposta trovata è { $reply }.
