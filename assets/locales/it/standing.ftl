# Texts about ratings and results. Ratings come as “1523”, or as “1523?” while they are provisional.

play-rated-takeback = Questa partita è classificata: le mosse non si ritirano.
play-no-takebacks = Il tuo avversario non permette di ritirare mosse.
play-rated-placement = Questa partita è classificata: ognuno piazza i propri pezzi.
play-nothing-to-place = I pezzi sono già tutti sul tavoliere.
play-rated-hint = Questa partita è classificata: niente suggerimenti.

rating-changes = Punteggi: { $changes }.
rating-change = { $player } { $before } → { $after } ({ $gain })
rating-unproven = Il tuo punteggio non è cambiato. Le partite contro di me lo cambiano solo finché è provvisorio, e una vittoria conta solo se il livello è al massimo 200 punti sotto di te.

stats-title = **Le partite di { $player }**
stats-rating = punteggio { $rating }
stats-no-rating = ancora senza punteggio
stats-game = **{ $game }**: { $rating }; { $won ->
    [one] 1 vinta
   *[other] { $won } vinte
}, { $drawn ->
    [one] 1 patta
   *[other] { $drawn } patte
}, { $lost ->
    [one] 1 persa
   *[other] { $lost } perse
}.
stats-rival = Avversario più frequente: { $opponent }, { $count ->
    [one] una volta
   *[other] { $count } volte
}.
stats-best-win = Vittoria migliore: contro { $opponent }, con punteggio { $rating }.
stats-provisional = Un punto interrogativo dopo il punteggio vuol dire che è provvisorio e può ancora cambiare molto. Si stabilizza solo giocando contro persone.
stats-none = { $player } non ha ancora finito nessuna partita.
stats-none-of = { $player } non ha ancora finito nessuna partita di { $game }.
stats-none-shown = Non ho partite di { $player } da mostrarti.
stats-scope-server = Degli altri giocatori mostro solo le partite giocate in questo server e quelle contro di te.
stats-scope-direct = Degli altri giocatori mostro solo le partite contro di te e, in un server, quelle giocate lì.
stats-levels = I livelli del bot, ognuno con un punteggio che non cambia mai:
stats-level = livello { $level }: { $rating }
stats-curve = { $player }: { $games }
stats-curve-alt = I punteggi di { $player } ({ $first } – { $last }): { $ratings }.

profile-title = **Il profilo di { $player }**
profile-game = **{ $game }**: { $rating }
profile-results = { $won ->
    [one] 1 vinta
   *[other] { $won } vinte
}, { $drawn ->
    [one] 1 patta
   *[other] { $drawn } patte
}, { $lost ->
    [one] 1 persa
   *[other] { $lost } perse
}
profile-people = • Contro persone: { $results }
profile-reader = • Contro di te: { $results }
profile-levels = • Contro di me (vinte–patte–perse): { $levels }
profile-level = { $results } al livello { $level }
profile-openings = • Prime mosse preferite: { $moves }
profile-reliable = **Affidabilità**: { $games ->
    [one] l'ultima partita contro una persona è cominciata e non è stata persa per il tempo.
   *[other] le ultime { $games } partite contro persone sono tutte cominciate, e nessuna è stata persa per il tempo.
}
profile-unreliable = **Affidabilità**: { $percent } di partite perse per il tempo ({ $late }) o mai cominciate ({ $missed }), { $games ->
    [one] sull'ultima contro una persona
   *[other] sulle ultime { $games } contro persone
}.
profile-answers = Metà delle mosse ha richiesto al massimo { $time }.
profile-hidden = Il profilo di { $player } è nascosto.
profile-shown-to-others = Anche gli altri vedono il tuo profilo, ma solo con le partite che potevano vedere. Per nasconderlo usa /profilo con l'opzione *mostra* su *no*.
profile-shown-to-you = Il tuo profilo lo vedi solo tu. Per mostrarlo di nuovo usa /profilo con l'opzione *mostra* su *sì*.

leaders-title = **Classifica di { $game } in questo server**
leaders-row = { $rank }. { $player }: { $rating } ({ $games ->
    [one] una partita
   *[other] { $games } partite
})
leaders-rating = Punti
leaders-games = Partite
leaders-none = Qui nessuno ha ancora un punteggio stabile a { $game }. Per averne uno servono partite classificate: sfida qualcuno con l'opzione *classificata*.
leaders-no-server = Ogni server ha la sua classifica: usa questo comando in uno dove ci sono. I tuoi punteggi li trovi con /statistiche.
