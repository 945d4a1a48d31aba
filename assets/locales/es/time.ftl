# Lo que se dice sobre el tiempo, los avisos y las preferencias.

time-days = { $count ->
    [one] 1 día
   *[other] { $count } días
}
time-hours = { $count ->
    [one] 1 hora
   *[other] { $count } horas
}
time-minutes = { $count } min
time-short-days = { $count } d
time-short-hours = { $count } h
time-short-minutes = { $count } min
control-none = sin reloj
control-per-move = { $days ->
    [one] 1 día por jugada
   *[other] { $days } días por jugada
}
control-bank = { $bank } y { $increment } más por jugada, como mucho { $cap }

challenge-time = Tiempo: { $control }. Si la partida empezara ahora, la primera jugada vencería { $relative }, el { $when }.
challenge-pauses-all = Los relojes se paran en las vacaciones, las horas de sueño y los fines de semana libres.
challenge-pauses-vacation = Los relojes se paran en las vacaciones.
challenge-pauses-none = Nada para los relojes.
challenge-rated = La partida puntúa: sin pistas y sin deshacer jugadas.
challenge-casual = La partida no puntúa.
challenge-rated-needs-clock = Una partida que puntúa necesita reloj, o podría no acabar nunca. Elige un tiempo.
challenge-rated-solved = Este juego está resuelto: sé quién gana, así que una partida puntuada contra mí no demostraría nada. Juégala sin puntuar o reta a una persona.
challenge-blocked = No puedes jugar con esta persona.
challenge-channel-closed = En este servidor no se juega en este canal. Quien administra el servidor elige dónde.
challenge-game-closed = Este juego no se juega en este servidor. Quien administra el servidor elige cuáles.
challenge-too-many-games = En este servidor nadie tiene más de { $most } partidas a la vez. Termina una antes.
choice-pauses-all = vacaciones, sueño y fines de semana
choice-pauses-vacation = solo vacaciones
choice-pauses-none = nada

board-due = Vence { $relative }, el { $when }.
board-due-paused = El reloj está parado. Vence { $relative }, el { $when }.
result-win-timeout = { $winner } gana a { $loser }, a quien se le acabó el tiempo.
result-none-aborted = La partida de { $first } y { $second } acaba antes de empezar: pasó el tiempo para una primera jugada. Nadie pierde.
result-none-stopped = Quien administra el servidor terminó sin resultado la partida de { $first } y { $second }.
player-former = alguien que ya no juega

turn-directly = Te toca contra { $opponent } { $place }
over-directly = Tu partida contra { $opponent } ha terminado { $place }
turn-here = { $player }, te toca.
over-here = { $player }, tu partida de { $game } contra { $opponent } ha terminado.
reminder = { $player }, tu partida de { $game } contra { $opponent } espera tu jugada. { $place }
reminder-due = Se te acaba el tiempo { $relative }, el { $when }.
rescue = { $player }, casi se te acababa el tiempo en { $game } contra { $opponent }, así que tus vacaciones han empezado solas. { $place }
rescue-until = Paran los relojes de todas tus partidas que lo permiten, como mucho hasta el { $when }. Puedes jugar igualmente; /vacaciones las termina.
outage = No estuve aquí desde el { $from } hasta el { $until }. Los relojes estuvieron parados { $length }.
undelivered-forbidden = No puedo escribir en { $place }, donde se juega tu partida de **{ $game }** (n.º { $number }) contra { $opponent }. Allí necesito los permisos Ver canal, Enviar mensajes, Enviar mensajes en hilos y Adjuntar archivos; quien administra el servidor me los puede dar. Lo seguiré intentando durante una semana y, mientras tanto, te escribo aquí.
undelivered-gone = El canal de tu partida de **{ $game }** (n.º { $number }) contra { $opponent } ya no existe. La partida sigue igualmente: te escribo aquí, y /siguiente la muestra en cualquier sitio.
undelivered-failed = No he podido publicar en { $place } lo nuevo de tu partida de **{ $game }** (n.º { $number }) contra { $opponent }. Allí /tablero muestra cómo va, y /siguiente la muestra en cualquier sitio.
undelivered-alone = { $opponent } no recibe noticias mías de vuestra partida de **{ $game }** (n.º { $number }): no puedo publicar en { $place } y no acepta mis mensajes directos. Avísale tú, por favor; /siguiente le muestra el tablero en cualquier sitio.
undelivered-opponent = También escribo directamente a tu rival.
digest = { $player }, { $count ->
    [one] una partida te espera:
   *[other] { $count } partidas te esperan:
}
button-mute = Sin recordatorios en esta partida
reminders-off = Ya no recibirás recordatorios en esta partida. /recordatorios los recupera.
reminders-on = Recibirás recordatorios en esta partida, como dicen tus /ajustes.

