# Texts about servers, blocking, players' data and linked accounts.

challenge-opponent-gone = Il tuo avversario ha cancellato i suoi dati e non gioca più qui. Con /sfida trovi qualcun altro.

block-done = Hai bloccato { $player }: nessuno dei due può più sfidare l'altro. Non lo dico a nessuno. Le partite in corso continuano; per sbloccare usa `/blocca` con `sblocca`.
block-undone = Puoi giocare di nuovo con { $player }.
block-self = Non puoi bloccare il tuo account.
block-bot = I bot non sfidano nessuno: non c'è niente da bloccare.
block-too-many = Hai già bloccato { $most } persone, il massimo possibile. Prima sblocca qualcuno: /blocca mostra la lista.
block-list = { $count ->
    [0] Non hai bloccato nessuno. Per farlo, usa `/blocca` con un utente.
    [one] Hai bloccato una persona. Sceglila per sbloccarla.
   *[other] Hai bloccato { $count } persone. Scegline una per sbloccarla.
}
block-choose = Sblocca…

house =
    {"**"}Questo server**
    Le partite iniziano in: { $channels }
    Giochi disponibili: { $games }
    Lingua: { $language }
    Tempo predefinito delle sfide: { $time }
    Tavolieri: { $theme }
    Limite di partite in corso per persona: { $limit }
    Avatar sui tavolieri: { $avatars }
    Guardare nel browser: { $watching }
    Per cambiare un'impostazione usa `/server` con la sua opzione; con `togli` torna com'era all'inizio. Le modifiche valgono per le partite che iniziano da ora; quella su chi guarda, subito.
house-prefix = Prefisso dei comandi: { $prefix }
house-bad-prefix = Questo prefisso non va bene: scegli al massimo { $most } caratteri, senza spazi.
house-everywhere = tutti i canali
house-nowhere = nessun canale; finché non ne scegli uno, qui non inizia nessuna partita
house-all-games = tutti
house-no-games = nessuno; finché non ne scegli uno, qui non inizia nessuna partita
house-no-limit = nessuno
house-unreadable = Non sono riuscito a leggere alcune di queste impostazioni, quindi permettono il meno possibile. Impostale di nuovo.
house-no-server = Funziona solo in un server dove mi hanno aggiunto. Chiedi a chi lo gestisce di farlo.
house-not-manager = Può farlo solo chi gestisce il server: su Discord, chi ha il permesso Gestisci server; su Matrix, chi modera la stanza o lo spazio.
house-no-game = In questo server non c'è nessuna partita numero { $number }. Il numero lo trovi nel nome del thread della partita.
house-too-many-channels = Puoi scegliere al massimo { $most } canali. Per toglierne uno, indicalo di nuovo.
house-ended = Ho chiuso senza risultato la partita { $number } ({ $game }) e ho avvisato i giocatori.
house-ended-unread = Non riuscivo più a leggere la partita { $number } e l'ho chiusa senza risultato. Non posso avvisare i giocatori: per favore, fallo tu.

privacy-export = Ecco tutti i tuoi dati in un file JSON. Gli orari sono in UTC.
privacy-export-cut = I dati erano troppi per un solo file: { $count ->
    [0] mancano i dati più vecchi di alcuni elenchi.
    [one] mancano le mosse della tua partita più vecchia, o la partita intera.
   *[other] mancano le mosse delle tue { $count } partite più vecchie, o le partite intere.
} Per avere tutte le mosse di una partita, usa `/esporta` dove si gioca.
privacy-export-again = Hai appena ricevuto un file. Potrai chiederne un altro { $when }.
limit-person = { $what ->
    [challenges] Hai mandato molte sfide.
    [games] Hai iniziato molte partite.
    [hints] Hai chiesto molti suggerimenti.
    [analyses] Hai chiesto molte analisi.
    [exports] Hai esportato molti file.
   *[pictures] Hai chiesto molte immagini.
} Il limite è di { $most } al minuto. Riprova { $when }.
limit-server = { $what ->
    [challenges] In questo server sono state mandate molte sfide.
    [games] In questo server sono state iniziate molte partite.
    [hints] In questo server sono stati chiesti molti suggerimenti.
    [analyses] In questo server sono state chieste molte analisi.
    [exports] In questo server sono stati esportati molti file.
   *[pictures] In questo server sono state chieste molte immagini.
} Il limite è di { $most } al minuto fra tutti. Riprova { $when }.
privacy-question =
    {"**"}Cancellare tutti i tuoi dati?**
    { $count ->
        [0] Non hai partite in corso.
        [one] Prima abbandono per te la tua partita in corso; se è classificata, conta.
       *[other] Prima abbandono per te le tue { $count } partite in corso; quelle classificate contano.
    }
    Cancello nome, impostazioni, orari, vacanze, punteggi, note, piani, suggerimenti e blocchi, e annullo le sfide aperte. Le partite finite restano, con «un ex giocatore» al tuo posto.
    I messaggi e i thread già presenti nelle chat con il tuo nome restano lì.
privacy-messages = Posso anche togliere dalle stanze i miei messaggi sulle tue partite e sfide, compresi i tavolieri dei tuoi avversari. Le mie risposte ad altri comandi, come le classifiche, restano.
privacy-final = {"**"}Non si può tornare indietro.** Per averne prima una copia, usa `/privacy esporta`.
button-forget = Cancella i miei dati
button-forget-messages = Cancella i miei dati e i messaggi delle mie partite
privacy-deleted = Ho cancellato tutti i tuoi dati. Se torni, riparti da zero.

link-code = Il tuo codice è `{ $code }` e scade { $when }. Usa *collega* con questo codice dal tuo account sull'altra piattaforma, poi torna qui e scegli *Continua*.
button-link-continue = Continua
link-question = { $name } ({ $account }) ha inserito il tuo codice. Sei tu? Le impostazioni che hai qui restano, le partite dei due account diventano tue e ricalcolo i tuoi punteggi da tutte le tue partite classificate.
button-link-confirm = Sì, collega gli account
link-entered = Ci siamo quasi: torna dove hai ricevuto il codice e scegli *Continua*, oppure usa di nuovo *collega* lì.
link-done = I tuoi account sono collegati: ora puoi giocare con tutti e due.
unlink-question = Vuoi scollegare l'account che stai usando? Partite, punteggi e impostazioni restano all'altro account; questo riparte da zero.
button-unlink = Scollega
unlink-done = Questo account riparte da zero. Le tue partite restano all'altro.
link-unknown-code = Questo codice non è valido. I codici scadono dopo dieci minuti: chiedine uno nuovo con *collega* sull'altra piattaforma.
link-own-code = Questo codice è il tuo: inseriscilo dal tuo account sull'altra piattaforma.
link-same-platform = I due account sono sulla stessa piattaforma. Puoi collegare solo account di piattaforme diverse.
link-opponents = Questi due account stanno giocando una partita tra loro. Prima finiscila.
link-clock-running = Uno dei due account ha in corso una partita a tempo. Prima finiscila.
link-not-entered = Nessuno ha ancora inserito il codice. Inseriscilo dal tuo account sull'altra piattaforma, poi scegli *Continua*.
link-not-linked = Questo account non è collegato a nessun altro.
link-games-running = Hai partite in corso: prima finiscile.
