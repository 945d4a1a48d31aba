# Las condiciones de una partida en pocas palabras, allí donde alguien decide sobre ella, y las listas que no caben en un mensaje.

terms-rated = puntuada
terms-unrated = amistosa
terms-no-hints = sin pistas
terms-pauses-vacation = los relojes solo se paran en vacaciones
terms-pauses-none = los relojes nunca se paran
terms-you-first = empiezas tú
terms-you-second = empieza tu rival
terms-time = Tiempo: { $control }.

challenge-rated-hints = En una partida puntuada no hay pistas. Quita una de las dos opciones.

engine-level-question = **{ $game }** contra mí: { $terms }. Sortearé quién empieza. Con /jugar tienes más opciones.
level-choose = ¿Qué nivel quieres que tenga en { $game }?
board-comes-here = El tablero aparecerá aquí.
board-comes-in-thread = El tablero estará en un hilo propio en { $place }; te añadiré a él.
board-comes-elsewhere = La partida tiene su propio hilo; pondré aquí el enlace.

takeback-question = ¿Quieres deshacer tu última jugada en la partida de **{ $game }** (n.º { $number }; { $terms }) contra { $opponent }?
takeback-question-ask = ¿Quieres pedir permiso a { $opponent } para deshacer tu última jugada en la partida de **{ $game }** (n.º { $number }; { $terms })?
takeback-turns = { $count ->
    [one] Se desharía este turno:
   *[other] Se desharían estos { $count } turnos:
}
takeback-with-other = Entre ellos hay jugadas de { $other }.
takeback-plans = También se borraría tu plan en esta partida.
button-takeback-surely = Sí, deshacerla
button-takeback-ask = Sí, preguntar

house-end-question = ¿Seguro que quieres cerrar la partida de **{ $game }** (n.º { $number }) entre { $first } y { $second } ({ $terms }), tras el turno { $turn }? Nadie gana, no cambia ninguna puntuación y la partida no se puede reanudar. Avisaré a sus jugadores.
house-end-question-unread = Ya no puedo leer la partida { $number }. Si se juega en este servidor, aún puedo cerrarla: nadie gana y no puedo avisar a sus jugadores. ¿La cierro?
button-end-surely = Sí, cerrar la partida

challenges-more = + { $count } más con *Más*. Los que esperan tu respuesta van primero.
button-list-more = Más ▶
button-list-first = ⏮ Inicio
digest-more = + { $count } más: /partidas las muestra todas.
turns-earlier = + { $count ->
    [one] 1 turno anterior
   *[other] { $count } turnos anteriores
}: están todos en /jugadas.
moves-earlier = + { $count ->
    [one] 1 turno anterior
   *[other] { $count } turnos anteriores
}: con /exportar los tienes todos.
leaders-more = + { $count } más en la imagen.
completions-more = + { $count } más: sigue escribiendo

vacation-ended = Tus vacaciones han terminado y tus relojes vuelven a correr.

accept-question = Jugarías aquí, y tu rival donde se lanzó el desafío.
