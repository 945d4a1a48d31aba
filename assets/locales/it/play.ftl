# Texts for arranging and playing games. Values such as { $player } are mentions or names.

list-and = { $most } e { $last }
list-or = { $most } o { $last }
quotation = «{ $text }»
percent = { $number }%

error-store = C'è stato un problema e non ho salvato niente. Riprova tra un momento.
error-store-unwritable = In questo momento non riesco a salvare le mosse, quindi è rimasto tutto come prima. Deve prima intervenire chi mi ospita: riprova più tardi.

## Challenges

challenge-to = { $challenger } sfida { $opponent } a una partita di **{ $game }**.
challenge-to-all = { $challenger } cerca un avversario per una partita di **{ $game }**.
challenge-setup = Impostazioni: { $setup }.
challenge-hints-off = Si gioca senza suggerimenti.
challenge-side-lot = Si tira a sorte chi inizia.
challenge-side-first = Inizia { $challenger }.
challenge-side-second = { $challenger } lascia iniziare l'avversario.
challenge-expires = La sfida scade { $when }.
challenge-is-accepted = Sfida accettata.
challenge-is-declined = Sfida rifiutata.
challenge-is-cancelled = Sfida annullata.
challenge-ended = **{ $game }**: { $first } contro { $second } — { $place }
challenge-begins = Sfida accettata: inizia { $first }, poi tocca a { $second }.
challenge-no-game = Questo gioco non c'è. Scegli { $games }.
challenge-self = L'avversario non puoi essere tu: scegli un'altra persona, o non indicare nessuno per chiedere a tutti.
challenge-opponent-cannot = I bot non accettano sfide. Per giocare contro di me, usa /gioca.
challenge-opponent-not-in-server = Questa persona non è nel server e non vedrebbe la partita. Invitala, oppure sfida qualcuno che c'è già.
challenge-opponent-cannot-see = Questa persona non vede questo canale, quindi non vedrebbe la partita. Sfidala in un canale che vedete entrambi.
challenge-note-too-long = Il tuo messaggio è troppo lungo: scrivi al massimo 200 caratteri.
challenge-already-open = Tra voi c'è già una sfida uguale ancora aperta: accettala o annullala.
challenge-unknown = Questa sfida non esiste più.
challenge-was-accepted = Questa sfida è già stata accettata.
challenge-was-declined = Questa sfida è stata rifiutata.
challenge-was-cancelled = Questa sfida è stata annullata.
challenge-expired = Questa sfida è scaduta. Proponine un'altra con /sfida.
challenge-not-for-you = Questa sfida è per un'altra persona.
challenge-own = Questa sfida è tua: puoi annullarla, ma deve accettarla qualcun altro.
challenge-not-yours = Solo chi ha lanciato la sfida può annullarla.
challenge-withdrawn = Non ho potuto mostrare in { $place } la tua sfida a **{ $game }**, quindi l'ho annullata. Controlla che io possa scrivere lì e lanciala di nuovo.
challenge-open-to-all = Questa sfida è aperta a tutti: non serve rifiutarla.

engine-name = Tablero (livello { $level })
engine-short = Tablero ({ $level })
level-name = { $name } ({ $level })
level-0 = Per bambini
level-1 = Esordiente
level-2 = Principiante
level-3 = Giocatore occasionale
level-4 = Giocatore abituale
level-5 = Giocatore di circolo
level-6 = Giocatore forte di circolo
level-7 = Esperto
level-8 = Maestro
level-9 = Gran maestro
level-full = Massima forza
engine-begins = Nuova partita di **{ $game }**: inizia { $first }, poi tocca a { $second }.
game-begins-briefly = Comincia la partita n. { $number }, di **{ $game }**.
engine-started = È cominciata la tua partita di **{ $game }** contro { $engine }: { $terms }.
level-from-results = Ho scelto il livello { $level } in base ai tuoi risultati. Usa l'opzione *livello* per cambiarlo.
level-for-newcomers = Il gioco sembra nuovo per te: ho scelto il livello { $level }. Usa l'opzione *livello* per cambiarlo.
game-begun-elsewhere = La prossima partita di **{ $game }** si gioca in { $place }.
game-begun-from = La partita è stata richiesta in { $place }.
thread-closed = Il thread di questa partita non accetta più messaggi, quindi continuiamo qui.
thread-refused = Non ho potuto pubblicare questo messaggio in { $place }, dove continua la partita.

