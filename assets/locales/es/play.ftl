# Lo que se dice al concertar y jugar partidas. Valores como { $player } son menciones o nombres.

list-and = { $most } y { $last }
list-or = { $most } o { $last }

error-store = Algo ha fallado por nuestra parte y no se ha cambiado nada. Inténtalo de nuevo dentro de un momento.
error-store-unwritable = Ahora mismo no puedo guardar jugadas, así que no ha cambiado nada. Quien me aloja tiene que arreglarlo; vuelve a intentarlo más tarde.

## Retos

challenge-to = { $challenger } reta a { $opponent } a una partida de **{ $game }**.
challenge-to-all = { $challenger } busca con quién jugar a **{ $game }**.
challenge-setup = Ajustes: { $setup }.
challenge-hints-off = En esta partida no hay pistas.
challenge-side-lot = Se sortea quién empieza.
challenge-side-first = Empieza { $challenger }.
challenge-side-second = { $challenger } juega en segundo lugar.
challenge-expires = El reto caduca { $when }.
challenge-is-accepted = El reto ha sido aceptado.
challenge-is-declined = El reto ha sido rechazado.
challenge-is-cancelled = El reto ha sido cancelado.
challenge-begins = Aceptado: empieza { $first } y sigue { $second }.
challenge-no-game = No existe ese juego. Elige { $games }.
challenge-self = No puedes jugar contra ti. Nombra a otra persona, o a nadie para preguntar a todo el mundo.
challenge-opponent-cannot = Es un bot, y los bots no aceptan retos. Nombra a una persona.
challenge-opponent-not-in-server = Esa persona no está en este servidor y no vería la partida. Invítala o reta a un miembro.
challenge-opponent-cannot-see = Esa persona no puede ver este canal y no vería la partida. Rétala en un canal que puedan ver ambos.
challenge-note-too-long = Tu mensaje es demasiado largo: escribe 200 caracteres como máximo.
challenge-already-open = Ya hay un reto abierto entre vosotros para esta misma partida: acéptalo o cancélalo.
challenge-unknown = Este reto ya no existe.
challenge-was-accepted = Este reto ya fue aceptado.
challenge-was-declined = Este reto fue rechazado.
challenge-was-cancelled = Este reto fue cancelado.
challenge-expired = Este reto ha caducado. Propón otro con /retar.
challenge-not-for-you = Este reto es para otra persona.
challenge-own = Este reto es tuyo: puedes cancelarlo, pero tiene que aceptarlo otra persona.
challenge-not-yours = Solo quien propuso el reto puede cancelarlo.
challenge-open-to-all = Este reto está abierto a todo el mundo; no hace falta rechazarlo.

engine-name = Tablero, nivel { $level }
engine-begins = Empieza una partida de **{ $game }**: { $first } contra { $second }, que juega en segundo lugar.
engine-started = Empieza tu partida contra { $engine }. El tablero estará aquí en un momento.
engine-started-elsewhere = Tu partida contra { $engine } empieza en un hilo propio. Enseguida pongo aquí el enlace.
game-begun-elsewhere = La siguiente partida de **{ $game }** se juega en { $place }.
game-begun-from = Se pidió en { $place }.
thread-closed = El hilo de esta partida ya no admite mensajes, así que la partida sigue aquí.

place-only-you = En este servidor solo tú verías mis respuestas. Pide a quien lo administra que me añada o que te dé el permiso Usar aplicaciones externas, o juega en mensajes directos o en un servidor donde yo esté.
place-alone = Aquí nadie más puede ver un reto. Propónlo en un canal de un servidor o en los mensajes directos con quien quieras jugar.
permissions-missing = Aquí no puedo jugar porque me faltan permisos en este canal: { $permissions }. Quien administra el servidor me los puede dar.
permission-view-channel = Ver canal
permission-send-messages = Enviar mensajes
permission-attach-files = Adjuntar archivos

setup-unknown-option = No hay ninguna opción { $option } en este juego. Tiene: { $known }.
setup-unknown-value = { $value } no es posible para { $option } en este juego. Elige entre: { $possible }.
setup-twice = La opción { $option } se indicó dos veces.
setup-unfit = Estas opciones no son compatibles.

## Turnos

