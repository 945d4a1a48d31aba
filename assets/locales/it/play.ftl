# Che cosa si dice quando si combinano e si giocano partite. Valori come { $player } sono menzioni o nomi.

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
challenge-no-game = Questo gioco non c'è. Scegli ZÈRTZ, DVONN o Barrier.
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
setup-zertz-variant = { $value ->
    [blitz] blitz (37 anelli, meno pedine, obiettivi più bassi)
   *[other] { $value } anelli
}
setup-zertz-claims-automatic = gruppi isolati sempre catturati
setup-zertz-claims-optional = gruppi isolati a scelta
setup-dvonn-variant = il tavoliere standard
setup-dvonn-start-placement = i pezzi si collocano a turno
setup-dvonn-start-random = un tavoliere pieno casuale
setup-barrier-variant = { $value }×{ $value } caselle

## Turni

# Instead of a name of which no letter can be drawn.
picture-player = Giocatore { $number }
picture-turn = Tocca a { $player }
board-begins = Inizia **{ $game }**.
board-last = Turno { $number }: **{ $move }**
board-turn-zertz = { $player }, tocca a te.
board-turn-dvonn = { $player }, tocca a te con il { $seat ->
    [1] Bianco
   *[other] Nero
}.
board-turn-barrier = { $player }, tocca a te con il { $seat ->
    [1] Bianco
   *[other] Nero
}.
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
pick-white = bianca
pick-grey = grigia
pick-black = nera
pick-claim = prendi il gruppo
pick-decline = lascia il gruppo
pick-pass = passa
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

## Risultati

result-win-goal = { $winner } batte { $loser } raggiungendo un obiettivo.
result-win-filled = { $winner } batte { $loser } occupando l'ultimo anello vuoto.
result-win-count = { $winner } batte { $loser } con più pezzi.
result-win-blocked = { $winner } batte { $loser }, che non può muovere.
result-win-resigned = { $winner } batte { $loser }, che abbandona.
result-draw-repetition = Patta tra { $first } e { $second }: la stessa posizione si è presentata tre volte.
result-draw-count = Patta tra { $first } e { $second }: controllano lo stesso numero di pezzi.
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
about =
    {"**"}Tablero** { $version } serve per giocare con calma a giochi astratti da tavoliere, con gli amici, dove già parlate, o contro il bot stesso.
    ZÈRTZ e DVONN sono di Kris Burm (il progetto GIPF), Barrier è di Karl Scherer. Tutti i diritti relativi ai giochi appartengono ai loro autori ed editori; questo programma non è affiliato a loro.
    Software libero con licenza MIT.

rules-zertz =
    {"**"}ZÈRTZ** — un tavoliere di anelli che si riduce, e pedine che appartengono a entrambi i giocatori.
    Nel tuo turno **colloca** una pedina di qualsiasi colore della riserva su un anello vuoto, poi **rimuovi** un anello vuoto che si possa sfilare (due lati adiacenti liberi). Si scrive `Wd4,a1`: il colore (W bianca, G grigia, B nera), l'anello, l'anello rimosso. Se non si può rimuovere nessun anello, colloca soltanto: `Wd4`.
    Se una pedina può saltarne una adiacente e finire su un anello vuoto alle sue spalle, **devi catturare** invece di collocare, e continuare finché quella pedina può: `g5xe3xc3`. Quale cattura fare lo scegli tu.
    Se nel tuo turno isoli un gruppo senza anelli vuoti, o riempi un gruppo isolato, prendi le sue pedine e i suoi anelli (con *gruppi isolati a scelta* aggiungi `~` per lasciarli).
    {"**"}Vinci** con 3 pedine di ogni colore, 4 bianche, 5 grigie o 6 nere (blitz: 2 di ogni colore, 3, 4 o 5), o occupando l'ultimo anello vuoto. Quando la riserva è vuota collochi le pedine che hai catturato. Una posizione che si presenta per la terza volta è patta.
rules-dvonn =
    {"**"}DVONN** — impila i pezzi e resta in contatto con quelli rossi.
    Prima si **collocano** i 49 pezzi su qualsiasi casella vuota: il Bianco un pezzo DVONN rosso, il Nero un altro, il Bianco un altro, poi ciascuno il proprio colore a turno, iniziando dal Nero. Si scrive la casella: `f3`.
    Poi il Bianco inizia a **impilare**: un pezzo o una pila con il tuo colore in cima muove in linea retta esattamente di tante caselle quanti sono i suoi pezzi, finendo su un altro pezzo o un'altra pila: `a1a2`. Si possono attraversare caselle vuote. Una pila circondata su tutti e sei i lati non può muovere, e nemmeno un pezzo rosso da solo.
    Dopo ogni mossa tutto ciò che non è in contatto con un pezzo rosso esce dal tavoliere. Chi non può muovere passa (`pass`).
    Quando nessuno può muovere, **vince chi controlla più pezzi**.
rules-barrier =
    {"**"}Barrier** — due cavalli che bloccano ogni casella su cui passano.
    Il Bianco, poi il Nero, colloca un cavallo su una casella vuota: `e4`. Poi, a turno, ogni cavallo **percorre** una L come negli scacchi: due caselle dritto e una di lato, o una dritto e due di lato. I due percorsi verso la stessa casella sono mosse diverse, e si scrivono con partenza, angolo, arrivo: `b1b3c3` o `b1c1c3`.
    La casella che il cavallo lascia e le caselle su cui passa restano bloccate per sempre. Un percorso non può toccare caselle bloccate né l'altro cavallo.
    {"**"}Chi non può muovere perde.**