place-only-you = In questo server le mie risposte le vedresti solo tu. Chiedi a chi lo gestisce di aggiungermi o di darti il permesso Usa app esterne, oppure gioca nei messaggi diretti o in un server dove ci sono.
place-alone = Qui nessun altro può vedere la sfida. Proponila in un canale di un server, o nei messaggi diretti con chi vuoi sfidare.
place-no-messages = In questo tipo di canale non si può scrivere. Chiedi la partita in un canale testuale o in un post di un forum.
place-private-thread = Non faccio parte di questo thread privato, quindi non posso pubblicarci il tavoliere. Menzionami qui per aggiungermi, poi riprova.
permissions-missing = Qui non posso giocare: in questo canale mi mancano dei permessi ({ $permissions }). Può darmeli chi gestisce il server.
permission-view-channel = Visualizza canale
permission-send-messages = Invia messaggi
permission-send-messages-in-threads = Invia messaggi nei thread
permission-attach-files = Allega file

setup-unknown-option = { $game } non ha l'opzione «{ $option }». Ha: { $known }.
setup-unknown-value = { $game } non offre «{ $value }». Ha: { $possible }.
setup-twice = Hai indicato due volte l'opzione { $option }.
setup-unfit = Queste opzioni non vanno insieme.

## Turns

# Replaces a name when none of its letters can be drawn.
picture-player = Giocatore { $number }
picture-turn = Tocca a { $player }
board-begins = Si comincia: **{ $game }**.
board-last = Turno { $number }: **{ $move }** – { $player }
board-taken-back = Mossa ritirata di comune accordo.
board-placed-at-random = I pezzi che restavano sono stati piazzati a caso.
board-may-swap = Puoi anche prenderti la prima mossa: sceglilo in *Muovi* o scrivi `swap`.
board-turn-engine = Tocca a { $player }.
board-thinking = { $player } sta pensando…
hints-used = Suggerimenti: { $counts }.
hints-of = { $player } { $count }
button-play = Gioca { $move }
button-move = Muovi
button-back = Indietro
button-leave = Annulla
steps-begin = Che mossa fai?
steps-so-far = La tua mossa finora: { $picks }.
steps-next = Come continua?
steps-complete = La tua mossa: **{ $move }**. La giochi?
pick-swap = prenditi la prima mossa
pick-left = { $pick } ({ $left ->
    [one] ne resta 1
   *[other] ne restano { $left }
})
steps-area-left = A sinistra ({ $columns })
steps-area-middle = Al centro ({ $columns })
steps-area-right = A destra ({ $columns })
steps-left = Non hai giocato nulla.
play-old-button = Questo pulsante viene da una versione precedente. Usa /tavoliere per averne uno nuovo.
play-old-choice = Questa scelta non c'è più. Scrivi di nuovo il comando e scegli dall'elenco.
play-old-command = Questo comando è cambiato. Scrivilo di nuovo e compila quello che chiede adesso.
button-type = Scrivi una mossa
button-hint = Suggerimento
button-more = Dimmi di più
button-analyse = Analizza
button-rematch = Rivincita
button-replay = Replay
button-see-again = Rivedilo
button-replay-first = ⏮
button-replay-back = ◀
button-replay-forward = ▶
button-replay-last = ⏭
button-replay-animate = GIF
button-replay-share = Condividi con tutti
button-rules = Regole
button-resign = Abbandona
button-resign-surely = Sì, abbandona
button-random = Piazza il resto a caso
button-draw-surely = Sì, offri la patta
button-draw-accept = Sì, accetta la patta
button-accept = Accetta
button-decline = Rifiuta
button-cancel = Annulla
button-agree = D'accordo
button-refuse = Rifiuta
type-title = { $game }: la tua mossa
type-label = La tua mossa
move-done = Mossa giocata: **{ $move }**
resign-question = Vuoi davvero abbandonare la partita di **{ $game }** (n. { $number }; { $terms }) contro { $opponent }? Se lo fai, vince il tuo avversario.
resign-done = Hai abbandonato.
draw-question = Vuoi offrire la patta a { $opponent } nella partita di **{ $game }** (n. { $number }; { $terms })?
draw-question-accept = { $opponent } ti offre la patta nella partita di **{ $game }** (n. { $number }; { $terms }). La accetti? Se lo fai, la partita finisce.
draw-offered = Hai offerto la patta.
draw-agreed = Patta concordata.
draw-considered = { $engine } sta valutando la tua offerta.
takeback-done = Ho chiesto al tuo avversario di lasciarti ritirare l'ultima mossa.
takeback-granted = Fatto: la tua ultima mossa è ritirata.
random-offered = Ho chiesto al tuo avversario se vuole piazzare il resto a caso.
random-done = Fatto: i pezzi sono tutti sul tavoliere.
agree-done = Accettato.
refuse-done = Rifiutato.
notice-draw-offered = { $player } offre la patta a { $other }.
notice-draw-declined = { $player } rifiuta la patta.
notice-takeback-asked = { $player } chiede a { $other } il permesso di ritirare l'ultima mossa.
notice-takeback-declined = { $player } non lascia ritirare la mossa.
notice-random-offered = { $player } propone di piazzare a caso tutti i pezzi che restano, anche quelli di { $other }. Ti va bene?
notice-random-declined = { $player } preferisce piazzare i pezzi a mano.

