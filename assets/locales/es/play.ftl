# Texts for arranging and playing games. Values such as { $player } are mentions or names.

list-and = { $most } y { $last }
list-or = { $most } o { $last }
quotation = «{ $text }»
percent = { $number } %

error-store = Algo ha fallado por mi parte y no he cambiado nada. Inténtalo otra vez dentro de un momento.
error-store-unwritable = Ahora mismo no puedo guardar jugadas, así que no he cambiado nada. Tiene que arreglarlo quien me mantiene; prueba más tarde.

## Challenges

challenge-to = { $challenger } desafía a { $opponent } a una partida de **{ $game }**.
challenge-to-all = { $challenger } busca rival para **{ $game }**.
challenge-setup = Ajustes: { $setup }.
challenge-hints-off = Esta partida se juega sin pistas.
challenge-side-lot = Se sortea quién empieza.
challenge-side-first = Empieza { $challenger }.
challenge-side-second = Empieza el rival de { $challenger }.
challenge-expires = El desafío caduca { $when }.
challenge-is-accepted = Desafío aceptado.
challenge-is-declined = Desafío rechazado.
challenge-is-cancelled = Desafío cancelado.
challenge-ended = **{ $game }**: { $first } contra { $second } — { $place }
challenge-begins = Desafío aceptado: empieza { $first } y después juega { $second }.
challenge-no-game = No tengo ese juego. Elige { $games }.
challenge-self = No puedes ser tu propio rival. Desafía a otra persona, o deja vacío el rival para que acepte quien quiera.
challenge-opponent-cannot = Los bots no aceptan desafíos. Para jugar contra mí, usa /jugar.
challenge-opponent-not-in-server = Esa persona no está en este servidor y no vería la partida. Invítala o desafía a alguien que sí esté.
challenge-opponent-cannot-see = Esa persona no ve este canal y se perdería la partida. Desafíala en un canal al que también tenga acceso.
challenge-note-too-long = Tu mensaje es demasiado largo: caben 200 caracteres como máximo.
challenge-already-open = Ya hay un desafío idéntico entre tu rival y tú: acéptalo o cancélalo.
challenge-unknown = Este desafío ya no existe.
challenge-was-accepted = Este desafío ya se aceptó.
challenge-was-declined = Este desafío se rechazó.
challenge-was-cancelled = Este desafío se canceló.
challenge-expired = Este desafío ha caducado. Lanza otro con /desafiar.
challenge-not-for-you = Este desafío es para otra persona.
challenge-own = Este desafío es tuyo: puedes cancelarlo, pero solo puede aceptarlo otra persona.
challenge-not-yours = Solo puede cancelar el desafío quien lo lanzó.
challenge-withdrawn = No he podido mostrar en { $place } tu desafío de **{ $game }**, así que lo he retirado. Comprueba que puedo escribir ahí y lánzalo otra vez.
challenge-open-to-all = Este desafío es para todo el mundo: no hace falta rechazarlo.

engine-name = Tablero (nivel { $level })
engine-short = Tablero ({ $level })
level-name = { $name } ({ $level })
level-0 = Para niños
level-1 = Novato
level-2 = Principiante
level-3 = Aficionado
level-4 = Jugador habitual
level-5 = Jugador de club
level-6 = Jugador fuerte de club
level-7 = Experto
level-8 = Maestro
level-9 = Gran maestro
level-full = Máxima fuerza
engine-begins = Empieza una partida de **{ $game }**: primero juega { $first } y después { $second }.
game-begins-briefly = Empieza la partida n.º { $number }, de **{ $game }**.
engine-started = Empieza tu partida de **{ $game }** contra { $engine }: { $terms }.
level-from-results = He elegido el nivel { $level } según tus resultados. Usa la opción *nivel* para cambiarlo.
level-for-newcomers = Este juego parece nuevo para ti: he elegido el nivel { $level }. Usa la opción *nivel* para cambiarlo.
game-begun-elsewhere = La siguiente partida de **{ $game }** se juega en { $place }.
game-begun-from = La partida se pidió en { $place }.
thread-closed = El hilo de esta partida ya no admite mensajes, así que seguimos aquí.
thread-refused = No he podido publicar este mensaje en { $place }, donde sigue la partida.

