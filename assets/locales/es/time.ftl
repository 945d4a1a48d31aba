# Texts about time, notifications and personal settings.

time-days = { $count ->
    [one] 1 día
   *[other] { $count } días
}
time-hours = { $count ->
    [one] 1 hora
   *[other] { $count } horas
}
time-minutes = { $count } min
time-in = dentro de { $duration }
time-ago = hace { $duration }
time-now = ahora
time-day = { $day } de { $month ->
    [1] enero
    [2] febrero
    [3] marzo
    [4] abril
    [5] mayo
    [6] junio
    [7] julio
    [8] agosto
    [9] septiembre
    [10] octubre
    [11] noviembre
   *[12] diciembre
} de { $year }
time-date = { $date }, { $clock }
time-short-days = { $count } d
time-short-hours = { $count } h
time-short-minutes = { $count } min
control-none = sin reloj
control-per-move = { $days ->
    [one] 1 día por jugada
   *[other] { $days } días por jugada
}
control-bank = { $bank }, más { $increment } por jugada, hasta { $cap }

challenge-time = Tiempo: { $control }. Si la partida empezara ahora, el plazo de la primera jugada acabaría { $relative }, el { $when }.
challenge-pauses-all = Los relojes se paran en vacaciones, en las horas de sueño y en los fines de semana libres.
challenge-pauses-vacation = Los relojes se paran en vacaciones.
challenge-pauses-none = Los relojes no se paran nunca.
challenge-rated = Partida puntuada: sin pistas y sin deshacer jugadas.
challenge-casual = Partida amistosa: no cuenta para la puntuación.
challenge-rated-needs-clock = Una partida puntuada necesita reloj; sin él podría no acabar nunca. Elige un tiempo.
challenge-rated-solved = Este juego está resuelto y sé quién gana: una partida puntuada contra mí no demostraría nada. Juégala como amistosa o desafía a una persona.
challenge-blocked = No puedes jugar con esta persona.
challenge-channel-closed = En este canal no se juega. Quien administra el servidor elige los canales.
challenge-game-closed = En este servidor no se juega a este juego. Quien administra el servidor elige los juegos.
challenge-too-many-games = En este servidor nadie puede tener más de { $most ->
    [one] una partida
   *[other] { $most } partidas
} a la vez. Antes hay que terminar una.
choice-pauses-all = vacaciones, sueño y fines de semana
choice-pauses-vacation = solo vacaciones
choice-pauses-none = nada

board-due = El plazo acaba { $relative }, el { $when }.
board-paused-vacation = El reloj está parado hasta el { $until }, porque { $player } está de vacaciones.
board-paused-weekend = El reloj está parado hasta el { $until }, porque { $player } descansa el fin de semana.
board-paused-night = El reloj está parado hasta el { $until }, porque es de noche para { $player }.
board-paused-outage = El reloj está parado hasta el { $until }, porque he estado sin conexión.
result-win-timeout = { $winner } gana por tiempo a { $loser }.
result-none-aborted = Se cancela la partida de { $first } y { $second }: alguien no hizo a tiempo su primera jugada. Nadie pierde.
result-none-stopped = Quien administra el servidor ha cerrado sin resultado la partida de { $first } y { $second }.
player-former = una cuenta borrada
player-former-first = Una cuenta borrada