play-unknown = Qui non c'è nessuna partita. Iniziane una con /sfida o /gioca, o trova le tue con /partite.
play-not-a-player = Tu non giochi in questa partita.
play-over = Questa partita è finita. Con /rivincita ne inizi un'altra.
play-running = Questa partita non è ancora finita.
play-not-your-turn = Tocca al tuo avversario.
play-stale = Nel frattempo la partita è andata avanti. Usa il tavoliere più recente, o /tavoliere.
play-no-offer = Non c'è più niente a cui rispondere.
play-asked-already = L'hai già chiesto. Il tuo avversario può rispondere, o semplicemente muovere.
play-asked-before = Dopo l'ultima mossa il tuo avversario ti ha già detto di no. Potrai chiederlo di nuovo dopo la prossima.
play-answer-first = Il tuo avversario ti ha chiesto qualcosa: prima rispondi.
play-nothing-to-take-back = Non hai mosse da ritirare.
play-earned-time-used = Non puoi più ritirare questa mossa: hai già usato il tempo che ti aveva dato.
play-hints-off = Questa partita è stata creata senza suggerimenti.
play-no-coach = Commento le tue mosse nelle partite amichevoli contro i livelli da 0 a 3, se i suggerimenti sono permessi.
play-rated-draw = Nelle partite classificate non accetto la patta. Continua a giocare o usa /abbandona.
play-no-draws = In questo gioco la patta non esiste, quindi non la accetto.
play-draw-too-early = È presto per la patta: non so ancora chi è in vantaggio. Puoi offrirla dal turno { $number } in poi.

