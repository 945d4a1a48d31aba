# Texts about time, notifications and personal settings.

time-days = { $count ->
    [one] 1 giorno
   *[other] { $count } giorni
}
time-hours = { $count ->
    [one] 1 ora
   *[other] { $count } ore
}
time-minutes = { $count } min
time-in = tra { $duration }
time-ago = { $duration } fa
time-now = adesso
time-day = { $day } { $month ->
    [1] gennaio
    [2] febbraio
    [3] marzo
    [4] aprile
    [5] maggio
    [6] giugno
    [7] luglio
    [8] agosto
    [9] settembre
    [10] ottobre
    [11] novembre
   *[12] dicembre
} { $year }
time-date = { $date }, { $clock }
time-short-days = { $count } g
time-short-hours = { $count } h
time-short-minutes = { $count } min
control-none = senza orologio
control-per-move = { $days ->
    [one] 1 giorno per mossa
   *[other] { $days } giorni per mossa
}
control-bank = { $bank } più { $increment } per mossa, al massimo { $cap }

challenge-time = Tempo: { $control }. Se la partita iniziasse ora, il tempo per la prima mossa scadrebbe { $relative } ({ $when }).
challenge-pauses-all = Gli orologi si fermano durante le vacanze, le ore di sonno e i fine settimana liberi.
challenge-pauses-vacation = Gli orologi si fermano durante le vacanze.
challenge-pauses-none = Gli orologi non si fermano mai.
challenge-rated = Partita classificata: niente suggerimenti, e le mosse non si ritirano.
challenge-casual = Partita amichevole: non conta per i punteggi.
challenge-rated-needs-clock = Una partita classificata ha bisogno di un orologio, altrimenti potrebbe non finire mai. Scegli un tempo.
challenge-rated-solved = Questo gioco è risolto: so già chi vince, quindi una partita classificata contro di me non dimostrerebbe niente. Giocala come amichevole o sfida una persona.
challenge-blocked = Non puoi giocare con questa persona.
challenge-channel-closed = In questo canale non si gioca. Chi gestisce il server sceglie i canali.
challenge-game-closed = In questo server non si gioca a questo gioco. Chi gestisce il server sceglie i giochi.
challenge-too-many-games = In questo server ognuno può avere al massimo { $most ->
    [one] una partita
   *[other] { $most } partite
} in corso. Prima bisogna finirne una.
choice-pauses-all = vacanze, sonno e fine settimana
choice-pauses-vacation = solo vacanze
choice-pauses-none = niente

board-due = Il tempo scade { $relative } ({ $when }).
board-paused-vacation = L'orologio è fermo, perché { $player } è in vacanza. Riparte: { $until }.
board-paused-weekend = L'orologio è fermo, perché { $player } ha il fine settimana libero. Riparte: { $until }.
board-paused-night = L'orologio è fermo, perché per { $player } è notte. Riparte: { $until }.
board-paused-outage = L'orologio è fermo, perché sono stato offline. Riparte: { $until }.
result-win-timeout = Vince { $winner }: { $loser } ha esaurito il tempo.
result-none-aborted = La partita tra { $first } e { $second } è annullata: qualcuno non ha fatto la prima mossa in tempo. Nessuno perde.
result-none-stopped = Chi gestisce il server ha chiuso senza risultato la partita tra { $first } e { $second }.
player-former = un ex giocatore
player-former-first = Un ex giocatore