turn-directly = Te toca contra { $opponent } { $place }
over-directly = Ha terminado tu partida contra { $opponent } { $place }
turn-here = { $player }, te toca.
over-here = { $player }, ha terminado tu partida de { $game } contra { $opponent }.
reminder = { $player }, te toca en tu partida de { $game } contra { $opponent }. { $place }
reminder-due = Se te acaba el tiempo { $relative }, el { $when }.
rescue = { $player }, casi no te quedaba tiempo en { $game } contra { $opponent }, así que tus vacaciones han empezado solas. { $place }
rescue-until = Las vacaciones paran los relojes de todas tus partidas que lo permiten, como mucho hasta el { $when }. Mientras tanto puedes jugar; para terminarlas, usa /vacaciones.
outage = He estado sin conexión desde el { $from } hasta el { $until }. Los relojes se han parado durante { $length }.
clock-corrected = Mi reloj iba mal: estaba adelantado { $length }, así que no es cierto lo que dije de que había estado sin conexión. Ya vuelve a ir bien. En esta partida, los relojes solo han estado parados desde el { $from } hasta el { $until }.
undelivered-forbidden = No puedo escribir en { $place }, donde se juega tu partida de **{ $game }** (n.º { $number }) contra { $opponent }. Allí necesito los permisos Ver canal, Enviar mensajes, Enviar mensajes en hilos y Adjuntar archivos; me los puede dar quien administra el servidor. Lo seguiré intentando una semana y, mientras tanto, te escribo aquí.
undelivered-not-allowed = No puedo escribir en { $place }, donde se juega tu partida de **{ $game }** (n.º { $number }) contra { $opponent }. Si me han expulsado, invítame otra vez; si no, quien administra la sala puede dejarme escribir. Lo seguiré intentando una semana y, mientras tanto, te escribo aquí.
undelivered-closed = { $place }, donde se juega tu partida de **{ $game }** (n.º { $number }) contra { $opponent }, está cerrado o no admite mensajes. La partida sigue: te escribo aquí, y con /siguiente la ves en cualquier sitio.
undelivered-gone = El canal de tu partida de **{ $game }** (n.º { $number }) contra { $opponent } ya no existe. La partida sigue: te escribo aquí, y con /siguiente la ves en cualquier sitio.
undelivered-failed = No he podido publicar en { $place } las novedades de tu partida de **{ $game }** (n.º { $number }) contra { $opponent }. Usa allí /tablero para ver cómo va, o /siguiente en cualquier sitio.
undelivered-alone = No consigo avisar a { $opponent } de las novedades de tu partida de **{ $game }** (n.º { $number }): no puedo publicar en { $place } y no acepta mis mensajes directos. Avísale tú, por favor; con /siguiente verá el tablero en cualquier sitio.
undelivered-opponent = También escribo a tu rival por mensaje directo.
undelivered-here = { $player }, hay algo nuevo en esta partida que aquí no puedo publicar. Con /tablero lo ves.
digest = { $player }, { $count ->
    [one] te espera una partida:
   *[other] te esperan { $count } partidas:
}
button-mute = Sin recordatorios en esta partida
reminders-off = Ya no te enviaré recordatorios en esta partida. Para recuperarlos, usa /recordatorios.
reminders-on = Te enviaré recordatorios en esta partida, según tus /ajustes.

games-asked = ▶ **{ $game }** contra { $opponent }, turno { $number } — **tu rival espera tu respuesta** { $place }
games-engine-thinks = **{ $game }** contra { $opponent }, turno { $number } — está pensando { $place }
games-due = el plazo acaba { $relative }
games-paused = en pausa; el plazo acaba { $relative }
games-more = + { $count } más: las ves con *Más*.
next-none = No tienes nada pendiente.
past-none = Todavía no has terminado ninguna partida.
past-title = **Tus partidas terminadas** ({ $count })
past-line = **{ $game }** { $number }, { $when } — { $result } { $place }
past-option = { $game } { $number }: { $first } – { $second }
past-replay = Ver la repetición de una partida…
button-past = Partidas terminadas
button-newer = ◀ Más recientes
button-older = Más antiguas ▶

