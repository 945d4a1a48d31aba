# Che cosa si dice quando si combinano e si giocano partite. Valori come { $player } sono menzioni o nomi.

list-and = { $most } e { $last }
list-or = { $most } o { $last }

error-store = Qualcosa è andato storto da parte nostra, e non è cambiato niente. Riprova tra un momento.
error-store-unwritable = In questo momento non riesco a salvare le mosse, quindi non è cambiato niente. Deve intervenire chi mi ospita; riprova più tardi.

## Sfide

challenge-to = { $challenger } sfida { $opponent } a una partita di **{ $game }**.
challenge-to-all = { $challenger } cerca qualcuno con cui giocare a **{ $game }**.
challenge-setup = Impostazioni: { $setup }.
challenge-hints-off = In questa partita non ci sono suggerimenti.
challenge-side-lot = Chi inizia si tira a sorte.
challenge-side-first = Inizia { $challenger }.
challenge-side-second = { $challenger } fa la seconda mossa.
challenge-expires = La sfida scade { $when }.
challenge-is-accepted = La sfida è stata accettata.
challenge-is-declined = La sfida è stata rifiutata.
challenge-is-cancelled = La sfida è stata annullata.
challenge-begins = Accettata: inizia { $first }, segue { $second }.
challenge-no-game = Questo gioco non c'è. Scegli { $games }.
challenge-self = Non puoi giocare contro te stesso. Indica un'altra persona, o nessuno per chiedere a tutti.
challenge-opponent-cannot = È un bot, e i bot non accettano sfide. Indica una persona.
challenge-opponent-not-in-server = Questa persona non è in questo server e non vedrebbe la partita. Invitala, oppure sfida un membro.
challenge-opponent-cannot-see = Questa persona non può vedere questo canale e non vedrebbe la partita. Sfidala in un canale che possano vedere entrambi.
challenge-note-too-long = Il tuo messaggio è troppo lungo: scrivi al massimo 200 caratteri.
challenge-already-open = Tra voi c'è già una sfida aperta per questa stessa partita: accettala o annullala.
challenge-unknown = Questa sfida non esiste più.
challenge-was-accepted = Questa sfida è già stata accettata.
challenge-was-declined = Questa sfida è stata rifiutata.
challenge-was-cancelled = Questa sfida è stata annullata.
challenge-expired = Questa sfida è scaduta. Proponine un'altra con /sfida.
challenge-not-for-you = Questa sfida è per un'altra persona.
challenge-own = Questa sfida è tua: puoi annullarla, ma deve accettarla un'altra persona.
challenge-not-yours = Solo chi ha proposto la sfida può annullarla.
challenge-open-to-all = Questa sfida è aperta a tutti; non serve rifiutarla.

engine-name = Tablero, livello { $level }
engine-begins = Inizia una partita di **{ $game }**: { $first } contro { $second }, che fa la seconda mossa.
engine-started = Inizia la tua partita contro { $engine }. Il tavoliere sarà qui tra un momento.
engine-started-elsewhere = La tua partita contro { $engine } inizia in un thread tutto suo. Tra un momento metto qui il link.
game-begun-elsewhere = La prossima partita di **{ $game }** si gioca in { $place }.
game-begun-from = È stata chiesta in { $place }.
thread-closed = Il thread di questa partita non accetta più messaggi, quindi la partita continua qui.

place-only-you = In questo server solo tu vedresti le mie risposte. Chiedi a chi lo gestisce di aggiungermi o di darti il permesso Usa app esterne, oppure gioca nei messaggi diretti o in un server dove ci sono.
place-alone = Qui nessun altro può vedere una sfida. Proponila in un canale di un server, o nei messaggi diretti con chi vuoi sfidare.
permissions-missing = Qui non posso giocare perché mi mancano dei permessi in questo canale: { $permissions }. Chi gestisce il server può darmeli.
permission-view-channel = Visualizza canale
permission-send-messages = Invia messaggi
permission-attach-files = Allega file

setup-unknown-option = In questo gioco non c'è l'opzione { $option }. Ci sono: { $known }.
setup-unknown-value = { $value } non è possibile per { $option } in questo gioco. Scegli tra: { $possible }.
setup-twice = L'opzione { $option } è indicata due volte.
setup-unfit = Queste opzioni non vanno insieme.

## Turni

