# Conditional moves and notes, which only their player sees.

plan-none = Qui non hai pianificato nulla. Mentre il tuo avversario pensa, scrivi `/se` con una sua mossa e la tua risposta, unite da «poi»: se gioca quella mossa, la tua risposta parte subito.
plan-your-turn = Tocca a te: muovi e basta. Puoi pianificare quando tocca al tuo avversario.
plan-title = **Il tuo piano** (lo vedi solo tu):
plan-added = Pianificato: { $line }
plan-replaced = Sostituisce la tua risposta **{ $move }** e tutto quello che seguiva.
plan-cancelled = Tolto dal piano: { $line }
plan-cancel = Togli una linea
button-cancel-all = Togli tutto
plan-empty = Scrivi una mossa del tuo avversario e la tua risposta, per esempio: `{ $example }`
plan-refused = Non ho aggiunto la linea: la mossa { $number }, { $text }, non va. { $why }
plan-unreadable = Non ho aggiunto la linea: la mossa { $number } non va. { $why }
plan-then-missing = Non ho aggiunto la linea: la mossa { $number }, { $text }, non è una mossa sola. Metti «poi» tra una mossa e l'altra.
plan-no-answer = Non ho aggiunto la linea: finisce con una mossa del tuo avversario. Aggiungi «poi» e la tua risposta.
plan-too-long = Non ho aggiunto la linea: può avere al massimo { $most } mosse.
plan-too-many = Non ho aggiunto la linea: in questa partita tutte le tue linee insieme possono avere al massimo { $most } mosse. Togline qualcuna con `/se`.

note-none = Non hai note su questa partita. Scrivine una con `/nota` e un testo: la vedi solo tu.
note-yours = La tua nota (la vedi solo tu): { $text }
note-kept = Nota salvata. La vedi solo tu, con `/nota` e con `/tavoliere`.
note-deleted = Nota cancellata.
note-too-long = La nota è troppo lunga: scrivi al massimo 1000 caratteri.