turn-directly = Tocca a te contro { $opponent } { $place }
over-directly = La tua partita contro { $opponent } è finita { $place }
turn-here = { $player }, tocca a te.
over-here = { $player }, la tua partita di { $game } contro { $opponent } è finita.
reminder = { $player }, nella tua partita di { $game } contro { $opponent } tocca ancora a te. { $place }
reminder-due = Il tuo tempo scade { $relative } ({ $when }).
rescue = { $player }, nella partita di { $game } contro { $opponent } il tuo tempo stava per scadere, quindi è iniziata la tua vacanza automatica. { $place }
rescue-until = La vacanza ferma gli orologi di tutte le tue partite che lo permettono e finisce al più tardi in questa data: { $when }. Puoi muovere lo stesso; con /vacanza la termini prima.
outage = Sono stato offline (inizio: { $from }; fine: { $until }). Gli orologi sono rimasti fermi per { $length }.
clock-corrected = Il mio orologio era sbagliato: era avanti di { $length }, quindi non è vero che sono stato offline come avevo detto. Ora è di nuovo giusto. In questa partita gli orologi sono rimasti fermi solo in questo periodo: { $from } – { $until }.
undelivered-forbidden = Non posso scrivere in { $place }, dove si gioca la tua partita di **{ $game }** (n. { $number }) contro { $opponent }. Lì mi servono i permessi Visualizza canale, Invia messaggi, Invia messaggi nei thread e Allega file: può darmeli chi gestisce il server. Riprovo per una settimana e intanto ti scrivo qui.
undelivered-not-allowed = Non posso scrivere in { $place }, dove si gioca la tua partita di **{ $game }** (n. { $number }) contro { $opponent }. Se mi hanno tolto dalla stanza, invitami di nuovo; altrimenti chi la gestisce può farmi scrivere. Riprovo per una settimana e intanto ti scrivo qui.
undelivered-closed = { $place }, dove si gioca la tua partita di **{ $game }** (n. { $number }) contro { $opponent }, è chiuso o non accetta messaggi. La partita continua: ti scrivo qui, e con /prossima la vedi ovunque.
undelivered-gone = Il canale della tua partita di **{ $game }** (n. { $number }) contro { $opponent } non esiste più. La partita continua: ti scrivo qui, e con /prossima la vedi ovunque.
undelivered-failed = Non sono riuscito a pubblicare in { $place } le novità della tua partita di **{ $game }** (n. { $number }) contro { $opponent }. Usa /tavoliere lì per vedere la partita, o /prossima ovunque.
undelivered-alone = Non riesco ad avvisare { $opponent } della vostra partita di **{ $game }** (n. { $number }): non posso pubblicare in { $place } e non accetta i miei messaggi diretti. Per favore, avvisa tu; con /prossima il tavoliere si vede ovunque.
undelivered-opponent = Scrivo direttamente anche al tuo avversario.
undelivered-here = { $player }, c'è una novità in questa partita che qui non posso pubblicare. Con /tavoliere la vedi.
digest = { $player }, { $count ->
    [one] ti aspetta una partita:
   *[other] ti aspettano { $count } partite:
}
button-mute = Niente promemoria per questa partita
reminders-off = Niente più promemoria per questa partita. Per riattivarli usa /promemoria.
reminders-on = Riceverai promemoria per questa partita, come scelto in /impostazioni.

games-asked = ▶ **{ $game }** contro { $opponent }, turno { $number } — **il tuo avversario ti ha chiesto qualcosa** { $place }
games-engine-thinks = **{ $game }** contro { $opponent }, turno { $number } — sta pensando { $place }
games-due = scade { $relative }
games-paused = in pausa; scade { $relative }
games-more = … e { $count ->
    [one] un'altra
   *[other] altre { $count }
}: premi *Altro* per vederle.
next-none = Tutto a posto: non ti aspetta nessuna partita.
past-none = Non hai ancora finito nessuna partita.
past-title = **Le tue partite finite** ({ $count })
past-line = **{ $game }** { $number }, { $when } — { $result } { $place }
past-option = { $game } { $number }: { $first } – { $second }
past-replay = Rivedi una partita…
button-past = Partite finite
button-newer = ◀ Più recenti
button-older = Più vecchie ▶