settings-zone-unknown = Ya no conozco la zona horaria { $zone }. Hasta que elijas otra con `/horarios`, cuento en UTC.
settings-unreadable = No he podido leer algunos de estos ajustes, así que aparecen como de fábrica. Elígelos otra vez.
settings =
    {"**"}Tus ajustes**: cada opción de abajo muestra un ajuste y sirve para cambiarlo.
    Zona horaria: { $zone }
    Los relojes se paran de noche: { $sleep }; el fin de semana: { $weekend }
    Horas sin avisos: { $quiet }; mensaje diario: { $digest }
    Los tableros muestran tu avatar: { $avatar }; sugerencias después de jugar contra mí: { $suggestions }; avisos de los tableros del día: { $daily } (se cambian con `/ajustes` y `avatar`, `sugerencias` o `diario`)
    Las horas y la zona horaria se cambian con `/horarios`.
    Las *jugadas forzadas* son capturas y pases sin elección. Las *vacaciones automáticas* empiezan antes de que se te acabe el tiempo.
settings-pings-thread = un aviso donde se juega
settings-pings-direct = un mensaje directo
settings-pings-digest = un mensaje directo al día
settings-pings-none = nada
settings-reminders-none = ninguno
settings-reminders-at = cuando te queda { $percents } del tiempo de la jugada
settings-reminders-percent = el { $percent }
settings-theme-default = los del servidor
settings-theme-light = claros
settings-theme-dark = oscuros
settings-theme-high-contrast = de alto contraste
settings-theme-colour-safe = aptos para daltónicos, con tramas
settings-language-default = el de la aplicación
settings-language-own = español
settings-on = sí
settings-off = no
settings-sleep-none = nunca
settings-quiet-none = ninguna
settings-menu-pings = Cuando te toca: { $value }
settings-menu-reminders = Recordatorios: { $value }
settings-menu-theme = Tableros: { $value }
settings-menu-language = Idioma: { $value }
settings-theme-samples = Ver los temas
settings-samples = Un tablero en cada tema. Elige el tuyo en el menú de tus ajustes.
settings-confirm-picked = las que eliges paso a paso
settings-confirm-all = las que eliges o escribes
settings-confirm-none = ninguna
settings-takebacks-ask = si estás de acuerdo
settings-takebacks-always = siempre
settings-takebacks-never = nunca
settings-confirm-is-picked = Confirmar: las jugadas que elijo
settings-confirm-is-all = Confirmar: todas las jugadas
settings-confirm-is-none = Confirmar: ninguna jugada
settings-takebacks-is-ask = Deshacer jugadas: me preguntan
settings-takebacks-is-always = Deshacer jugadas: siempre permitido
settings-takebacks-is-never = Deshacer jugadas: nunca permitido
settings-turned-is-on = Mis tableros: girados
settings-turned-is-off = Mis tableros: sin girar
settings-forced-is-on = Jugadas forzadas automáticas: sí
settings-forced-is-off = Jugadas forzadas automáticas: no
settings-rescue-is-on = Vacaciones automáticas: sí
settings-rescue-is-off = Vacaciones automáticas: no

vacation-left = Vacaciones que te quedan este año: { $left }. Cada partida que terminas suma medio día.
vacation-going = Estás de vacaciones hasta el { $when }; acaban { $relative }. Los relojes de todas tus partidas que lo permiten están parados, pero puedes jugar. Para el resto del año aún tienes { $left }.
vacation-none-left = Este año no te quedan vacaciones. Cada partida que terminas suma medio día, hasta dos semanas.
vacation-goes-on = Ya estás de vacaciones. Termínalas antes con /vacaciones.
vacation-not-on = No estás de vacaciones.
button-depart = Tomarme { $days ->
    [one] 1 día
   *[other] { $days } días
} de vacaciones
button-come-back = Terminar las vacaciones

times-no-zone = No conozco esa zona horaria. Escribe unas letras de una ciudad grande que tengas cerca y elige una, por ejemplo Europe/Madrid.
times-no-hours = No entiendo esas horas. Escríbelas así: 22:30-7, o - si no quieres ninguna.
times-too-long = Los relojes se paran como mucho diez horas por noche.
times-too-often = Has cambiado tus horarios tres veces en una semana. Podrás cambiarlos otra vez el { $when }.
