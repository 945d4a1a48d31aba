# Texts about ratings and results. Ratings come as “1523”, or as “1523?” while they are provisional.

play-rated-takeback = Esta partida es puntuada: no se pueden deshacer jugadas.
play-no-takebacks = Tu rival no permite deshacer jugadas.
play-rated-placement = Esta partida es puntuada: cada cual coloca sus piezas.
play-nothing-to-place = Ya están todas las piezas en el tablero.
play-rated-hint = Esta partida es puntuada: no hay pistas.

rating-changes = Puntuaciones: { $changes }.
rating-change = { $player } { $before } → { $after } ({ $gain })
rating-unproven = Tu puntuación no ha cambiado. Las partidas contra mí solo la cambian mientras es provisional, y ganarme solo cuenta si mi nivel está como mucho 200 puntos por debajo de ti.

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
stats-rival = Rival más frecuente: { $opponent }, { $count ->
    [one] una vez
   *[other] { $count } veces
}.
stats-best-win = Mejor victoria: contra { $opponent }, con puntuación { $rating }.
stats-provisional = El signo de interrogación indica que la puntuación es provisional: todavía puede cambiar mucho. Solo se consolida con partidas contra personas.
stats-none = { $player } todavía no ha terminado ninguna partida.
stats-none-of = { $player } todavía no ha terminado ninguna partida de { $game }.
stats-none-shown = No tengo partidas de { $player } que mostrarte.
stats-scope-server = De otras personas solo muestro las partidas jugadas en este servidor y las jugadas contra ti.
stats-scope-direct = De otras personas solo muestro las partidas contra ti y, en un servidor, las que se han jugado allí.
stats-levels = Los niveles del bot y sus puntuaciones, que nunca cambian:
stats-level = nivel { $level }: { $rating }
stats-curve = { $player }: { $games }
stats-curve-alt = Puntuaciones de { $player } del { $first } al { $last }: { $ratings }.

profile-title = **Perfil de { $player }**
profile-game = **{ $game }**: { $rating }
profile-results = { $won ->
    [one] 1 ganada
   *[other] { $won } ganadas
}, { $drawn ->
    [one] 1 empatada
   *[other] { $drawn } empatadas
}, { $lost ->
    [one] 1 perdida
   *[other] { $lost } perdidas
}
profile-people = • Contra personas: { $results }
profile-reader = • Contra ti: { $results }
profile-levels = • Contra mí (ganadas–empatadas–perdidas): { $levels }
profile-level = { $results } en el nivel { $level }
profile-openings = • Primeras jugadas favoritas: { $moves }
profile-reliable = **Fiabilidad**: { $games ->
    [one] no perdió por tiempo ni dejó sin empezar su última partida contra una persona.
   *[other] no perdió por tiempo ni dejó sin empezar ninguna de sus últimas { $games } partidas contra personas.
}
profile-unreliable = **Fiabilidad**: perdió por tiempo ({ $late }) o dejó sin empezar ({ $missed }) el { $percent } de sus últimas partidas contra personas ({ $games }).
profile-answers = En la mitad de las jugadas tardó como mucho { $time }.
profile-hidden = El perfil de { $player } está oculto.
profile-shown-to-others = Los demás también ven tu perfil, pero solo con las partidas que podían ver. Para ocultarlo, usa /perfil con la opción *mostrar* en *no*.
profile-shown-to-you = Tu perfil solo lo ves tú. Para volver a mostrarlo, usa /perfil con la opción *mostrar* en *sí*.

leaders-title = **Clasificación de { $game } en este servidor**
leaders-row = { $rank }. { $player }: { $rating } ({ $games ->
    [one] una partida
   *[other] { $games } partidas
})
leaders-rating = Puntos
leaders-games = Partidas
leaders-none = Aquí nadie tiene todavía una puntuación consolidada en { $game }. Se consigue con partidas puntuadas: desafía a alguien con la opción *puntuada*.
leaders-no-server = Cada servidor tiene su clasificación: usa este comando en uno donde yo esté. Tus puntuaciones las ves con /estadísticas.
