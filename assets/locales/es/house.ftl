# Texts about servers, blocking, players' data and linked accounts.

challenge-opponent-gone = Tu rival ha borrado sus datos y ya no juega aquí. Busca a otra persona con /desafiar.

block-done = Has bloqueado a { $player }: ya no puedes desafiar a esa persona, ni ella a ti. No se lo digo a nadie. Las partidas en curso siguen igual; para desbloquear, usa `/bloquear` con `deshacer`.
block-undone = Ya puedes volver a jugar con { $player }.
block-self = No puedes bloquear tu propia cuenta.
block-bot = Los bots no desafían a nadie: no hay nada que bloquear.
block-too-many = Ya has bloqueado a { $most } personas, que es el máximo. Desbloquea antes a alguien: /bloquear muestra la lista.
block-list = { $count ->
    [0] No has bloqueado a nadie. Para bloquear a alguien, usa `/bloquear` con un usuario.
    [one] Has bloqueado a una persona. Elígela para desbloquearla.
   *[other] Has bloqueado a { $count } personas. Elige una para desbloquearla.
}
block-choose = Desbloquear a…

house =
    {"**"}Este servidor**
    Canales para empezar partidas: { $channels }
    Juegos disponibles: { $games }
    Idioma: { $language }
    Tiempo por defecto de los desafíos: { $time }
    Tableros: { $theme }
    Partidas a la vez por persona: { $limit }
    Avatares en los tableros: { $avatars }
    Mirar en el navegador: { $watching }
    Para cambiar algo, usa `/servidor` con esa opción; para volver al valor inicial, con `quitar`. Los cambios valen para las partidas que empiecen desde ahora; el de mirar, en el acto.
house-prefix = Los comandos empiezan por { $prefix }
house-bad-prefix = Ese prefijo no es válido. Elige { $most } caracteres como máximo, sin espacios.
house-everywhere = todos
house-nowhere = ninguno; no se puede empezar ninguna partida hasta que elijas un canal
house-all-games = todos
house-no-games = ninguno; no se puede empezar ninguna partida hasta que elijas un juego
house-no-limit = sin límite
house-unreadable = No he podido leer algunos de estos ajustes, así que permiten lo menos posible. Configúralos otra vez.
house-no-server = Esto solo funciona en un servidor donde me hayan añadido. Pídeselo a quien lo administra.
house-not-manager = Eso solo lo puede hacer quien administra el servidor: en Discord, quien tiene el permiso Gestionar servidor; en Matrix, quien modera la sala o el espacio.
house-no-game = En este servidor no hay ninguna partida con el número { $number }. El número está en el nombre del hilo.
house-too-many-channels = No puedes elegir más de { $most } canales. Nombra otra vez uno de ellos para quitarlo.
house-ended = He cerrado sin resultado la partida { $number } ({ $game }) y he avisado a sus jugadores.
house-ended-unread = Ya no podía leer la partida { $number } y la he cerrado sin resultado. No puedo avisar a sus jugadores: díselo tú, por favor.

privacy-export = Aquí tienes todos tus datos en un archivo JSON. Las horas están en UTC.
privacy-export-cut = No cabía todo en un archivo: { $count ->
    [0] faltan los datos más antiguos de algunas listas.
    [one] faltan las jugadas de tu partida más antigua, o la partida entera.
   *[other] faltan las jugadas de tus { $count } partidas más antiguas, o las partidas enteras.
} Para tener todas las jugadas de una partida, usa `/exportar` donde se juega.
privacy-export-again = Acabas de recibir un archivo. Podrás pedir otro { $when }.
limit-person = { $what ->
    [challenges] Has enviado muchos desafíos.
    [games] Has empezado muchas partidas.
    [hints] Has pedido muchas pistas.
    [analyses] Has pedido muchos análisis.
    [exports] Has exportado muchos archivos.
   *[pictures] Has pedido muchas imágenes.
} El límite es de { $most } por minuto. Vuelve a intentarlo { $when }.
limit-server = { $what ->
    [challenges] En este servidor se han enviado muchos desafíos.
    [games] En este servidor se han empezado muchas partidas.
    [hints] En este servidor se han pedido muchas pistas.
    [analyses] En este servidor se han pedido muchos análisis.
    [exports] En este servidor se han exportado muchos archivos.
   *[pictures] En este servidor se han pedido muchas imágenes.
} El límite es de { $most } por minuto entre todos. Vuelve a intentarlo { $when }.
privacy-question =
    {"**"}¿Borrar todos tus datos?**
    { $count ->
        [0] No tienes partidas en curso.
        [one] Antes abandono por ti tu partida en curso; si es puntuada, cuenta.
       *[other] Antes abandono por ti tus { $count } partidas en curso; las puntuadas cuentan.
    }
    Borro tu nombre, ajustes, horarios, vacaciones, puntuaciones, notas, planes, pistas y bloqueos, y cancelo los desafíos abiertos. Las partidas terminadas se quedan, con «una cuenta borrada» en tu lugar.
    Los mensajes e hilos con tu nombre que ya están en los chats se quedan allí.
privacy-messages = También puedo borrar de las salas mis mensajes sobre tus partidas y desafíos, incluidos los tableros de tus rivales. Mis respuestas a otros comandos, como las clasificaciones, se quedan.
privacy-final = {"**"}No se puede deshacer.** Si quieres una copia, pídela antes con `/privacidad exportar`.
button-forget = Borrar mis datos
button-forget-messages = Borrar mis datos y los mensajes de mis partidas
privacy-deleted = He borrado todo lo que guardaba sobre ti. Si vuelves, empiezas de cero.

link-code = Tu código es `{ $code }` y caduca { $when }. Con tu cuenta de la otra plataforma, usa *vincular* con este código. Después elige *Continuar* aquí.
button-link-continue = Continuar
link-question = { $name } ({ $account }) ha introducido tu código. ¿Eres tú? Tus ajustes de aquí se quedan, las partidas de las dos cuentas pasan a ser tuyas y calculo de nuevo tus puntuaciones con todas tus partidas puntuadas.
button-link-confirm = Sí, vincular las cuentas
link-entered = Ya casi está: vuelve a donde te di el código y elige *Continuar*, o usa *vincular* allí otra vez.
link-done = Tus cuentas están vinculadas. Ya puedes jugar con cualquiera de las dos.
unlink-question = ¿Quieres desvincular la cuenta que usas ahora? Tus partidas, puntuaciones y ajustes se quedan en tu otra cuenta, y esta empieza de cero.
button-unlink = Desvincular
unlink-done = Esta cuenta empieza de cero. Tus partidas están en tu otra cuenta.
link-unknown-code = Ese código no es válido. Los códigos caducan a los diez minutos: pide otro con *vincular* en la otra plataforma.
link-own-code = Ese código es el tuyo. Introdúcelo con tu cuenta de la otra plataforma.
link-same-platform = Las dos cuentas son de la misma plataforma, y solo puedes vincular cuentas de plataformas distintas.
link-opponents = Estas dos cuentas están jugando una contra otra. Termina antes esa partida.
link-clock-running = Una de las cuentas tiene una partida en curso con reloj. Termínala antes.
link-not-entered = Nadie ha introducido el código todavía. Introdúcelo con tu cuenta de la otra plataforma y después elige *Continuar*.
link-not-linked = Esta cuenta no está vinculada a ninguna otra.
link-games-running = Tienes partidas en curso. Termínalas antes.
