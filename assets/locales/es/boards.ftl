# Los tableros en palabras, para quien no ve la imagen. Los valores son nombres de casillas y números.

alt-last = Última jugada: { $move }.
alt-none = no hay

alt-zertz-white = Canicas blancas: { $value }.
alt-zertz-grey = Canicas grises: { $value }.
alt-zertz-black = Canicas negras: { $value }.
alt-zertz-vacant = Anillos vacíos: { $value }.
alt-zertz-pool = Reserva (blancas/grises/negras): { $value }.
alt-zertz-first = Capturas de quien empezó: { $value }.
alt-zertz-second = Capturas de quien juega en segundo lugar: { $value }.

alt-dvonn-white = Blancas: { $value }.
alt-dvonn-black = Negras: { $value }.
alt-dvonn-red = Piezas rojas solas: { $value }.
alt-dvonn-empty = Espacios vacíos: { $value }.
alt-dvonn-score = Piezas controladas (blancas/negras): { $value }.

alt-barrier-size = Casillas por lado: { $value }.
alt-barrier-white = Caballo blanco: { $value }.
alt-barrier-black = Caballo negro: { $value }.
alt-barrier-blocked = Casillas bloqueadas: { $value }.

# Imágenes de las reglas: un título en la imagen y, debajo, una frase con sus números.

example-zertz-placing = Coloca una canica (1) y después quita un anillo libre (2).
    .title = Colocar
example-zertz-removing = Solo se pueden quitar los anillos del borde que salen deslizándose: los amarillos.
    .title = Anillos que se pueden quitar
example-zertz-capturing = Tres capturas posibles. Con la 1 la canica debe seguir y toma dos; se puede girar.
    .title = Capturar
example-zertz-captured = Tras la captura 1: las canicas sobre las que se saltó ya no están.
    .title = Después de la captura
example-zertz-claiming = Sin el anillo 1, la canica blanca de 2 queda aislada sin anillos vacíos: se captura con su anillo.
    .title = Aislar un grupo
example-zertz-boards = Tableros mayores: 40 anillos con los 1, 43 con 1 y 2, 44 con 1 y 3, 48 con todos.
    .title = Tableros mayores
example-dvonn-placing = Primero las piezas rojas (1, 2, 3), luego una negra (4), una blanca (5), y así por turnos.
    .title = Colocar
example-dvonn-moving = Una pieza sola mueve un espacio (1), dos piezas mueven dos (2), tres mueven tres (3), siempre hasta otra pieza.
    .title = Mover
example-dvonn-blocked = Las piezas blancas en amarillo tienen vecinas por los seis lados y no pueden moverse.
    .title = Piezas bloqueadas
example-dvonn-losing = La jugada de las blancas cortó el contacto con las rojas: todas las piezas pálidas salen del tablero.
    .title = Piezas que se pierden
example-barrier-walking = Dos caminos de b2 a c4: el 1 se escribe b2b4c4 y el 2, b2c2c4. Bloquean casillas distintas.
    .title = Caminar
example-barrier-blocking = Tras b2b4c4 quedan bloqueadas las casillas amarillas: donde estaba el caballo y por donde caminó.
    .title = Casillas bloqueadas
example-barrier-ending = El caballo negro, en amarillo, ya no puede caminar: ganan las blancas.
    .title = El final