place-only-you = En este servidor solo tú verías mis respuestas. Pide a quien administra el servidor que me añada o que te dé el permiso Usar aplicaciones externas. También puedes jugar por mensaje directo o en un servidor donde yo esté.
place-alone = Aquí nadie más vería tu desafío. Lánzalo en un canal de un servidor o en tus mensajes directos con quien quieras jugar.
place-no-messages = En este tipo de canal no se puede escribir. Pide la partida en un canal de texto o en una publicación de un foro.
place-private-thread = No estoy en este hilo privado, así que aquí no puedo publicar el tablero. Mencióname en él para añadirme y vuelve a intentarlo.
permissions-missing = Aquí no puedo jugar: me faltan permisos en este canal ({ $permissions }). Me los puede dar quien administra el servidor.
permission-view-channel = Ver canal
permission-send-messages = Enviar mensajes
permission-send-messages-in-threads = Enviar mensajes en hilos
permission-attach-files = Adjuntar archivos

setup-unknown-option = { $game } no tiene la opción «{ $option }». Tiene: { $known }.
setup-unknown-value = { $game } no ofrece «{ $value }». Tiene: { $possible }.
setup-twice = Has puesto dos veces la opción { $option }.
setup-unfit = Estas opciones no se pueden combinar.

## Turns

# Replaces a name when none of its letters can be drawn.
picture-player = Jugador { $number }
picture-turn = Le toca a { $player }
board-begins = Empieza la partida de **{ $game }**.
board-last = Turno { $number }: **{ $move }** – { $player }
board-taken-back = Jugada deshecha de común acuerdo.
board-placed-at-random = Las piezas que faltaban se han colocado al azar.
board-may-swap = También puedes quedarte con la primera jugada: elígelo en *Mover* o escribe `swap`.
board-turn-engine = Le toca a { $player }.
board-thinking = { $player } está pensando…
hints-used = Pistas: { $counts }.
hints-of = { $player } { $count }
button-play = Jugar { $move }
button-move = Mover
button-back = Atrás
button-leave = Cancelar
steps-begin = ¿Qué juegas?
steps-so-far = Tu jugada va así: { $picks }.
steps-next = ¿Cómo sigue?
steps-complete = Tu jugada: **{ $move }**. ¿La juegas?
pick-swap = quedarse con la primera jugada
pick-left = { $pick } ({ $left ->
    [one] queda 1
   *[other] quedan { $left }
})
steps-area-left = A la izquierda ({ $columns })
steps-area-middle = En el centro ({ $columns })
steps-area-right = A la derecha ({ $columns })
steps-left = No has jugado nada.
play-old-button = Este botón es de una versión anterior. Usa /tablero y tendrás uno nuevo.
play-old-choice = Esta opción ya no existe. Escribe el comando otra vez y elige de la lista.
play-old-command = Este comando ha cambiado. Escríbelo otra vez y rellena lo que pide ahora.
button-type = Escribir una jugada
button-hint = Pista
button-more = Dime más
button-analyse = Analizar
button-rematch = Revancha
button-replay = Repetición
button-see-again = Volver a verlo
button-replay-first = ⏮
button-replay-back = ◀
button-replay-forward = ▶
button-replay-last = ⏭
button-replay-animate = GIF
button-replay-share = Compartir con todos
button-rules = Reglas
button-resign = Abandonar
button-resign-surely = Sí, abandonar
button-random = Colocar el resto al azar
button-draw-surely = Sí, ofrecer un empate
button-draw-accept = Sí, aceptar el empate
button-accept = Aceptar
button-decline = Rechazar
button-cancel = Cancelar
button-agree = De acuerdo
button-refuse = Rechazar
type-title = { $game }: tu jugada
type-label = Tu jugada
move-done = Has jugado **{ $move }**.
resign-question = ¿Seguro que quieres abandonar la partida de **{ $game }** (n.º { $number }; { $terms }) contra { $opponent }? Ganaría tu rival.
resign-done = Has abandonado.
draw-question = ¿Quieres ofrecer un empate a { $opponent } en la partida de **{ $game }** (n.º { $number }; { $terms })?
draw-question-accept = { $opponent } te ofrece un empate en la partida de **{ $game }** (n.º { $number }; { $terms }). ¿Lo aceptas? Si dices que sí, la partida termina.
draw-offered = Has ofrecido un empate.
draw-agreed = Empate acordado.
draw-considered = { $engine } se lo está pensando.
takeback-done = He preguntado a tu rival si te deja deshacer tu última jugada.
takeback-granted = Listo: tu última jugada está deshecha.
random-offered = He preguntado a tu rival si quiere colocar el resto al azar.
random-done = Listo: ya están todas las piezas en el tablero.
agree-done = Aceptado.
refuse-done = Rechazado.
notice-draw-offered = { $player } ofrece un empate a { $other }.
notice-draw-declined = { $player } rechaza el empate.
notice-takeback-asked = { $player } pide permiso a { $other } para deshacer la última jugada.
notice-takeback-declined = { $player } no deja deshacer la jugada.
notice-random-offered = { $player } propone colocar al azar todas las piezas que faltan, también las de { $other }. ¿Te parece bien?
notice-random-declined = { $player } prefiere colocar las piezas a mano.

