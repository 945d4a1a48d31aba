# Ciò che si dice sul tempo, gli avvisi e le preferenze.

time-days = { $count ->
    [one] 1 giorno
   *[other] { $count } giorni
}
time-hours = { $count ->
    [one] 1 ora
   *[other] { $count } ore
}
time-minutes = { $count } min
time-short-days = { $count } g
time-short-hours = { $count } h
time-short-minutes = { $count } min
control-none = senza orologio
control-per-move = { $days ->
    [one] 1 giorno per mossa
   *[other] { $days } giorni per mossa
}
control-bank = { $bank } e altri { $increment } per mossa, al massimo { $cap }

challenge-time = Tempo: { $control }. Se la partita iniziasse ora, la prima mossa scadrebbe { $relative }, il { $when }.
challenge-pauses-all = Gli orologi si fermano nelle vacanze, nelle ore di sonno e nei fine settimana liberi.
challenge-pauses-vacation = Gli orologi si fermano nelle vacanze.
challenge-pauses-none = Niente ferma gli orologi.
challenge-rated = La partita è classificata: niente suggerimenti e nessuna mossa ritirata.
challenge-casual = La partita non è classificata.
challenge-rated-needs-clock = Una partita classificata ha bisogno di un orologio, o potrebbe non finire mai. Scegli un tempo.
challenge-rated-solved = Questo gioco è risolto: so chi vince, quindi una partita classificata contro di me non dimostrerebbe niente. Giocala non classificata o sfida una persona.
challenge-blocked = Non puoi giocare con questa persona.
challenge-channel-closed = In questo server non si gioca in questo canale. Chi gestisce il server sceglie dove.
challenge-game-closed = A questo gioco non si gioca in questo server. Chi gestisce il server sceglie a quali.
challenge-too-many-games = In questo server nessuno ha più di { $most } partite alla volta. Finiscine prima una.
choice-pauses-all = vacanze, sonno e fine settimana
choice-pauses-vacation = solo vacanze
choice-pauses-none = niente

board-due = Scade { $relative }, il { $when }.
board-due-paused = L'orologio è fermo. Scade { $relative }, il { $when }.
result-win-timeout = { $winner } batte { $loser }, che ha finito il tempo.
result-none-aborted = La partita di { $first } e { $second } finisce prima di iniziare: il tempo per una prima mossa è passato. Nessuno perde.
result-none-stopped = Chi gestisce il server ha chiuso senza risultato la partita di { $first } e { $second }.
player-former = chi non gioca più

turn-directly = Tocca a te contro { $opponent } { $place }
over-directly = La tua partita contro { $opponent } è finita { $place }
turn-here = { $player }, tocca a te.
over-here = { $player }, la tua partita di { $game } contro { $opponent } è finita.
reminder = { $player }, la tua partita di { $game } contro { $opponent } aspetta la tua mossa. { $place }
reminder-due = Il tuo tempo finisce { $relative }, il { $when }.
rescue = { $player }, il tuo tempo in { $game } contro { $opponent } stava per finire: le tue vacanze sono iniziate da sole. { $place }
rescue-until = Fermano gli orologi di tutte le tue partite che lo permettono, al massimo fino al { $when }. Puoi giocare lo stesso; /vacanza le termina.
outage = Non ci sono stato dal { $from } al { $until }. Gli orologi sono rimasti fermi per { $length }.
undelivered-forbidden = Non posso scrivere in { $place }, dove si gioca la tua partita di **{ $game }** (n. { $number }) contro { $opponent }. Lì mi servono i permessi Visualizza canale, Invia messaggi, Invia messaggi nei thread e Allega file; chi gestisce il server può darmeli. Continuo a provare per una settimana e intanto ti scrivo qui.
undelivered-gone = Il canale della tua partita di **{ $game }** (n. { $number }) contro { $opponent } non esiste più. La partita continua lo stesso: ti scrivo qui, e /prossima la mostra ovunque.
undelivered-failed = Non sono riuscito a pubblicare in { $place } le novità della tua partita di **{ $game }** (n. { $number }) contro { $opponent }. Lì /tavoliere mostra come sta andando, e /prossima la mostra ovunque.
undelivered-alone = { $opponent } non riceve mie notizie della vostra partita di **{ $game }** (n. { $number }): non posso pubblicare in { $place } e non accetta i miei messaggi diretti. Avvisalo tu, per favore; /prossima gli mostra il tavoliere ovunque.
undelivered-opponent = Scrivo direttamente anche al tuo avversario.
digest = { $player }, { $count ->
    [one] una partita ti aspetta:
   *[other] { $count } partite ti aspettano:
}
button-mute = Niente promemoria in questa partita
reminders-off = In questa partita non riceverai più promemoria. /promemoria li riattiva.
reminders-on = In questa partita riceverai promemoria, come dicono le tue /impostazioni.