# Instead of a name of which no letter can be drawn.
picture-player = Giocatore { $number }
picture-turn = Tocca a { $player }
board-begins = Inizia **{ $game }**.
board-last = Turno { $number }: **{ $move }**
board-turn-engine = { $player } sta pensando.
hints-used = Suggerimenti: { $counts }.
hints-of = { $player } { $count }
button-play = Gioca { $move }
button-move = Muovi
button-back = Indietro
button-leave = Annulla
steps-begin = La tua mossa: scegli.
steps-so-far = La tua mossa finora: { $picks }. Scegli il seguito.
steps-complete = La tua mossa: **{ $move }**. La giochi?
steps-choose = Scegli
steps-left = Non è stato giocato nulla.
play-old-button = Questo pulsante è di una versione precedente. Usa /tavoliere per averne uno nuovo.
button-type = Scrivi una mossa
button-hint = Suggerimento
button-more = Dimmi di più
button-analyse = Analizza
button-resign = Abbandona
button-resign-surely = Sì, abbandona
button-draw-surely = Sì, offri la patta
button-draw-accept = Sì, accetta la patta
button-accept = Accetta
button-decline = Rifiuta
button-cancel = Annulla
button-agree = D'accordo
button-refuse = Rifiuta
type-title = { $game }: la tua mossa
type-label = La tua mossa
move-done = Giocato: **{ $move }**
resign-question = Vuoi davvero abbandonare **{ $game }** { $number } contro { $opponent }? In quel caso vince il tuo avversario.
resign-done = Hai abbandonato.
draw-question = Vuoi offrire la patta a { $opponent } in **{ $game }** { $number }?
draw-question-accept = { $opponent } ti offre la patta in **{ $game }** { $number }. La accetti? In quel caso la partita finisce.
draw-offered = Hai offerto la patta.
draw-agreed = Patta concordata.
draw-considered = { $engine } sta valutando la tua offerta.
takeback-done = È stato chiesto all'altro giocatore di lasciarti annullare la tua ultima mossa.
takeback-granted = Fatto: la tua ultima mossa è annullata.
agree-done = Accettato.
refuse-done = Rifiutato.
notice-draw-offered = { $player } offre la patta a { $other }.
notice-draw-declined = { $player } rifiuta la patta.
notice-takeback-asked = { $player } chiede a { $other } di poter annullare l'ultima mossa.
notice-takeback-declined = { $player } non accetta di annullare la mossa.

play-unknown = Qui non c'è nessuna partita. Iniziane una con /sfida o /gioca, o trova le tue con /partite.
play-not-a-player = Non giochi in questa partita.
play-over = Questa partita è finita. Iniziane un'altra con /rivincita.
play-running = Questa partita non è ancora finita.
play-not-your-turn = Tocca all'altro giocatore.
play-stale = La partita è andata avanti dopo questo tavoliere. Usa i pulsanti del più recente, o /tavoliere.
play-no-offer = Non c'è più niente a cui rispondere.
play-asked-already = L'hai già chiesto. L'altro giocatore può rispondere, o semplicemente muovere.
play-asked-before = L'hai già chiesto dopo l'ultima mossa, e non è stato concesso. Potrai chiederlo di nuovo dopo la prossima.
play-answer-first = Il tuo avversario ti ha chiesto qualcosa. Rispondi prima.
play-nothing-to-take-back = Non hai nessuna mossa da annullare.
play-earned-time-used = Questa mossa non si può più annullare: il tempo che aveva fatto guadagnare è stato usato.
play-hints-off = In questa partita non ci sono suggerimenti: sono stati esclusi quando è stata combinata.
play-rated-draw = Non accetto patte nelle partite classificate. Continua a giocare o usa /abbandona.
play-no-draws = In questo gioco non ci sono patte, quindi non ne accetto.
play-draw-too-early = È presto per una patta: non so ancora chi è in vantaggio. Puoi offrirla dal turno { $number } in poi.

games-none = Non hai partite in corso. Iniziane una con /sfida o /gioca.
games-title = **Le tue partite** ({ $count })
games-your-turn = ▶ **{ $game }** contro { $opponent }, turno { $number } — **tocca a te** { $place }
games-their-turn = **{ $game }** contro { $opponent }, turno { $number } — tocca all'altro giocatore { $place }
games-hints = suggerimenti: tu { $mine }, l'altro giocatore { $theirs }
moves-none = Non è ancora stata fatta nessuna mossa.
export-here = La registrazione della partita:

## Tavolieri in parole, per chi non vede l'immagine

alt-last = Ultima mossa: { $move }.
alt-none = niente

## Risultati

result-win-resigned = { $winner } batte { $loser }, che abbandona.
result-draw-repetition = Patta tra { $first } e { $second }: la stessa posizione si è presentata tre volte.
result-draw-agreed = Patta tra { $first } e { $second } di comune accordo.
## Analisi

analysis-goes-on = La partita viene analizzata: { $done } di { $all } posizioni. Il risultato comparirà qui.
analysis-title = **Analisi di { $game }**: { $first } contro { $second }
analysis-accuracy = Precisione di { $player }: { $percent } %
analysis-no-choice = { $player } non ha mai avuto scelta.
analysis-no-slips = Non ho trovato errori.
analysis-slip = Turno { $number }: { $player } ha giocato **{ $move }**; era meglio **{ $best }**.
analysis-curve = { $game }: come è andata la partita
analysis-curve-alt = Una curva lungo i turni: in alto sta vincendo { $first }, in basso { $second }. Gli errori sono segnati.

