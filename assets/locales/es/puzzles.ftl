# Problemas: posiciones en las que una sola idea hace lo que se pide.

puzzle-heading = **{ $game }, problema { $number }: { $title }** (puntuación { $rating })
puzzle-picture = Problema { $number }
puzzle-right = **{ $move }**: ¡resuelto!
puzzle-wrong = **{ $move }**: no.
puzzle-answer = La solución es **{ $move }**.
puzzle-hint = La solución tiene que ver con **{ $space }**.
puzzle-rated = Tu puntuación en problemas es ahora **{ $rating }** ({ $gain }).
puzzle-none = No tengo ningún problema nuevo de este tipo de { $game }. Elige otro juego u otro tema.
button-puzzle-next = Siguiente problema
button-puzzle-like = Otro parecido
button-puzzle-hint = Pista (cuesta puntos)
profile-puzzles = Problemas resueltos a la primera: { $puzzles }.
profile-puzzles-of = { $game } { $done } de { $count } (puntuación { $rating })
choice-puzzle-win = Ganar
choice-puzzle-most = Capturar lo máximo (ZÈRTZ)
choice-puzzle-safe = No regalar nada (ZÈRTZ)
choice-puzzle-give = Sacrificio (ZÈRTZ)
choice-puzzle-isolate = Aislar un grupo (ZÈRTZ)
choice-puzzle-cut = Aislar (DVONN)
choice-puzzle-pass = Dejar sin jugadas (DVONN)
choice-puzzle-outlast = Aguantar más (Barrier)
choice-puzzle-leave = Quitar espacio (Barrier)
choice-puzzle-last = El último recorrido (Barrier)
