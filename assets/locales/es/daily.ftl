# El tablero del día: un problema para un canal, que se responde en privado.

daily-heading = **Tablero del día: { $game } – { $title }**
daily-heading-own = **Tablero del día en { $place }: { $game } – { $title }**
daily-picture = Tablero del día
daily-picture-solution = La solución
daily-for = Para { $players }
button-daily-solve = Resolver
daily-solved = **{ $move }**: ¡resuelto! { $tries ->
    [one] Te ha bastado un intento.
   *[other] Has necesitado { $tries } intentos.
} El próximo tablero dirá quién ha resuelto este y enseñará la solución a todo el mundo.
daily-answer = La solución es **{ $move }**. No la cuentes hasta que llegue el próximo tablero.
daily-known = Ya conoces la solución, así que esto ya no cuenta.
daily-closed = Este tablero está cerrado: su solución salió con el siguiente. Todavía puedes resolverlo como problema.
daily-result = **El tablero del { $date }: { $game } – { $title }**
daily-result-solution = La solución es **{ $move }**.
daily-result-none = Nadie lo ha intentado.
daily-result-counts = { $count ->
    [one] Una persona lo ha intentado
   *[other] { $count } personas lo han intentado
} { $solved ->
    [0] y nadie lo ha resuelto.
    [one] y una lo ha resuelto.
   *[other] y { $solved } lo han resuelto.
}
daily-result-tries = { $tries ->
    [one] A la primera: { $players }
   *[other] En { $tries } intentos: { $players }
}
daily-result-more = y { $count } más
daily-result-wrong = { $count ->
    [one] La primera idea de una persona fue **{ $move }**.
   *[other] La primera idea de { $count } personas fue **{ $move }**.
}
daily-paused = Nadie ha intentado los últimos siete tableros del día, así que de momento no habrá más aquí. Quien administra el servidor puede recuperarlos con `/diario` y `activo`.
daily-on = **El tablero del día** llega a { $place } todos los días a las { $clock } ({ $zone }); el próximo, { $when }.
daily-off = No hay tablero del día en { $place }.
daily-pausing = De momento no hay tablero del día en { $place }, porque nadie intentó los últimos.
daily-games = Juegos: { $games }
daily-how = Usa `/diario` con una opción para cambiarlo. Para pararlo, pon `activo` en no.
daily-how-off = `/diario` con `activo` lo pone en marcha.
profile-daily = Tableros del día resueltos: { $solved }; seguidos: { $count } (máximo: { $most }).
