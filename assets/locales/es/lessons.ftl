# Las lecciones que enseñan un juego, de tablero en tablero y de jugada en jugada.

learn-heading = **{ $game }, lección { $number } de { $count }: { $title }**
learn-picture = Lección { $number } de { $count }
learn-you = Tú
learn-opponent = Rival
learn-right = **{ $move }**: ¡correcto!
learn-wrong = **{ $move }**: todavía no.
learn-answer = Una respuesta es **{ $move }**.
learn-follow = Lo que sigue: { $moves }.
learn-last = Era la última lección. Ya sabes de qué trata { $game }: ahora juega.
learn-all-done = Has hecho todas las lecciones de { $game }.
learn-none = Aún no hay lecciones de { $game }, pero sí reglas.
button-learn = Aprender { $game }
button-lesson-next = Siguiente: { $title }
button-lesson-answer = Ver la respuesta
button-lesson-again = Otra vez
button-lesson-over = Empezar de nuevo
help-menu-learn = Aprende un juego en pocos minutos
profile-lessons = Lecciones hechas: { $lessons }.
profile-lessons-of = { $game } { $done } de { $count }
button-guided = Jugar con guía
button-play-at = Jugar nivel { $level }
guide-begins = { $turns ->
    [one] En tu primer turno
   *[other] En tus primeros { $turns } turnos
} te digo en qué fijarte antes de mover y después qué ha hecho tu jugada. *Pista* muestra más.
guide-look = **Fíjate en esto:** { $look }
guide-ends = Esos eran los turnos con guía: a partir de aquí decides por tu cuenta. *Pista* y *¿Qué tal mi jugada?* siguen ayudando.
victory-try-level = Has vencido al nivel { $level }: prueba el nivel { $next }.
