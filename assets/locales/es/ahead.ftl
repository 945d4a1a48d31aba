# Conditional moves and notes, which only their player sees.

plan-none = No tienes nada planeado aquí. Mientras piensa tu rival, usa `/si` con una jugada suya y tu respuesta, unidas por «luego»: si la hace, jugaré tu respuesta al momento.
plan-your-turn = Te toca: mueve sin más. Podrás planear cuando le toque a tu rival.
plan-title = **Tu plan**, que solo ves tú:
plan-added = Planeado: { $line }
plan-replaced = Sustituye a tu respuesta **{ $move }** y a todo lo que la seguía.
plan-cancelled = Cancelado: { $line }
plan-cancel = Cancelar una línea
button-cancel-all = Cancelar todo
plan-empty = Escribe una jugada de tu rival y tu respuesta, por ejemplo: `{ $example }`
plan-refused = No he añadido la línea a causa de la jugada { $number }, { $text }: { $why }
plan-unreadable = No he añadido la línea a causa de la jugada { $number }. { $why }
plan-then-missing = No he añadido la línea a causa de la jugada { $number }: { $text } no es una sola jugada. Pon «luego» entre las jugadas.
plan-no-answer = No he planeado nada: la línea acaba con una jugada de tu rival. Añade «luego» y tu respuesta.
plan-too-long = No he planeado nada: en una línea caben { $most } jugadas como máximo.
plan-too-many = No he planeado nada: entre todas tus líneas de esta partida caben { $most } jugadas como máximo. Cancela alguna con `/si`.

note-none = No tienes ninguna nota sobre esta partida. Escribe `/nota` y un texto, y lo guardo solo para ti.
note-yours = Tu nota, que solo ves tú: { $text }
note-kept = Anotado. Solo tú lo ves, con `/nota` y con `/tablero`.
note-deleted = He borrado tu nota.
note-too-long = Tu nota es demasiado larga: caben 1000 caracteres como máximo.
