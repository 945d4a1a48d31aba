# Hints: what to look at, which piece, which move, and why. Values are names of cells, moves and numbers.

hint-tenths = { $whole },{ $part }
hint-title = **Suggerimento { $stage } di 3**
hint-too-many = Sto ancora preparando { $most ->
    [one] un suggerimento
   *[other] { $most } suggerimenti
} per te. Riprova quando ne arriva uno.
hint-busy = In questo momento troppe persone aspettano un suggerimento. Riprova tra qualche minuto.

## First stage: what there is to see.

hint-region = Guarda le colonne da { $from } a { $to }.
hint-look-win = Puoi vincere { $turns ->
    [one] in questo turno
   *[other] al massimo in { $turns } turni
}.
hint-look-lost = Il tuo avversario può vincere qualunque cosa tu giochi: resisti il più a lungo possibile.
hint-look-only = Attenzione: c'è una sola mossa che non perde.
hint-look-forced = C'è una sola mossa possibile.
hint-look-region = Non vedo niente di decisivo: cerca un buon posto.

## Second stage: the piece or marble.

hint-look-even = Il tuo avversario può prendersi la tua prima mossa. Quale non avvantaggia nessuno?
hint-look-swap = Avresti preferito fare tu la prima mossa?
hint-piece-swap = Pensa alla mossa che il tuo avversario ha appena fatto.
hint-piece-column = Gioca sulla colonna { $column }.
hint-piece-pass = Puoi solo passare.

## Third stage: the move, and why.

hint-move = Gioca **{ $move }**.
hint-reason-even = Il tuo avversario può prendersela, quindi è meglio che non sia troppo forte.
hint-reason-swap = Così la prima mossa diventa tua. Non ho trovato nessuna risposta che valga altrettanto.
hint-reason-wins-now = Vince subito.
hint-reason-wins = Continui a vincere, qualunque cosa giochi il tuo avversario.
hint-reason-loses = Al tuo avversario bastano al massimo { $turns ->
    [one] un turno
   *[other] { $turns } turni
}; non ho trovato mosse che resistano di più.
hint-reason-resists = La linea che resiste di più comincia con { $line }.
hint-reason-hopes = La tua speranza è che il tuo avversario risponda { $other }: poi non vedo più come possa vincere.
hint-reason-only-defence = Tutte le altre mosse perdono.
hint-reason-others-lose = Tutte le altre mosse perdono: dopo { $other }, per esempio, il tuo avversario gioca { $reply }.
hint-reason-forced = È l'unica mossa possibile.
hint-reason-repeats = Se nessuno sbaglia, si torna a una posizione già vista, e quindi alla patta.
hint-reason-better = È nettamente migliore della seconda scelta, { $other }: { $points } punti in più, secondo la mia stima.
hint-reason-slightly = È un po' migliore della seconda scelta, { $other }.
hint-reason-equal = { $other } è quasi altrettanto buona.
hint-reason-reply = La risposta migliore che ho trovato è { $reply }.