challenges-title = **Sfide** ({ $count })
challenges-to-me = 📨 { $number }. **{ $game }** da { $player }: { $terms } – scade { $when } { $place }
challenges-by-me = { $number }. **{ $game }** a { $player }: { $terms } – scade { $when } { $place }
challenges-anyone = chiunque
button-accept-listed = Accetta { $number }: { $game } ({ $player })
button-cancel-listed = Annulla { $number }: { $game } ({ $player })
games-none = Non hai partite in corso. Iniziane una con /sfida o /gioca.
games-title = **Le tue partite** ({ $count })
games-your-turn = ▶ **{ $game }** contro { $opponent }, turno { $number } — **tocca a te** { $place }
games-their-turn = **{ $game }** contro { $opponent }, turno { $number } — tocca al tuo avversario { $place }
games-hints = suggerimenti: tu { $mine }, il tuo avversario { $theirs }
moves-none = Nessuno ha ancora mosso.
export-here = Ecco il file della partita:
replay-title = **{ $game }** { $number }: turno { $ply } di { $all }
replay-animation-title = **{ $game }** { $number }: { $first } contro { $second }
replay-shared-by = { $player } condivide questa partita:
replay-failed = Non sono riuscito a disegnare questa partita. Con /mosse vedi le mosse.
replay-shared = Pubblicherò l'animazione dove si gioca la partita.

## Boards in words, for players who cannot see the picture

alt-last = Ultima mossa: { $move }.

## Results

result-win-resigned = Vince { $winner }: { $loser } ha abbandonato.
result-draw-repetition = Patta tra { $first } e { $second }: la stessa posizione si è ripetuta tre volte.
result-draw-agreed = Patta tra { $first } e { $second }, di comune accordo.

# What a person who has lost to the bot reads after the result.
defeat-try-coach-level = La prossima volta prova `/suggerimento` prima di muovere, `/allenatore` dopo, o il livello { $level }. *Analizza* ti mostra che cosa ti è costato di più.
defeat-try-coach = La prossima volta prova `/suggerimento` prima di muovere e `/allenatore` dopo. *Analizza* ti mostra che cosa ti è costato di più.
defeat-try-hint-level = La prossima volta prova `/suggerimento` prima di muovere, o il livello { $level }. *Analizza* ti mostra che cosa ti è costato di più.
defeat-try-level = La prossima volta prova il livello { $level }. *Analizza* ti mostra che cosa ti è costato di più.
defeat-try-analysis = *Analizza* ti mostra che cosa ti è costato di più.
# Comes before a sentence about what happened in that turn, and *See it again* is the button below.
defeat-turn = Il turno { $turn } ti è costato più di tutti.
defeat-again = *Rivedilo* ti mostra che cosa era meglio.

## Analyses

