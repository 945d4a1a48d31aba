# Le condizioni di una partita in poche parole, dovunque qualcuno decida, e le liste che non stanno in un messaggio.

terms-rated = classificata
terms-unrated = amichevole
terms-no-hints = senza suggerimenti
terms-pauses-vacation = gli orologi si fermano solo in vacanza
terms-pauses-none = gli orologi non si fermano mai
terms-you-first = inizi tu
terms-you-second = inizia il tuo avversario
terms-time = Tempo: { $control }.

challenge-rated-hints = In una partita classificata non ci sono suggerimenti. Togli una delle due opzioni.

engine-level-question = **{ $game }** contro di me: { $terms }. Tiro a sorte chi inizia. Con /gioca hai altre opzioni.
level-choose = Che livello vuoi che abbia a { $game }?
board-comes-here = Il tavoliere arriva qui.
board-comes-in-thread = Il tavoliere arriva in un thread tutto suo in { $place }: ti aggiungo io.
board-comes-elsewhere = La partita ha un thread tutto suo: troverai qui il link.

takeback-question = Vuoi ritirare la tua ultima mossa nella partita di **{ $game }** (n. { $number }; { $terms }) contro { $opponent }?
takeback-question-ask = Vuoi chiedere a { $opponent } il permesso di ritirare la tua ultima mossa nella partita di **{ $game }** (n. { $number }; { $terms })?
takeback-turns = { $count ->
    [one] Verrebbe ritirato questo turno:
   *[other] Verrebbero ritirati questi { $count } turni:
}
takeback-with-other = Ci sono anche mosse di { $other }.
takeback-plans = Verrebbe cancellato anche il tuo piano in questa partita.
button-takeback-surely = Sì, ritirala
button-takeback-ask = Sì, chiedi

house-end-question = Vuoi davvero chiudere la partita di **{ $game }** (n. { $number }) tra { $first } e { $second } ({ $terms }), dopo il turno { $turn }? Non vince nessuno, nessun punteggio cambia e la partita non si può riprendere. Avviserò i giocatori.
house-end-question-unread = Non riesco più a leggere la partita { $number }. Se si gioca in questo server, posso ancora chiuderla: non vince nessuno e non posso avvisare i giocatori. La chiudo?
button-end-surely = Sì, chiudi la partita

challenges-more = … e ancora { $count }: premi *Altro*. Prima vengono le sfide che aspettano te.
button-list-more = Altro ▶
button-list-first = ⏮ Inizio
digest-more = … e ancora { $count }: le trovi tutte con /partite.
turns-earlier = + { $count ->
    [one] 1 turno precedente
   *[other] { $count } turni precedenti
}: con /mosse vedi tutto.
moves-earlier = + { $count ->
    [one] 1 turno precedente
   *[other] { $count } turni precedenti
}: con /esporta hai tutto.
leaders-more = … e ancora { $count } nell'immagine.
completions-more = … e ancora { $count }: continua a scrivere

vacation-ended = La tua vacanza è finita e i tuoi orologi ripartono.

accept-question = Tu giocheresti qui, e il tuo avversario dove è stata lanciata la sfida.
