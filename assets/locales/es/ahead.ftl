# Lo que cada quien planea y anota, que nadie más ve.

plan-none = No has planeado nada aquí. Mientras piensa tu rival, escribe `/si` con una jugada suya y tu respuesta, unidas por «luego»: tu respuesta se jugará al momento.
plan-your-turn = Te toca: juega sin más. Puedes planear mientras le toca a tu rival.
plan-title = **Tu plan**, que solo ves tú:
plan-added = Planeado: { $line }
plan-replaced = Sustituye a tu respuesta **{ $move }** y a lo que la seguía.
plan-cancelled = Cancelado: { $line }
plan-cancel = Cancelar una línea
button-cancel-all = Cancelar todo
plan-empty = Escribe una jugada de tu rival y tu respuesta, por ejemplo: `{ $example }`
plan-refused = No se ha planeado nada. Jugada { $number } de la línea, { $text }: { $why }
plan-no-answer = No se ha planeado nada: la línea acaba con una jugada de tu rival. Añade «luego» y tu respuesta.
plan-too-long = No se ha planeado nada: una línea tiene como mucho { $most } jugadas.
plan-too-many = No se ha planeado nada: todas tus líneas de esta partida tienen juntas como mucho { $most } jugadas. Cancela alguna con `/si`.

note-none = No has anotado nada sobre esta partida. `/nota` con un texto lo guarda solo para ti.
note-yours = Tu nota, que solo ves tú: { $text }
note-kept = Anotado. Lo ves con `/nota` y con `/tablero`, y nadie más lo ve.
note-deleted = Tu nota está borrada.
note-too-long = Tu nota es demasiado larga: como mucho 1000 caracteres, por favor.
