# Ciò che si dice sui server, su con chi si gioca e su ciò che si conserva delle persone.

challenge-opponent-gone = Il tuo avversario non gioca più qui, e ciò che lo nominava è cancellato. /sfida ti trova qualcun altro.

block-done = Non giochi più con { $player }: nessuno dei due può sfidare l'altro. Non lo si dice a nessuno. Le partite in corso restano come sono; `/blocca` con `annulla` lo ritira.
block-undone = Puoi giocare di nuovo con { $player }.
block-self = Non puoi bloccare te.
block-bot = I bot non sfidano nessuno, quindi non c'è niente da bloccare.
block-too-many = Hai bloccato { $most } persone, e non possono essere di più. Prima sblocca qualcuno: /blocca mostra la lista.
block-list = { $count ->
    [0] Non hai bloccato nessuno. `/blocca` con un utente lo fa.
    [one] Hai bloccato una persona. Sceglila per ritirarlo.
   *[other] Hai bloccato { $count } persone. Scegline una per ritirarlo.
}
block-choose = Gioca di nuovo con …

house =
    {"**"}Questo server**
    Le partite possono iniziare in: { $channels }
    Giochi offerti: { $games }
    Lingua: { $language }
    Tempo nelle sfide che non lo dicono: { $time }
    Tavolieri: { $theme }
    Partite alla volta per persona: { $limit }
    `/server` con un'opzione la cambia, e con `togli` la ritira. Ciò che si cambia vale per le partite che iniziano da ora.
house-prefix = I comandi iniziano con: { $prefix }
house-bad-prefix = Questo non può essere un prefisso. Scegli al massimo { $most } caratteri senza spazi.
house-everywhere = tutti i canali
house-nowhere = nessuno: qui non può iniziare nessuna partita finché non scegli un canale
house-all-games = tutti
house-no-games = nessuno: qui non può iniziare nessuna partita finché non scegli un gioco
house-no-limit = quante ne vuole
house-no-server = Funziona solo in un server che mi ha aggiunto. Chiedilo a chi lo gestisce.
house-not-manager = Può farlo solo chi ha il permesso Gestisci server.
house-no-game = Nessuna partita di questo server ha il numero { $number }. Il numero di una partita sta nel nome del suo thread.
house-too-many-channels = Non si possono indicare più di { $most } canali. Indica di nuovo uno di essi per toglierlo.
house-ended = La partita { $number } ({ $game }) è chiusa senza risultato, e lo si dice ai giocatori.
house-ended-unread = La partita { $number } non si poteva più leggere ed è chiusa senza risultato. I giocatori non vengono avvisati: per favore, diglielo tu.

privacy-export = Tutto ciò che conservo di te è in questo file, che è JSON. Le ore sono UTC.
privacy-export-cut = Era troppo grande per un file, quindi manca ciò che è più vecchio: le mosse, o di più, di { $count } partite. `/esporta` dove si gioca una partita dà tutte le sue mosse.
privacy-export-again = Hai appena ricevuto un file. Potrai chiedere il prossimo { $when }.
privacy-question =
    {"**"}Cancellare tutto ciò che conservo di te?**
    { $count ->
        [0] Non hai partite in corso.
        [one] La tua partita in corso si abbandona; se è classificata, conta.
       *[other] Le tue { $count } partite in corso si abbandonano; quelle classificate contano.
    }
    Poi se ne vanno il tuo nome, impostazioni, orari, vacanze, punteggi, note, piani, suggerimenti e blocchi, e le sfide aperte si annullano. Le partite finite restano, con «chi non gioca più» al tuo posto.
    I messaggi e i thread con il tuo nome che sono già nelle chat restano lì.
privacy-messages = Posso anche togliere dalle stanze i miei messaggi sulle tue partite e sfide, comprese le scacchiere dei tuoi avversari. Le mie risposte ad altri comandi, come le classifiche, restano.
privacy-final = {"**"}Non si può annullare.** `/privacy esporta` ti dà prima una copia.
button-forget = Cancella tutto
button-forget-messages = Cancella tutto, e i miei messaggi sulle tue partite
privacy-deleted = Tutto ciò che conservavo di te è cancellato. Se torni, inizi da capo.

link-code = Il tuo codice è `{ $code }`; scade { $when }. Con il tuo account sull'altra piattaforma, usa *collega* con questo codice. Poi premi *Continua* qui.
button-link-continue = Continua
link-question = { $name } ({ $account }) ha inserito il tuo codice. Sei tu? Le tue impostazioni di qui restano, le partite dei due account diventano tue e i tuoi punteggi vengono ricalcolati da tutte le tue partite classificate.
button-link-confirm = Sì, collega gli account
link-entered = Ci siamo quasi: torna dove hai ricevuto il codice e premi *Continua*, oppure usa di nuovo *collega* lì.
link-done = I tuoi account sono collegati. Ora puoi giocare con entrambi.
unlink-question = Vuoi scollegare l'account che stai usando? Le tue partite, i punteggi e le impostazioni restano all'altro account, e questo ricomincia da zero.
button-unlink = Scollega
unlink-done = Questo account ricomincia da zero. Le tue partite sono nell'altro account.
link-unknown-code = Questo codice non è valido. I codici scadono dopo dieci minuti: chiedine uno nuovo con *collega* sull'altra piattaforma.
link-own-code = Questo è il tuo codice. Inseriscilo con il tuo account sull'altra piattaforma.
link-same-platform = I due account sono sulla stessa piattaforma. Puoi collegare solo account di piattaforme diverse.
link-opponents = Questi due account stanno giocando l'uno contro l'altro. Finisci prima quella partita.
link-clock-running = Uno dei due account ha una partita in corso con un controllo del tempo. Finiscila prima.
link-not-entered = Nessuno ha ancora inserito il codice. Inseriscilo con il tuo account sull'altra piattaforma, poi premi *Continua*.
link-not-linked = Questo account non è collegato a un altro.
link-games-running = Hai partite in corso. Finiscile prima.