play-unknown = Aquí no hay ninguna partida. Empieza una con /desafiar o /jugar, o busca las tuyas con /partidas.
play-not-a-player = No juegas en esta partida.
play-over = Esta partida ya ha terminado. Empieza otra con /revancha.
play-running = Esta partida aún no ha terminado.
play-not-your-turn = Le toca a tu rival.
play-stale = La partida ha avanzado desde entonces. Usa el tablero más reciente, o /tablero.
play-no-offer = Ya no hay nada que responder.
play-asked-already = Ya lo has pedido. Tu rival puede responder o mover sin más.
play-asked-before = Desde la última jugada, tu rival ya te ha dicho que no. Podrás pedirlo otra vez después de la próxima.
play-answer-first = Tu rival te ha preguntado algo: contéstale antes de seguir.
play-nothing-to-take-back = No tienes ninguna jugada que puedas deshacer.
play-earned-time-used = Ya no puedes deshacer esta jugada: has gastado el tiempo que te dio.
play-hints-off = Esta partida se creó sin pistas.
play-no-coach = Comento tus jugadas en partidas amistosas contra los niveles 0 a 3, si se permiten pistas.
play-rated-draw = En partidas puntuadas no acepto empates. Sigue jugando o usa /abandonar.
play-no-draws = En este juego no existe el empate, así que no puedo aceptarlo.
play-draw-too-early = Es pronto para un empate: aún no sé quién va por delante. Puedes ofrecerlo a partir del turno { $number }.

challenges-title = **Desafíos** ({ $count })
challenges-to-me = 📨 { $number }. **{ $game }** de { $player }: { $terms } – caduca { $when } { $place }
challenges-by-me = { $number }. **{ $game }** a { $player }: { $terms } – caduca { $when } { $place }
challenges-anyone = quien quiera
button-accept-listed = Aceptar { $number }: { $game } ({ $player })
button-cancel-listed = Cancelar { $number }: { $game } ({ $player })
games-none = No tienes partidas en curso. Empieza una con /desafiar o /jugar.
games-title = **Tus partidas** ({ $count })
games-your-turn = ▶ **{ $game }** contra { $opponent }, turno { $number } — **te toca** { $place }
games-their-turn = **{ $game }** contra { $opponent }, turno { $number } — le toca a tu rival { $place }
games-hints = pistas: tú { $mine }, tu rival { $theirs }
moves-none = Todavía no hay ninguna jugada.
export-here = Aquí tienes el registro de la partida:
replay-title = **{ $game }** { $number }: turno { $ply } de { $all }
replay-animation-title = **{ $game }** { $number }: { $first } contra { $second }
replay-shared-by = { $player } comparte esta partida:
replay-failed = No he podido dibujar esta partida. Con /jugadas ves sus jugadas.
replay-shared = Voy a publicar la animación donde se juega la partida.

## Boards in words, for players who cannot see the picture

alt-last = Última jugada: { $move }.

## Results

result-win-resigned = { $winner } gana: { $loser } ha abandonado.
result-draw-repetition = Empate entre { $first } y { $second }: la misma posición ha salido tres veces.
result-draw-agreed = Empate entre { $first } y { $second }, de común acuerdo.

# What a person who has lost to the bot reads after the result.
defeat-try-coach-level = La próxima vez, prueba `/pista` antes de mover, `/entrenador` después, o el nivel { $level }. *Analizar* te enseña qué te costó más.
defeat-try-coach = La próxima vez, prueba `/pista` antes de mover y `/entrenador` después. *Analizar* te enseña qué te costó más.
defeat-try-hint-level = La próxima vez, prueba `/pista` antes de mover, o el nivel { $level }. *Analizar* te enseña qué te costó más.
defeat-try-level = La próxima vez, prueba el nivel { $level }. *Analizar* te enseña qué te costó más.
defeat-try-analysis = *Analizar* te enseña qué te costó más.
# Comes before a sentence about what happened in that turn, and *See it again* is the button below.
defeat-turn = El turno { $turn } fue el que más te costó.
defeat-again = *Volver a verlo* te enseña qué era mejor.

## Analyses

