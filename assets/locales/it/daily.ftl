# Il tavoliere del giorno: un problema per un canale, a cui si risponde in privato.

daily-heading = **Tavoliere del giorno: { $game } – { $title }**
daily-heading-own = **Tavoliere del giorno in { $place }: { $game } – { $title }**
daily-picture = Tavoliere del giorno
daily-picture-solution = La soluzione
daily-for = Per { $players }
button-daily-solve = Risolvi
daily-solved = **{ $move }**: risolto! { $tries ->
    [one] Ti è bastato un tentativo.
   *[other] Ti sono serviti { $tries } tentativi.
} Il prossimo tavoliere dirà chi ha risolto questo e mostrerà la soluzione a tutti.
daily-answer = La soluzione è **{ $move }**. Tienila per te finché non arriva il prossimo tavoliere.
daily-known = Conosci già la soluzione, quindi questo non conta più.
daily-closed = Questo tavoliere è chiuso: la soluzione è uscita con quello successivo. Puoi ancora risolverlo come problema.
daily-result = **Il tavoliere del { $date }: { $game } – { $title }**
daily-result-solution = La soluzione è **{ $move }**.
daily-result-none = Nessuno ci ha provato.
daily-result-counts = { $count ->
    [one] Ci ha provato una persona
   *[other] Ci hanno provato { $count } persone
} { $solved ->
    [0] e nessuno l'ha risolto.
    [one] e una l'ha risolto.
   *[other] e { $solved } l'hanno risolto.
}
daily-result-tries = { $tries ->
    [one] Al primo colpo: { $players }
   *[other] In { $tries } tentativi: { $players }
}
daily-result-more = e altri { $count }
daily-result-wrong = { $count ->
    [one] La prima idea di una persona è stata **{ $move }**.
   *[other] La prima idea di { $count } persone è stata **{ $move }**.
}
daily-paused = Nessuno ha provato gli ultimi sette tavolieri del giorno, quindi per ora qui non ne arrivano altri. Chi gestisce il server può riattivarli con `/quotidiano` e `attivo`.
daily-on = **Il tavoliere del giorno** arriva in { $place } ogni giorno (ore { $clock }, { $zone }); il prossimo, { $when }.
daily-off = In { $place } non c'è un tavoliere del giorno.
daily-pausing = Per ora in { $place } non c'è un tavoliere del giorno, perché nessuno ha provato gli ultimi.
daily-games = Giochi: { $games }
daily-how = Per cambiarlo usa `/quotidiano` con un'opzione. Per fermarlo, metti `attivo` su no.
daily-how-off = `/quotidiano` con `attivo` lo avvia.
profile-daily = Tavolieri del giorno risolti: { $solved }; di fila: { $count } (massimo: { $most }).