games-asked = ▶ **{ $game }** contra { $opponent }, turno { $number } — **tu rival te pregunta algo** { $place }
games-engine-thinks = **{ $game }** contra { $opponent }, turno { $number } — está pensando { $place }
games-due = vence { $relative }
games-more = … y { $count } más
next-none = Nada te espera.

settings =
    {"**"}Tus ajustes**
    Cuando te toca: { $pings }
    Recordatorios: { $reminders }
    Tableros: { $theme }
    Idioma: { $language }
    Zona horaria: { $zone }
    Los relojes se paran de noche: { $sleep }; el fin de semana: { $weekend }
    Sin avisos: { $quiet }; mensaje diario a las { $digest }
    Una captura o un paso que es tu única jugada se juega por ti: { $forced }
    Tus vacaciones empiezan solas antes de que se te acabe el tiempo: { $rescue }
    `/horarios` cambia las horas y la zona horaria.
settings-pings-thread = un aviso donde se juega
settings-pings-direct = un mensaje directo
settings-pings-digest = un mensaje directo al día
settings-pings-none = nada
settings-reminders-none = ninguno
settings-reminders-at = cuando queda el { $percents } del tiempo de la jugada
settings-theme-default = como los tiene el servidor
settings-theme-light = claros
settings-theme-dark = oscuros
settings-theme-high-contrast = de alto contraste
settings-theme-colour-safe = aptos para daltónicos, con tramas
settings-language-default = como en Discord
settings-language-own = español
settings-on = sí
settings-off = no
settings-none = nunca
settings-choose-pings = Cuando te toca …
settings-choose-reminders = Recordatorios …
settings-choose-theme = Tableros …
settings-choose-language = Idioma …
settings-forced-on = Jugar mis capturas y pasos únicos
settings-forced-off = Dejarme mis capturas y pasos únicos
settings-rescue-on = Que las vacaciones empiecen solas
settings-rescue-off = Que las vacaciones no empiecen solas

vacation-left = Te quedan { $left } de vacaciones este año. Cada partida que terminas añade medio día.
vacation-going = Estás de vacaciones hasta el { $when }; acaban { $relative }. Los relojes de todas tus partidas que lo permiten están parados; puedes jugar igualmente. Además te quedan { $left } este año.
vacation-none-left = No te quedan vacaciones este año. Cada partida que terminas añade medio día, hasta dos semanas.
vacation-goes-on = Ya estás de vacaciones. Termínalas antes con /vacaciones.
vacation-not-on = No estás de vacaciones.
button-depart = { $days } días desde ahora
button-come-back = Terminar las vacaciones

times-no-zone = No conozco esta zona horaria. Escribe unas letras de una ciudad grande cercana y elige una, por ejemplo Europe/Madrid.
times-no-hours = No entiendo estas horas. Escríbelas como 22:30-7, o - para ninguna.
times-too-long = Los relojes se paran como mucho diez horas por noche.
times-too-often = Has cambiado tus horas tres veces en una semana. Podrás cambiarlas de nuevo el { $when }.
