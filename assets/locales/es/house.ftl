# Lo que se dice sobre los servidores, sobre con quién se juega y sobre lo que se guarda de la gente.

challenge-opponent-gone = Tu rival ya no juega aquí, y lo que lo nombraba está borrado. /retar te busca a otra persona.

block-done = Ya no juegas con { $player }: ninguno puede retar al otro. A nadie se le dice. Las partidas en curso siguen igual; `/bloquear` con `deshacer` lo retira.
block-undone = Puedes volver a jugar con { $player }.
block-self = No puedes bloquearte a ti.
block-bot = Los bots no retan a nadie, así que no hay nada que bloquear.
block-too-many = Has bloqueado a { $most } personas, y no pueden ser más. Desbloquea antes a alguien: /bloquear muestra la lista.
block-list = { $count ->
    [0] No has bloqueado a nadie. `/bloquear` con un usuario lo hace.
    [one] Has bloqueado a una persona. Elígela para retirarlo.
   *[other] Has bloqueado a { $count } personas. Elige una para retirarlo.
}
block-choose = Volver a jugar con …

house =
    {"**"}Este servidor**
    Pueden empezar partidas en: { $channels }
    Juegos que se ofrecen: { $games }
    Idioma: { $language }
    Tiempo en los retos que no lo dicen: { $time }
    Tableros: { $theme }
    Partidas a la vez por persona: { $limit }
    `/servidor` con una opción la cambia, y con `quitar` la retira. Lo que se cambia vale para las partidas que empiecen desde ahora.
house-prefix = Los comandos empiezan por: { $prefix }
house-bad-prefix = Eso no puede ser un prefijo. Elige como máximo { $most } caracteres sin espacios.
house-everywhere = todos los canales
house-nowhere = ninguno: aquí no puede empezar ninguna partida hasta que elijas un canal
house-all-games = todos
house-no-games = ninguno: aquí no puede empezar ninguna partida hasta que elijas un juego
house-no-limit = las que quiera
house-no-server = Esto solo funciona en un servidor que me haya añadido. Pídeselo a quien lo administra.
house-not-manager = Solo puede hacerlo quien tiene el permiso Gestionar servidor.
house-no-game = Ninguna partida de este servidor tiene el número { $number }. El número de una partida está en el nombre de su hilo.
house-too-many-channels = No se pueden nombrar más de { $most } canales. Nombra otra vez uno de ellos para quitarlo.
house-ended = La partida { $number } ({ $game }) ha terminado sin resultado, y se avisa a sus jugadores.
house-ended-unread = La partida { $number } ya no se podía leer y ha terminado sin resultado. No se avisa a sus jugadores: díselo tú, por favor.

privacy-export = Todo lo que guardo de ti está en este archivo, que es JSON. Las horas son UTC.
privacy-export-cut = Era demasiado grande para un archivo, así que falta lo más antiguo: las jugadas, o más, de { $count } partidas. `/exportar` donde se juega una partida da todas sus jugadas.
privacy-export-again = Acabas de recibir un archivo. Podrás pedir el siguiente { $when }.
privacy-question =
    {"**"}¿Borrar todo lo que guardo de ti?**
    { $count ->
        [0] No tienes partidas en curso.
        [one] Se abandona tu partida en curso; si puntúa, cuenta.
       *[other] Se abandonan tus { $count } partidas en curso; las que puntúan cuentan.
    }
    Después se van tu nombre, ajustes, horarios, vacaciones, puntuaciones, notas, planes, pistas y bloqueos, y se cancelan los retos abiertos. Las partidas terminadas quedan, con «alguien que ya no juega» en tu lugar.
    Los mensajes e hilos con tu nombre que ya están en los chats se quedan allí.
privacy-messages = También puedo quitar de las salas mis mensajes sobre tus partidas y retos, incluidos los tableros de tus rivales. Mis respuestas a otros comandos, como las clasificaciones, se quedan.
privacy-final = {"**"}No se puede deshacer.** `/privacidad exportar` te da antes una copia.
button-forget = Borrarlo todo
button-forget-messages = Borrarlo todo, y mis mensajes sobre tus partidas
privacy-deleted = Todo lo que guardaba de ti está borrado. Si vuelves, empiezas de nuevo.

link-code = Tu código es `{ $code }`; caduca { $when }. Con tu cuenta de la otra plataforma, usa *vincular* con este código. Después pulsa *Continuar* aquí.
button-link-continue = Continuar
link-question = { $name } ({ $account }) ha introducido tu código. ¿Eres tú? Tus ajustes de aquí se quedan, las partidas de las dos cuentas pasan a ser tuyas y tus puntuaciones se calculan de nuevo con todas tus partidas puntuadas.
button-link-confirm = Sí, vincular las cuentas
link-entered = Ya casi está: vuelve a donde te dieron el código y pulsa *Continuar*, o usa *vincular* allí otra vez.
link-done = Tus cuentas están vinculadas. Ya puedes jugar con cualquiera de las dos.
unlink-question = ¿Quieres desvincular la cuenta que usas ahora? Tus partidas, puntuaciones y ajustes se quedan con tu otra cuenta, y esta empieza de cero.
button-unlink = Desvincular
unlink-done = Esta cuenta empieza de cero. Tus partidas están en tu otra cuenta.
link-unknown-code = Ese código no es válido. Los códigos caducan a los diez minutos: pide otro con *vincular* en la otra plataforma.
link-own-code = Ese es tu propio código. Introdúcelo con tu cuenta de la otra plataforma.
link-same-platform = Las dos cuentas son de la misma plataforma. Solo puedes vincular cuentas de plataformas distintas.
link-opponents = Estas dos cuentas están jugando entre sí. Termina antes esa partida.
link-clock-running = Una de las cuentas tiene una partida en curso con control de tiempo. Termínala antes.
link-not-entered = Nadie ha introducido el código todavía. Introdúcelo con tu cuenta de la otra plataforma y pulsa *Continuar*.
link-not-linked = Esta cuenta no está vinculada con otra.
link-games-running = Tienes partidas en curso. Termínalas antes.
