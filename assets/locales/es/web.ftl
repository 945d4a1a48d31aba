# La página en la que se juega una partida. Ella misma inserta los valores.

web-no-link = Esta dirección está incompleta. Vuelve a abrir el tablero con el enlace o el botón que te di.
web-unreachable = Ahora mismo no hay conexión conmigo. Comprueba tu conexión e inténtalo de nuevo.
web-failed = No ha funcionado. Inténtalo de nuevo o vuelve a cargar la página.
web-live = en directo
web-connecting = conectando…

## El tablero y la jugada.

web-board = Tablero
web-board-help = Las flechas van de casilla en casilla; también puedes escribir un nombre como d4. Av Pág va a la siguiente casilla que puedes elegir. Intro la elige y Esc vuelve atrás.
web-bar = Tu jugada
web-pickable = { $cell }, se puede elegir
web-picked = { $cell }, elegida
web-preview = Tu jugada: { $move }
web-play = Jugar { $move }
web-back = Atrás
web-cancel = Cancelar
web-your-turn = Te toca.
web-you = { $name } (tú)
web-bot = { $name } (bot)
web-moved = { $name }: { $move }.

## La repetición.

web-replay = Repetición
web-previous = Jugada anterior
web-next = Jugada siguiente
web-start = Inicio
web-past = Esta es una posición anterior.
web-to-game = Volver a la partida
web-try = Probar jugadas
web-trying = Estás probando jugadas: { $list }
web-try-help = Prueba jugadas de los dos. No se juega nada.
web-try-plan = Prueba una jugada de tu rival y tu respuesta, y pulsa Planear. No se juega nada.
web-try-move = Probar { $move }
web-analysis = Análisis
web-curve = Las posibilidades de cada jugador, jugada a jugada
web-analysed = El análisis está listo.

## El panel.

web-menu = Menú
web-close = Cerrar
web-moves = Jugadas
web-no-moves = Todavía no hay jugadas.
web-actions = Acciones
web-position = La posición en palabras
web-ask = Escribe una jugada o una pregunta
web-ask-go = Enviar
web-ask-help = Por ejemplo «qué hay en { $cell }», «qué puedo elegir» o «qué puedo capturar».
web-ask-at = qué hay en { $cell }
web-ask-picks = qué puedo elegir
web-ask-capture = qué puedo capturar
web-picks = Puedes elegir: { $list }.
web-no-picks = Ahora no puedes elegir nada.
web-no-cell = En este tablero no hay { $cell }.
web-share = Compartir
web-copy-link = Copiar un enlace para mirar
web-copy = Copiar las jugadas
web-copied = Copiadas
web-save = Guardar la imagen
web-note = Tu nota, que solo ves tú
web-note-save = Guardar la nota
web-settings = Aspecto
web-theme = Colores
web-theme-auto = Automáticos
web-hand = Botones para
web-hand-right = la mano derecha
web-hand-left = la mano izquierda
web-turn = Girar el tablero

## Las partidas de un canal.

web-now = En juego
web-now-none = Ahora mismo no hay ninguna partida en curso.
web-now-newer = Partidas más recientes
web-now-older = Partidas más antiguas
