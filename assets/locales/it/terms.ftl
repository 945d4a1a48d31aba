# Le condizioni di una partita in poche parole, dovunque qualcuno decida, e le liste che non stanno in un messaggio.

terms-rated = classificata
terms-unrated = non classificata
terms-no-hints = senza suggerimenti
terms-pauses-vacation = gli orologi si fermano solo in vacanza
terms-pauses-none = gli orologi non si fermano mai
terms-you-first = cominci tu
terms-you-second = comincia il tuo avversario
terms-time = Tempo: { $control }.

challenge-rated-hints = In una partita classificata non ci sono suggerimenti. Togli una delle due opzioni.

engine-level-question = **{ $game }** contro di me: { $terms }. Tiro a sorte chi comincia. Con /gioca hai altre opzioni.
level-choose = Quanto devo essere forte a { $game }?
board-comes-here = Il tavoliere arriva qui.
board-comes-in-thread = Il tavoliere arriva in un thread tutto suo in { $place }: ti aggiungo io.
board-comes-elsewhere = La partita ha un thread tutto suo: troverai qui il link.

takeback-question = Vuoi ritirare la tua ultima mossa nella partita di **{ $game }** (n. { $number }; { $terms }) contro { $opponent }?
takeback-question-ask = Vuoi chiedere a { $opponent } il permesso di ritirare la tua ultima mossa nella partita di **{ $game }** (n. { $number }; { $terms })?
takeback-turns = { $count ->
    [one] Verrebbe annullato questo turno:
   *[other] Verrebbero annullati questi { $count } turni:
}
takeback-with-other = Ci sono anche mosse di { $other }.
takeback-plans = Verrebbero cancellate anche le tue mosse condizionali in questa partita.
button-takeback-surely = Sì, ritirala
button-takeback-ask = Sì, chiedi

house-end-question = Vuoi davvero chiudere la partita di **{ $game }** (n. { $number }) tra { $first } e { $second } ({ $terms }), dopo il turno { $turn }? Non vince nessuno, nessun punteggio cambia e la partita non si può riprendere. Avviserò i giocatori.
house-end-question-unread = Non riesco più a leggere la partita { $number }. Vuoi davvero chiuderla, se si gioca in questo server? Non vince nessuno, e non posso avvisare i giocatori.
button-end-surely = Sì, chiudi la partita

challenges-more = … e ancora { $count }: premi *Altro* per vederle. Prima vengono quelle che aspettano te.
button-list-more = Altro ▶
button-list-first = ⏮ Inizio
digest-more = … e ancora { $count }: le trovi tutte con /partite.
turns-earlier = + { $count ->
    [one] 1 turno precedente
   *[other] { $count } turni precedenti
}: con /mosse li vedi.
moves-earlier = + { $count ->
    [one] 1 turno precedente
   *[other] { $count } turni precedenti
}: con /esporta li hai tutti.
leaders-more = … e ancora { $count } nell'immagine.
completions-more = … e ancora { $count }: continua a scrivere

vacation-ended = Le tue vacanze sono finite e i tuoi orologi ripartono.

accept-question = Tu giocheresti qui, e il tuo avversario dove è stata lanciata la sfida.