## Aiuto

help =
    {"**"}Come si gioca**
    `/sfida` propone una partita; chi la riceve preme *Accetta*. La partita ha il suo thread, e dopo ogni turno il tavoliere viene pubblicato lì.
    `/gioca` inizia una partita contro il bot, a un livello da 1 a 8. `/suggerimento` ti aiuta con la tua mossa, un po' alla volta, e `/analizza` dice che cosa si poteva fare meglio.
    Muovi con `/muovi` (scrivi qualcosa e scegli), con il pulsante *Scrivi una mossa*, o rispondendo al tavoliere con la tua mossa e menzionando il bot.
    `/tavoliere` mostra di nuovo il tavoliere (`testo` per vederlo in lettere), `/mosse` le mosse, `/partite` tutte le tue partite, `/esporta` la registrazione.
    `/se` prevede la tua risposta a una mossa dell'altra persona, che viene giocata subito; `/nota` conserva una nota solo per te.
    `/prossima` mostra che cosa ti aspetta; `/impostazioni`, `/orari` e `/vacanza` dicono come sai delle tue partite e che cosa ferma i tuoi orologi; `/promemoria` disattiva o riattiva i promemoria di una partita.
    `/abbandona`, `/patta`, `/annulla-mossa` e `/rivincita` fanno quello che dicono.
    Le partite con l'opzione *classificata* cambiano i punteggi: `/statistiche` mostra i tuoi, `/classifica` chi è in testa nel server.
    `/regole` spiega ogni gioco e come si scrivono le sue mosse; `/informazioni` dice che cos'è questo bot e chi ha creato i giochi.
    `/blocca` tiene lontano qualcuno, e `/privacy` ti dà o cancella ciò che conservo di te. Chi gestisce un server ha `/server` e `/admin`.
    Dove il bot c'è solo perché l'hai portato tu (messaggi diretti con amici, gruppi, altri server) si gioca lì, senza thread: ogni turno risponde alla mossa precedente. Se un tavoliere non arriva, `/tavoliere` lo riporta con i suoi pulsanti e con ciò che l'altra persona ti ha chiesto; `/partite` dice dove tocca a te.
about-authors = { $count ->
    [one] { $games } è di { $author }
   *[other] { $games } sono di { $author }
}
about =
    {"**"}Tablero** { $version } serve per giocare con calma a giochi astratti da tavoliere, con gli amici, dove già parlate, o contro il bot stesso.
    { $authors }. Tutti i diritti relativi ai giochi appartengono ai loro autori ed editori; questo programma non è affiliato a loro.
    Software libero con licenza MIT.

already-done = È già stato fatto.
choices-reply = Rispondi con un numero:
choices-reply-or-react = Rispondi con un numero, oppure usalo come reazione:
choices-unknown = Quel numero non è nell'elenco del messaggio a cui hai risposto.
form-reply = Rispondi a questo messaggio, per esempio con { $example }.
direct-refused = { $player }, la risposta è solo per te, ma non accetti i miei messaggi diretti. Consentili e riprova.

# Ciò che dice il bot in una stanza di Matrix in cui è entrato, e a chi lo ha invitato in una stanza cifrata.
room-hello = Ciao, sono Tablero. Qui puoi giocare con gli amici a ZÈRTZ, DVONN e Barrier, con calma.
    Comincia con `!challenge @amico game zertz`, oppure scrivi `!help` per vedere tutto quello che so fare.
room-encrypted = Non posso leggere i messaggi cifrati, quindi ho lasciato la stanza cifrata. Invitami in una stanza senza crittografia: si sceglie quando la si crea. Oppure giochiamo qui.
challenge-code = Per accettarla da un'altra piattaforma, usa *accetta* con il codice `{ $code }`.
challenge-unknown-code = Nessuna sfida ha questo codice. Copialo dalla sfida, per esempio `12-K7QX2M`.
accept-not-here = Qui il bot non è membro e non potrebbe pubblicare le mosse del tuo avversario. Accetta la sfida in un server con il bot o nei tuoi messaggi diretti con lui.
help-across-platforms = `/accetta` accetta una sfida da un'altra piattaforma con il suo codice. Con `/collega` e `/scollega` usi un solo profilo giocatore su due piattaforme.
room-moved = Questa stanza è stata aggiornata e ti ho seguito: le partite in corso continuano qui.
room-inviter-not-allowed = Accetto inviti solo dalle persone e dagli homeserver scelti da chi mi ospita.
room-too-many-invitations = Troppi inviti in una volta. Riprova tra un'ora.
room-encrypted-reason = Non posso leggere i messaggi cifrati.