# Instead of a name of which no letter can be drawn.
picture-player = Jugador { $number }
picture-turn = Le toca a { $player }
board-begins = Empieza **{ $game }**.
board-last = Turno { $number }: **{ $move }**
board-turn-engine = { $player } está pensando.
hints-used = Pistas: { $counts }.
hints-of = { $player } { $count }
button-play = Jugar { $move }
button-move = Mover
button-back = Atrás
button-leave = Cancelar
steps-begin = Tu jugada: elige.
steps-so-far = Tu jugada hasta ahora: { $picks }. Elige lo que sigue.
steps-complete = Tu jugada: **{ $move }**. ¿La juegas?
steps-choose = Elige
steps-left = No se ha jugado nada.
play-old-button = Este botón es de una versión anterior. Usa /tablero para obtener uno nuevo.
button-type = Escribir una jugada
button-hint = Pista
button-more = Dime más
button-analyse = Analizar
button-resign = Abandonar
button-resign-surely = Sí, abandonar
button-draw-surely = Sí, ofrecer el empate
button-draw-accept = Sí, aceptar el empate
button-accept = Aceptar
button-decline = Rechazar
button-cancel = Cancelar
button-agree = De acuerdo
button-refuse = Rechazar
type-title = { $game }: tu jugada
type-label = Tu jugada
move-done = Jugado: **{ $move }**
resign-question = ¿Seguro que quieres abandonar **{ $game }** { $number } contra { $opponent }? Entonces gana tu rival.
resign-done = Has abandonado.
draw-question = ¿Quieres ofrecer el empate a { $opponent } en **{ $game }** { $number }?
draw-question-accept = { $opponent } te ofrece el empate en **{ $game }** { $number }. ¿Lo aceptas? La partida termina entonces.
draw-offered = Has ofrecido el empate.
draw-agreed = Empate acordado.
draw-considered = { $engine } está pensando en tu oferta.
takeback-done = Se ha preguntado a tu rival si te deja deshacer tu última jugada.
takeback-granted = Hecho: se ha deshecho tu última jugada.
agree-done = Aceptado.
refuse-done = Rechazado.
notice-draw-offered = { $player } ofrece el empate a { $other }.
notice-draw-declined = { $player } rechaza el empate.
notice-takeback-asked = { $player } pide a { $other } deshacer la última jugada.
notice-takeback-declined = { $player } no acepta deshacer la jugada.

play-unknown = Aquí no hay ninguna partida. Empieza una con /retar o /jugar, o busca las tuyas con /partidas.
play-not-a-player = No juegas en esta partida.
play-over = Esta partida ha terminado. Empieza otra con /revancha.
play-running = Esta partida aún no ha terminado.
play-not-your-turn = Le toca a tu rival.
play-stale = La partida ha seguido desde este tablero. Usa los botones del más reciente, o /tablero.
play-no-offer = Ya no hay nada que responder.
play-asked-already = Ya lo has pedido. Tu rival puede responder o simplemente mover.
play-asked-before = Ya lo has pedido desde la última jugada, y no se te ha concedido. Podrás pedirlo de nuevo después de la próxima.
play-answer-first = Tu rival te ha preguntado algo. Contesta primero.
play-nothing-to-take-back = No tienes ninguna jugada que deshacer.
play-earned-time-used = Esta jugada ya no se puede deshacer: el tiempo que ganaste con ella se ha gastado.
play-hints-off = En esta partida no hay pistas: se desactivaron al concertarla.
play-rated-draw = No acepto empates en partidas puntuadas. Sigue jugando o usa /abandonar.
play-no-draws = En este juego no hay empates, así que no acepto ninguno.
play-draw-too-early = Es pronto para un empate: todavía no sé quién va por delante. Puedes ofrecerlo a partir del turno { $number }.

games-none = No tienes partidas en curso. Empieza una con /retar o /jugar.
games-title = **Tus partidas** ({ $count })
games-your-turn = ▶ **{ $game }** contra { $opponent }, turno { $number } — **te toca** { $place }
games-their-turn = **{ $game }** contra { $opponent }, turno { $number } — le toca a tu rival { $place }
games-hints = pistas: tú { $mine }, tu rival { $theirs }
moves-none = Todavía no se ha hecho ninguna jugada.
export-here = El registro de la partida:

## Tableros en palabras, para quien no ve la imagen

alt-last = Última jugada: { $move }.
alt-none = no hay

## Resultados

result-win-resigned = { $winner } gana a { $loser }, que abandona.
result-draw-repetition = Empate entre { $first } y { $second }: la misma posición se ha dado tres veces.
result-draw-agreed = Empate entre { $first } y { $second } de común acuerdo.
## Análisis

analysis-goes-on = Se está analizando la partida: { $done } de { $all } posiciones. El resultado aparecerá aquí.
analysis-title = **Análisis de { $game }**: { $first } contra { $second }
analysis-accuracy = Precisión de { $player }: { $percent } %
analysis-no-choice = { $player } nunca tuvo elección.
analysis-no-slips = No he encontrado errores.
analysis-slip = Turno { $number }: { $player } jugó **{ $move }**; era mejor **{ $best }**.
analysis-curve = { $game }: cómo fue la partida
analysis-curve-alt = Una curva sobre los turnos: arriba va ganando { $first }, abajo { $second }. Los errores están marcados.

