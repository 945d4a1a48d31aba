# La pagina su cui si gioca una partita. Inserisce lei stessa i valori.

web-no-link = Questo indirizzo è incompleto. Riapri il tavoliere con il link o il pulsante che ti ho dato.
web-unreachable = In questo momento non sono raggiungibile. Controlla la connessione e riprova.
web-failed = Non ha funzionato. Riprova o ricarica la pagina.
web-live = in diretta
web-connecting = connessione…

## Il tavoliere e la mossa.

web-board = Tavoliere
web-board-help = Le frecce vanno da una casella all'altra; puoi anche scrivere un nome come d4. Pag Giù va alla prossima casella che puoi scegliere. Invio la sceglie, Esc torna indietro.
web-bar = La tua mossa
web-pickable = { $cell }, si può scegliere
web-picked = { $cell }, scelta
web-preview = La tua mossa: { $move }
web-play = Gioca { $move }
web-back = Indietro
web-cancel = Annulla
web-your-turn = Tocca a te.
web-you = { $name } (tu)
web-bot = { $name } (bot)
web-moved = { $name }: { $move }.

## Il replay.

web-replay = Replay
web-previous = Mossa precedente
web-next = Mossa successiva
web-start = Inizio
web-past = Questa è una posizione precedente.
web-to-game = Torna alla partita
web-try = Prova mosse
web-trying = Stai provando mosse: { $list }
web-try-help = Prova mosse di entrambi. Non si gioca nulla.
web-try-plan = Prova una mossa dell'avversario e la tua risposta, poi premi Pianifica. Non si gioca nulla.
web-try-move = Prova { $move }
web-analysis = Analisi
web-curve = Le possibilità dei due giocatori, mossa per mossa
web-analysed = L'analisi è pronta.

## Il pannello.

web-menu = Menu
web-close = Chiudi
web-moves = Mosse
web-no-moves = Non ci sono ancora mosse.
web-actions = Azioni
web-position = La posizione a parole
web-ask = Scrivi una mossa o una domanda
web-ask-go = Invia
web-ask-help = Per esempio «cosa c'è in { $cell }», «cosa posso scegliere» o «cosa posso catturare».
web-ask-at = cosa c'è in { $cell }
web-ask-picks = cosa posso scegliere
web-ask-capture = cosa posso catturare
web-picks = Puoi scegliere: { $list }.
web-no-picks = Adesso non puoi scegliere nulla.
web-no-cell = Su questo tavoliere non c'è { $cell }.
web-share = Condividi
web-copy-link = Copia un link per guardare
web-copy = Copia le mosse
web-copied = Copiate
web-save = Salva l'immagine
web-note = La tua nota, che vedi solo tu
web-note-save = Salva la nota
web-settings = Aspetto
web-theme = Colori
web-theme-auto = Automatici
web-hand = Pulsanti per
web-hand-right = la mano destra
web-hand-left = la mano sinistra
web-turn = Gira il tavoliere

## Le partite di un canale.

web-now = In corso
web-now-none = In questo momento non c'è nessuna partita in corso.
web-now-newer = Partite più recenti
web-now-older = Partite meno recenti