games-asked = ▶ **{ $game }** contro { $opponent }, turno { $number } — **l'avversario ti chiede qualcosa** { $place }
games-engine-thinks = **{ $game }** contro { $opponent }, turno { $number } — sta pensando { $place }
games-due = scade { $relative }
games-more = … e altre { $count }
next-none = Niente ti aspetta.

settings =
    {"**"}Le tue impostazioni**
    Quando tocca a te: { $pings }
    Promemoria: { $reminders }
    Tavolieri: { $theme }
    Lingua: { $language }
    Fuso orario: { $zone }
    Gli orologi si fermano di notte: { $sleep }; nel fine settimana: { $weekend }
    Niente avvisi: { $quiet }; messaggio giornaliero alle { $digest }
    Una cattura o un passo che è la tua unica mossa si gioca per te: { $forced }
    Le tue vacanze iniziano da sole prima che finisca il tempo: { $rescue }
    `/orari` cambia le ore e il fuso orario.
settings-pings-thread = un avviso dove si gioca
settings-pings-direct = un messaggio diretto
settings-pings-digest = un messaggio diretto al giorno
settings-pings-none = niente
settings-reminders-none = nessuno
settings-reminders-at = quando resta il { $percents } del tempo della mossa
settings-theme-default = come li ha il server
settings-theme-light = chiari
settings-theme-dark = scuri
settings-theme-high-contrast = ad alto contrasto
settings-theme-colour-safe = adatti ai daltonici, con trame
settings-language-default = come in Discord
settings-language-own = italiano
settings-on = sì
settings-off = no
settings-none = mai
settings-choose-pings = Quando tocca a te …
settings-choose-reminders = Promemoria …
settings-choose-theme = Tavolieri …
settings-choose-language = Lingua …
settings-forced-on = Gioca le mie catture e i miei passi obbligati
settings-forced-off = Lascia a me catture e passi obbligati
settings-rescue-on = Vacanze che iniziano da sole
settings-rescue-off = Vacanze che non iniziano da sole

vacation-left = Quest'anno ti restano { $left } di vacanza. Ogni partita che finisci aggiunge mezza giornata.
vacation-going = Sei in vacanza fino al { $when }; finisce { $relative }. Gli orologi di tutte le tue partite che lo permettono sono fermi; puoi giocare lo stesso. Inoltre quest'anno ti restano { $left }.
vacation-none-left = Quest'anno non ti resta vacanza. Ogni partita che finisci aggiunge mezza giornata, fino a due settimane.
vacation-goes-on = Sei già in vacanza. Prima terminala con /vacanza.
vacation-not-on = Non sei in vacanza.
button-depart = { $days } giorni da ora
button-come-back = Termina la vacanza

times-no-zone = Non conosco questo fuso orario. Scrivi qualche lettera di una grande città vicina e scegline uno, per esempio Europe/Rome.
times-no-hours = Non capisco queste ore. Scrivile come 22:30-7, oppure - per nessuna.
times-too-long = Gli orologi si fermano al massimo per dieci ore a notte.
times-too-often = Hai cambiato le tue ore tre volte in una settimana. Potrai cambiarle di nuovo il { $when }.