## Ayuda

help =
    {"**"}Cómo se juega**
    `/retar` propone una partida; tu rival pulsa *Aceptar*. La partida tiene su propio hilo, y después de cada turno se publica allí el tablero.
    `/jugar` empieza una partida contra el bot, a un nivel de 1 a 8. `/pista` te ayuda con tu jugada, poco a poco, y `/analizar` dice qué se pudo hacer mejor.
    Mueve con `/mover` (escribe un poco y elige), con el botón *Escribir una jugada*, o respondiendo al tablero con tu jugada y mencionando al bot.
    `/tablero` muestra otra vez el tablero (`texto` para verlo con letras), `/jugadas` las jugadas, `/partidas` todas tus partidas, `/exportar` el registro.
    `/si` planea tu respuesta a una jugada de tu rival, que entonces se juega al momento; `/nota` guarda una nota solo para ti.
    `/siguiente` muestra lo que te espera; `/ajustes`, `/horarios` y `/vacaciones` dicen cómo te enteras de tus partidas y qué para tus relojes; `/recordatorios` quita o pone los recordatorios de una partida.
    `/abandonar`, `/empate`, `/deshacer` y `/revancha` hacen lo que dicen.
    Las partidas con la opción *puntuada* cambian las puntuaciones: `/estadísticas` muestra las tuyas, `/clasificación` quién va por delante en el servidor.
    `/reglas` explica cada juego y cómo se escriben sus jugadas; `/acerca` dice qué es este bot y quién creó los juegos.
    `/bloquear` te evita a alguien, y `/privacidad` te da o borra lo que guardo de ti. Quien administra un servidor tiene `/servidor` y `/admin`.
    Donde el bot solo está porque lo llevas tú (mensajes directos con amigos, grupos, otros servidores) se juega allí mismo, sin hilo: cada turno responde a la jugada anterior. Si un tablero no llega, `/tablero` lo trae de nuevo con sus botones y con lo que te haya pedido tu rival; `/partidas` dice dónde te toca.
about-authors = { $count ->
    [one] { $games } es de { $author }
   *[other] { $games } son de { $author }
}
about =
    {"**"}Tablero** { $version } sirve para jugar sin prisa a juegos de tablero abstractos, con tu gente y en el chat de siempre, o contra el propio bot.
    { $authors }. Todos los derechos de los juegos pertenecen a sus autores y editores; este programa no está vinculado a ellos.
    Software libre con licencia MIT.

already-done = Eso ya está hecho.
choices-reply = Responde con un número:
choices-reply-or-react = Responde o reacciona con un número:
choices-unknown = Ese número no está en la lista del mensaje al que respondes.
form-reply = Responde a este mensaje; por ejemplo, { $example }.
direct-refused = { $player }, la respuesta es solo para ti, pero no aceptas mis mensajes directos. Actívalos e inténtalo de nuevo.

# Lo que dice el bot en una sala de Matrix en la que ha entrado, y a quien lo invitó a una sala cifrada.
room-hello = Hola, soy Tablero. Aquí puedes jugar con tus amigos a ZÈRTZ, DVONN y Barrier, sin prisas.
    Empieza con `!challenge @amigo game zertz`, o escribe `!help` para ver todo lo que puedo hacer.
room-encrypted = No puedo leer mensajes cifrados, así que he salido de la sala cifrada. Invítame a una sala sin cifrado: se elige al crearla. O jugamos aquí mismo.
challenge-code = Para aceptarlo desde otra plataforma, usa *aceptar* con el código `{ $code }`.
challenge-unknown-code = Ningún reto tiene ese código. Cópialo del reto, por ejemplo `12-K7QX2M`.
accept-not-here = El bot no es miembro de este sitio y no podría publicar las jugadas de tu rival. Acepta el reto en un servidor con el bot o en tus mensajes directos con él.
help-across-platforms = `/aceptar` acepta por su código un reto de otra plataforma. Con `/vincular` y `/desvincular` usas un solo perfil de jugador en dos plataformas.
room-moved = Esta sala se ha actualizado y he venido con ella: las partidas en curso siguen aquí.
room-inviter-not-allowed = Solo acepto invitaciones de las personas y servidores que ha elegido mi anfitrión.
room-too-many-invitations = Demasiadas invitaciones a la vez. Prueba de nuevo dentro de una hora.
room-encrypted-reason = No puedo leer mensajes cifrados.
