# Lo que se dice sobre lo bien que juega cada persona. Las puntuaciones vienen como «1523», o «1523?» si son provisionales.

play-rated-takeback = Esta partida es puntuada, así que las jugadas no se deshacen.
play-rated-hint = Esta partida es puntuada, así que no hay pistas.

rating-changes = Puntuaciones: { $changes }.
rating-change = { $player } { $before } → { $after } ({ $gain })
rating-unproven = Las partidas contra mí solo cambian una puntuación provisional, y una victoria solo cuenta contra un nivel que esté como mucho 200 puntos por debajo.

stats-title = **Partidas de { $player }**
stats-rating = puntuación { $rating }
stats-no-rating = aún sin puntuación
stats-game = **{ $game }**: { $rating }; { $won ->
    [one] 1 ganada
   *[other] { $won } ganadas
}, { $drawn ->
    [one] 1 empatada
   *[other] { $drawn } empatadas
}, { $lost ->
    [one] 1 perdida
   *[other] { $lost } perdidas
}.
stats-rival = Sobre todo contra { $opponent } ({ $count ->
    [one] una vez
   *[other] { $count } veces
}).
stats-best-win = Mejor victoria: contra { $opponent } ({ $rating }).
stats-provisional = Un signo de interrogación tras la puntuación significa que es provisional: todavía puede cambiar mucho. Solo las partidas contra personas la consolidan.
stats-none = { $player } aún no ha terminado ninguna partida.
stats-none-of = { $player } aún no ha terminado ninguna partida de { $game }.
stats-levels = Los niveles del bot y sus puntuaciones, que no cambian nunca:
stats-curve = { $player }: { $games }
stats-curve-alt = Evolución de las puntuaciones de { $player } del { $first } al { $last }: { $ratings }.

leaders-title = **Lo mejor en { $game } por aquí**
leaders-row = { $rank }. { $player }: { $rating } ({ $games ->
    [one] una partida
   *[other] { $games } partidas
})
leaders-rating = Puntos
leaders-games = Partidas
leaders-none = Aquí nadie tiene todavía una puntuación estable en { $game }. Se consigue con partidas puntuadas: reta a alguien con la opción *puntuada*.
leaders-no-server = Una clasificación pertenece a un servidor: usa este comando en uno donde yo esté. /estadísticas muestra la tuya.