analysis-goes-on = Sto analizzando la partita (posizioni: { $done } su { $all }). Il risultato comparirà qui.
analysis-requested = Analizzo la partita e pubblico il risultato dove si è giocata.
analysis-title = **Analisi di { $game }**: { $first } contro { $second }
analysis-accuracy = Precisione di { $player }: { $percent }.
analysis-no-choice = { $player }: nessun turno conta per la precisione.
analysis-resisted = { $player } non poteva vincere contro un gioco perfetto. Precisione della difesa: { $percent }.
analysis-lost-always = { $player } non poteva vincere contro un gioco perfetto, quindi non conto i suoi errori.
analysis-no-slips = Non ho trovato errori.
# Instead of the line above, if the winner took the lead during the game.
analysis-gradual = Nessun turno è costato molto da solo; { $winner } ha preso vantaggio poco a poco.
analysis-slip = Turno { $number }: { $player } ha giocato **{ $move }**.
analysis-better = Era meglio **{ $best }**.
analysis-better-turn = Turno { $number }: era meglio { $best }.
analysis-refutation = Dopo { $move }: { $line }
course-even = Nessuno dei due è mai stato in netto vantaggio.
course-drawn = { $winner } ha avuto il vantaggio per un po', ma la partita è finita patta.
course-ahead-always = { $winner } ha avuto il vantaggio dall'inizio alla fine.
course-ahead = { $winner } ha avuto il vantaggio dal turno { $turn } fino alla fine.
course-decided = Il turno { $turn } ha deciso la partita: da lì in poi { $winner } ha sempre avuto il vantaggio.
course-comeback = { $loser } aveva il vantaggio al turno { $turn }, ma { $winner } ha rimontato.
course-comeback-start = { $loser } aveva il vantaggio all'inizio, ma { $winner } ha rimontato.
course-changes = Il vantaggio è passato di mano { $count ->
    [one] una volta
    [2] due volte
   *[other] { $count } volte
}, finché { $winner } l'ha preso definitivamente al turno { $turn }.
course-behind = { $loser } aveva il vantaggio alla fine, ma ha vinto { $winner }.
mistake-threw-win = È una mossa perdente, mentre **{ $best }** vinceva { $turns ->
    [one] subito
   *[other] al massimo in { $turns } turni
}.
mistake-missed-win = **{ $best }** vinceva { $turns ->
    [one] subito
   *[other] al massimo in { $turns } turni
}.
mistake-allowed-win = Così l'avversario può vincere { $turns ->
    [one] subito
   *[other] al massimo in { $turns } turni
}.
mistake-ended-drawn = Con questa mossa la partita finisce patta.
mistake-ended-lost = Con questa mossa la partita finisce e vince l'avversario.
mistake-reply = La risposta migliore è **{ $reply }**.
button-coach = Com'era la mia mossa?
coach-forced = **{ $move }** era la tua unica mossa.
coach-first-move = Il tuo avversario può prendersi una prima mossa, quindi non giudico **{ $move }**.
coach-best = **{ $move }** è la mossa che avrei giocato anch'io.
coach-fine = **{ $move }** andava bene. Io avrei giocato **{ $best }**.
coach-mistake = Hai giocato **{ $move }**.
turn-followed = Che cosa è seguito:
button-mistakes = Gli errori, uno alla volta
analysis-page = { $page } di { $all }
button-play-on = Riprova il turno { $turn }
play-on-begins = Riprendi dal turno { $turn } contro { $engine }: { $terms }.
analysis-curve = { $game }: com'è andata la partita
analysis-curve-alt = Un grafico turno per turno: in alto sta vincendo { $first }, in basso { $second }. Gli errori sono segnati.

## Help

help-start = Qui puoi giocare a tre giochi da tavolo astratti: ZÈRTZ, DVONN e Barrier. Giochi con i tuoi tempi: dopo ogni mossa pubblico il tavoliere e avviso chi deve muovere. Impara un gioco, provane uno contro di me o sfida un amico.
help-menu-rules = Leggi le regole
help-menu-play = Gioca contro di me
help-button-challenge = Sfida un amico
help-button-commands = Tutti i comandi
help-challenge = Scrivi /sfida, scegli un gioco e il tuo amico; se lasci vuoto l'avversario, può accettare chiunque sia qui. La partita comincia appena preme *Accetta*.
help =
    {"**"}Come si gioca**
    Giochi con i tuoi tempi: dopo ogni turno pubblico il tavoliere. `/aiuto` con il nome di un comando lo spiega; per esempio `/aiuto sfida`.
help-starting = **Cominciare una partita.** Quando il tuo avversario sceglie *Accetta*, la partita comincia in un thread tutto suo.
help-playing = **Giocare.** Scegli cosa fare sotto il tavoliere, o rispondi al tavoliere con la tua mossa e menzionami.
help-games = **Le tue partite** e com'è andata
help-you = **Tu**: come ti scrivo, quando si fermano i tuoi orologi, chi gioca con te e che cosa so di te
help-managers = **Per chi gestisce un server**
help-elsewhere = Dove ci sono solo perché mi hai portato tu (messaggi diretti con amici, gruppi, altri server) si gioca lì, senza thread, e rispondo a ogni mossa con il tavoliere successivo. Se un tavoliere non arriva, `/tavoliere` lo riporta con i suoi pulsanti e con le richieste del tuo avversario.
help-button-more = Altri comandi
about-authors = { $count ->
    [one] { $games } è di { $author }
   *[other] { $games } sono di { $author }
}
about =
    {"**"}Tablero** { $version } ti fa giocare con calma a giochi da tavolo astratti: con gli amici, nella chat di sempre, o contro il bot.
    { $authors }. Tutti i diritti sui giochi appartengono ai loro autori ed editori; questo programma non è affiliato a loro.
    Software libero con licenza MIT.