analysis-goes-on = Estoy analizando la partida (posiciones: { $done } de { $all }). Pondré aquí el resultado.
analysis-requested = Voy a analizar la partida y publicaré el resultado donde se jugó.
analysis-title = **Análisis de { $game }**: { $first } contra { $second }
analysis-accuracy = Precisión de { $player }: { $percent }.
analysis-no-choice = { $player }: ningún turno cuenta para la precisión.
analysis-resisted = { $player } no podía ganar contra un juego perfecto. Precisión de la defensa: { $percent }.
analysis-lost-always = { $player } no podía ganar contra un juego perfecto, así que no le cuento errores.
analysis-no-slips = No he encontrado errores.
# Instead of the line above, if the winner took the lead during the game.
analysis-gradual = Ningún turno costó mucho por sí solo; { $winner } fue tomando ventaja poco a poco.
analysis-slip = Turno { $number }: { $player } jugó **{ $move }**.
analysis-better = Era mejor **{ $best }**.
analysis-better-turn = Turno { $number }: era mejor { $best }.
analysis-refutation = Después de { $move }: { $line }
course-even = Ninguno de los dos llegó a tener una ventaja clara.
course-drawn = { $winner } tuvo ventaja un tiempo, pero la partida acabó en empate.
course-ahead-always = { $winner } tuvo ventaja de principio a fin.
course-ahead = { $winner } tuvo ventaja desde el turno { $turn } hasta el final.
course-decided = El turno { $turn } decidió la partida: a partir de ahí, { $winner } siempre tuvo ventaja.
course-comeback = { $loser } tenía ventaja en el turno { $turn }, pero { $winner } remontó.
course-comeback-start = { $loser } tenía ventaja al principio, pero { $winner } remontó.
course-changes = La ventaja cambió de manos { $count ->
    [one] una vez
    [2] dos veces
   *[other] { $count } veces
}, hasta que { $winner } se quedó con ella en el turno { $turn }.
course-behind = { $loser } tenía ventaja al final, pero ganó { $winner }.
mistake-threw-win = Es una jugada perdedora; **{ $best }** ganaba { $turns ->
    [one] al momento
   *[other] en { $turns } turnos como máximo
}.
mistake-missed-win = **{ $best }** ganaba { $turns ->
    [one] al momento
   *[other] en { $turns } turnos como máximo
}.
mistake-allowed-win = Así el rival puede ganar { $turns ->
    [one] al momento
   *[other] en { $turns } turnos como máximo
}.
mistake-ended-drawn = Así la partida acaba en empate.
mistake-ended-lost = Así la partida termina y gana el rival.
mistake-reply = La mejor respuesta es **{ $reply }**.
button-coach = ¿Qué tal mi jugada?
coach-forced = **{ $move }** era tu única jugada.
coach-first-move = Tu rival puede quedarse con una primera jugada, así que no opino sobre **{ $move }**.
coach-best = **{ $move }** es la jugada que yo habría hecho.
coach-fine = **{ $move }** estuvo bien. Yo habría jugado **{ $best }**.
coach-mistake = Jugaste **{ $move }**.
turn-followed = Lo que siguió:
button-mistakes = Los errores, uno a uno
analysis-page = { $page } de { $all }
button-play-on = Repetir el turno { $turn }
play-on-begins = Sigues desde el turno { $turn } contra { $engine }: { $terms }.
analysis-curve = { $game }: cómo fue la partida
analysis-curve-alt = Gráfica turno a turno: cuanto más arriba, mejor para { $first }; cuanto más abajo, mejor para { $second }. Los errores están marcados.

## Help

help-start = Aquí puedes jugar a tres juegos de tablero abstractos: ZÈRTZ, DVONN y Barrier. Juegas a tu ritmo: tras cada jugada publico el tablero y aviso a quien le toca. Aprende un juego, prueba uno contra mí o desafía a un amigo.
help-menu-rules = Leer las reglas
help-menu-play = Jugar contra mí
help-button-challenge = Desafiar a un amigo
help-button-commands = Todos los comandos
help-challenge = Escribe /desafiar, elige un juego y a tu amigo; si dejas vacío el rival, podrá aceptar cualquiera de aquí. La partida empieza en cuanto pulse *Aceptar*.
help =
    {"**"}Cómo se juega**
    Juegas a tu ritmo: tras cada turno publico el tablero. `/ayuda` con el nombre de un comando lo explica; por ejemplo, `/ayuda desafiar`.