settings-zone-unknown = Non conosco più il fuso orario { $zone }. Finché non ne scegli un altro con `/orari`, conto in UTC.
settings-unreadable = Non sono riuscito a leggere alcune di queste impostazioni, quindi hanno i valori iniziali. Scegline di nuovo i valori.
settings =
    {"**"}Le tue impostazioni**: ogni scelta qui sotto mostra un'impostazione e serve a cambiarla.
    Fuso orario: { $zone }
    Orologi fermi di notte: { $sleep }; nel fine settimana: { $weekend }
    Ore senza notifiche: { $quiet }; messaggio giornaliero: { $digest }
    I tavolieri mostrano il tuo avatar: { $avatar }; consigli dopo le partite contro di me: { $suggestions }; notifiche per i tavolieri del giorno: { $daily } (si cambiano con `/impostazioni` e `avatar`, `consigli` o `quotidiano`)
    Per cambiare orari e fuso orario usa `/orari`.
    Le *mosse obbligate* sono i turni in cui puoi solo passare o fare una sola cattura. La *vacanza automatica* comincia prima che scada il tuo tempo.
settings-pings-thread = una notifica dove si gioca
settings-pings-direct = un messaggio diretto
settings-pings-digest = un messaggio diretto al giorno
settings-pings-none = niente
settings-reminders-none = nessuno
settings-reminders-at = con questo tempo rimasto per la mossa: { $percents }
settings-reminders-percent = { $percent }
settings-theme-default = come nel server
settings-theme-light = chiari
settings-theme-dark = scuri
settings-theme-high-contrast = ad alto contrasto
settings-theme-colour-safe = adatti ai daltonici, con trame
settings-language-default = quella dell'app
settings-language-own = italiano
settings-on = sì
settings-off = no
settings-sleep-none = mai
settings-quiet-none = nessuna
settings-menu-pings = Quando tocca a te: { $value }
settings-menu-reminders = Promemoria: { $value }
settings-menu-theme = Tavolieri: { $value }
settings-menu-language = Lingua: { $value }
settings-theme-samples = Mostra i temi
settings-samples = Un tavoliere per ogni tema. Scegli il tuo nel menu delle impostazioni.
settings-confirm-picked = quelle che componi una scelta alla volta
settings-confirm-all = quelle che scegli o scrivi
settings-confirm-none = nessuna
settings-takebacks-ask = se sei d'accordo
settings-takebacks-always = sempre
settings-takebacks-never = mai
settings-confirm-is-picked = Conferma: le mosse che scelgo
settings-confirm-is-all = Conferma: ogni mossa
settings-confirm-is-none = Conferma: nessuna mossa
settings-takebacks-is-ask = Ritirare mosse: chiedimelo
settings-takebacks-is-always = Ritirare mosse: sempre permesso
settings-takebacks-is-never = Ritirare mosse: mai permesso
settings-turned-is-on = I miei tavolieri: girati
settings-turned-is-off = I miei tavolieri: non girati
settings-forced-is-on = Mosse obbligate automatiche: sì
settings-forced-is-off = Mosse obbligate automatiche: no
settings-rescue-is-on = Vacanza automatica: sì
settings-rescue-is-off = Vacanza automatica: no

vacation-left = Vacanze che ti restano quest'anno: { $left }. Ogni partita che finisci ti dà mezza giornata in più.
vacation-going = Sei in vacanza; finisce { $relative } ({ $when }). Gli orologi di tutte le tue partite che lo permettono sono fermi, ma puoi muovere lo stesso. Per il resto dell'anno hai ancora { $left }.
vacation-none-left = Per quest'anno hai finito le vacanze. Ogni partita che finisci ti dà mezza giornata in più, fino a due settimane.
vacation-goes-on = Sei già in vacanza. Prima terminala con /vacanza.
vacation-not-on = Non sei in vacanza.
button-depart = In vacanza per { $days ->
    [one] 1 giorno
   *[other] { $days } giorni
}
button-come-back = Termina la vacanza

times-no-zone = Non conosco questo fuso orario. Scrivi qualche lettera di una grande città vicina a te e scegline uno, per esempio Europe/Rome.
times-no-hours = Non capisco questi orari. Scrivili così: 22:30-7. Se non ne vuoi, scrivi -.
times-too-long = Gli orologi possono fermarsi al massimo dieci ore a notte.
times-too-often = Hai cambiato gli orari tre volte in una settimana. Potrai cambiarli di nuovo da questa data: { $when }.
