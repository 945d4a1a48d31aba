# Che cosa si dice di quanto bene gioca ognuno. I punteggi arrivano come «1523», o «1523?» finché sono provvisori.

play-rated-takeback = Questa partita è classificata, quindi le mosse non si annullano.
play-rated-hint = Questa partita è classificata, quindi non ci sono suggerimenti.

rating-changes = Punteggi: { $changes }.
rating-change = { $player } { $before } → { $after } ({ $gain })
rating-unproven = Le partite contro di me cambiano solo un punteggio provvisorio, e una vittoria conta solo contro un livello al massimo 200 punti più in basso.

stats-title = **Partite di { $player }**
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
stats-rival = Per lo più contro { $opponent } ({ $count ->
    [one] una volta
   *[other] { $count } volte
}).
stats-best-win = Miglior vittoria: contro { $opponent } ({ $rating }).
stats-provisional = Un punto interrogativo dopo il punteggio significa che è provvisorio: può ancora cambiare molto. Solo le partite contro persone lo consolidano.
stats-none = { $player } non ha ancora finito nessuna partita.
stats-none-of = { $player } non ha ancora finito nessuna partita di { $game }.
stats-levels = I livelli del bot e i loro punteggi, che non cambiano mai:
stats-curve = { $player }: { $games }
stats-curve-alt = L'andamento dei punteggi di { $player } dal { $first } al { $last }: { $ratings }.

leaders-title = **I migliori a { $game } qui**
leaders-row = { $rank }. { $player }: { $rating } ({ $games ->
    [one] una partita
   *[other] { $games } partite
})
leaders-rating = Punti
leaders-games = Partite
leaders-none = Qui nessuno ha ancora un punteggio stabile a { $game }. Lo danno le partite classificate: sfida qualcuno con l'opzione *classificata*.
leaders-no-server = Una classifica appartiene a un server: usa questo comando in uno dove ci sono. /statistiche mostra la tua.