already-done = Fatto. La mia prima risposta forse non ti è arrivata.
attachment-too-large = Non posso inviare { $file } qui: occupa { $size } kB e il limite è di { $limit } kB.
attachment-refused = Non posso inviare { $file } qui: il file non è stato accettato.
picture-refused = Ora non posso inviare { $file } qui: il file non è stato accettato. Chiedi l'immagine più tardi, per esempio con /tavoliere.
choices-reply = Rispondi con un numero:
choices-reply-or-react = Rispondi con un numero, o usalo come reazione:
choices-react-or-reply = Reagisci con { $reactions } o rispondi con un numero:
choices-move = Rispondi con la tua mossa o un numero:
choices-move-or-react = Rispondi con la tua mossa o un numero, o usa il numero come reazione:
choices-unknown = Questo numero non è nell'elenco del messaggio a cui hai risposto.
form-reply = Rispondi a questo messaggio, per esempio con { $example }.
direct-refused = { $player }, la risposta è solo per te, ma non accetti i miei messaggi diretti. Consentili e riprova.
direct-answered = { $player }, ti ho risposto nella nostra stanza privata.

# What the bot says in a Matrix room it has joined, and to a person whose encrypted room it has left.
room-hello = Ciao, sono Tablero. Qui puoi giocare con gli amici a ZÈRTZ, DVONN e Barrier, con calma.
    Comincia con `!sfida @amico gioco zertz`, oppure scrivi `!aiuto` per vedere tutto quello che so fare.
room-encrypted = Non riesco a leggere i messaggi cifrati, quindi sono uscito dalla stanza cifrata. Invitami in una stanza non cifrata (lo scegli quando la crei), oppure giochiamo qui.
room-unreadable = Non riesco a leggere questo messaggio: la tua app non mi ha dato la sua chiave. Invialo di nuovo, per favore. Se non serve, forse la tua app esclude i dispositivi di cui non si fida: guarda nelle sue impostazioni di sicurezza.
room-verification-asked = Ho chiesto a chi mi ospita di verificarti. Lascia aperta l'app: quando risponde, vedrai delle emoji o potrai scansionare un codice. Confrontate quello che vedete al telefono o di persona, non qui.
room-verification-unanswered = Chi mi ospita non ha risposto entro dieci minuti. Mettetevi d'accordo su un orario e poi avvia di nuovo la verifica.
room-verification-too-many = Ci sono troppe verifiche in attesa, o ne hai chieste troppe. Riprova tra un'ora.
room-verification-restarted = Sono stato riavviato, quindi la verifica è terminata. Avviala di nuovo, per favore.
challenge-code = Per accettarla da un'altra piattaforma, usa *accetta* con il codice `{ $code }`.
challenge-unknown-code = Nessuna sfida ha questo codice. Copialo dalla sfida, per esempio `12-K7QX2M`.
accept-not-here = Qui nessuno mi ha aggiunto, quindi non potrei pubblicare le mosse del tuo avversario. Accetta la sfida in un server dove ci sono, o nei tuoi messaggi diretti con me.
room-moved = Questa stanza è stata aggiornata: le partite continuano qui.
room-moved-away = Questa stanza è stata aggiornata. Le partite continuano nella nuova stanza.
room-not-followed = Questa stanza è stata aggiornata, ma non riesco a entrare in quella nuova. Invitami lì e le partite continueranno.
room-not-joined = Non sono riuscito a entrare nella stanza in cui mi hai invitato: il suo server non mi fa entrare o non risponde. Invitami di nuovo più tardi o in un'altra stanza.
room-inviter-not-allowed = Accetto inviti solo dalle persone e dai server Matrix che ha scelto chi mi ospita.
room-too-many-invitations = Troppi inviti in una volta. Riprova tra un'ora.
room-encrypted-reason = Non posso leggere i messaggi cifrati.