help-starting = **Empezar una partida.** Cuando tu rival elige *Aceptar*, la partida empieza en su propio hilo.
help-playing = **Jugar.** Elige qué hacer debajo del tablero, o respóndele con tu jugada y mencióname.
help-games = **Tus partidas** y cómo han ido
help-you = **Tú**: cómo te escribo, cuándo se detienen tus relojes, quién juega contigo y qué sé de ti
help-managers = **Para quien administra un servidor**
help-elsewhere = Donde solo estoy porque me llevas tú (mensajes directos con amigos, grupos, otros servidores) se juega allí, sin hilo, y respondo a cada jugada con el tablero siguiente. Si no te llega un tablero, `/tablero` lo trae con sus botones y lo que te haya pedido tu rival.
help-button-more = Más comandos
about-authors = { $count ->
    [one] { $games } es de { $author }
   *[other] { $games } son de { $author }
}
about =
    {"**"}Tablero** { $version }: juegos de tablero abstractos para jugar sin prisa, con tu gente y en el chat de siempre, o contra el propio bot.
    { $authors }. Todos los derechos de los juegos son de sus autores y editores; este programa no está vinculado a ellos.
    Software libre con licencia MIT.

already-done = Hecho. Puede que mi primera respuesta no te haya llegado.
attachment-too-large = No puedo enviar { $file } aquí: ocupa { $size } kB y el límite es de { $limit } kB.
attachment-refused = No puedo enviar { $file } aquí: no se ha aceptado el archivo.
picture-refused = Ahora no puedo enviar { $file } aquí: no se ha aceptado el archivo. Pide la imagen más tarde, por ejemplo con /tablero.
choices-reply = Responde con un número:
choices-reply-or-react = Responde con un número, o reacciona con él:
choices-react-or-reply = Reacciona con { $reactions } o responde con un número:
choices-move = Responde con tu jugada o un número:
choices-move-or-react = Responde con tu jugada o un número, o reacciona con el número:
choices-unknown = Ese número no está en la lista del mensaje al que has respondido.
form-reply = Responde a este mensaje, por ejemplo con { $example }.
direct-refused = { $player }, la respuesta es solo para ti, pero no aceptas mis mensajes directos. Permítelos e inténtalo otra vez.
direct-answered = { $player }, te he respondido en nuestra sala privada.

# What the bot says in a Matrix room it has joined, and to a person whose encrypted room it has left.
room-hello = Hola, soy Tablero. Conmigo puedes jugar con tus amigos a ZÈRTZ, DVONN y Barrier, sin prisa.
    Empieza con `!desafiar @amigo juego zertz`, o escribe `!ayuda` para ver todo lo que sé hacer.
room-encrypted = No puedo leer mensajes cifrados, así que he salido de la sala cifrada. Invítame a una sala sin cifrado (eso se elige al crearla) o juguemos aquí mismo.
room-unreadable = No puedo leer este mensaje: tu aplicación no me ha dado su clave. Envíalo otra vez, por favor. Si no ayuda, puede que tu aplicación excluya los dispositivos en los que no confía: míralo en sus ajustes de seguridad.
room-verification-asked = He pedido a quien me mantiene que te verifique. Deja la aplicación abierta: cuando responda, verás unos emojis o podrás escanear un código. Comparad lo que veis por teléfono o en persona, no aquí.
room-verification-unanswered = Quien me mantiene no ha respondido en diez minutos. Acordad una hora y luego empieza la verificación otra vez.
room-verification-too-many = Hay demasiadas verificaciones pendientes o las has pedido demasiadas veces. Prueba otra vez dentro de una hora.
room-verification-restarted = Me he reiniciado y la verificación ha terminado. Empiézala otra vez, por favor.
challenge-code = Para aceptarlo desde otra plataforma, usa *aceptar* con el código `{ $code }`.
challenge-unknown-code = Ningún desafío tiene ese código. Cópialo del desafío; es como este: `12-K7QX2M`.
accept-not-here = Aquí nadie me ha añadido, así que no podría publicar las jugadas de tu rival. Acepta el desafío en un servidor donde yo esté o en nuestros mensajes directos.
room-moved = La sala antigua se ha actualizado: las partidas siguen aquí.
room-moved-away = Esta sala se ha actualizado. Las partidas siguen en la sala nueva.
room-not-followed = Esta sala se ha actualizado, pero no puedo entrar en la nueva. Invítame allí y las partidas seguirán.
room-not-joined = No he podido entrar en la sala a la que me has invitado: su servidor no me deja entrar o no responde. Vuelve a invitarme más tarde o invítame a otra sala.
room-inviter-not-allowed = Solo acepto invitaciones de las personas y los servidores de Matrix que ha elegido quien me mantiene.
room-too-many-invitations = Demasiadas invitaciones a la vez. Prueba otra vez dentro de una hora.
room-encrypted-reason = No puedo leer mensajes cifrados.
