# Texts about ratings and results. Ratings come as “1523”, or as “1523?” while they are provisional.

play-rated-takeback = Esta partida es puntuada: no se pueden deshacer jugadas.
play-no-takebacks = Tu rival no permite deshacer jugadas.
play-rated-placement = Esta partida es puntuada: cada cual coloca sus piezas.
play-nothing-to-place = Ya están todas las piezas en el tablero.
play-rated-hint = Esta partida es puntuada: no hay pistas.

rating-changes = Puntuaciones: { $changes }.
rating-change = { $player } { $before } → { $after } ({ $gain })
rating-unproven = Las partidas contra mí solo cambian tu puntuación mientras es provisional, y ganarme solo cuenta si mi nivel está como mucho 200 puntos por debajo de ti.

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
stats-rival = Rival más frecuente: { $opponent } ({ $count ->
    [one] una vez
   *[other] { $count } veces
}).
stats-best-win = Mejor victoria: contra { $opponent } ({ $rating }).
stats-provisional = El signo de interrogación indica que la puntuación es provisional: todavía puede cambiar mucho. Solo se consolida con partidas contra personas.
stats-none = { $player } todavía no ha terminado ninguna partida.
stats-none-of = { $player } todavía no ha terminado ninguna partida de { $game }.
stats-none-shown = No tengo partidas de { $player } que mostrarte.
stats-scope-server = De otras personas solo muestro las partidas jugadas en este servidor y las jugadas contra ti.
stats-scope-direct = De otras personas solo muestro las partidas contra ti y, en un servidor, las que se han jugado allí.
stats-levels = Los niveles del bot y sus puntuaciones, que nunca cambian:
stats-curve = { $player }: { $games }
stats-curve-alt = Puntuaciones de { $player } del { $first } al { $last }: { $ratings }.

leaders-title = **Clasificación de { $game } en este servidor**
leaders-row = { $rank }. { $player }: { $rating } ({ $games ->
    [one] una partida
   *[other] { $games } partidas
})
leaders-rating = Puntos
leaders-games = Partidas
leaders-none = Aquí nadie tiene todavía una puntuación consolidada en { $game }. Se consigue con partidas puntuadas: reta a alguien con la opción *puntuada*.
leaders-no-server = Cada servidor tiene su clasificación: usa este comando en uno donde yo esté. Tus puntuaciones las ves con /estadísticas.
