# Ciò che ognuno prevede e annota, e che nessun altro vede.

plan-none = Qui non hai previsto nulla. Mentre pensa l'altra persona, scrivi `/se` con una sua mossa e la tua risposta, unite da «poi»: la tua risposta sarà giocata subito.
plan-your-turn = Tocca a te: gioca e basta. Puoi prevedere mentre tocca all'altra persona.
plan-title = **Il tuo piano**, che vedi solo tu:
plan-added = Previsto: { $line }
plan-replaced = Prende il posto della tua risposta **{ $move }** e di ciò che la seguiva.
plan-cancelled = Annullato: { $line }
plan-cancel = Annulla una linea
button-cancel-all = Annulla tutto
plan-empty = Scrivi una mossa dell'altra persona e la tua risposta, per esempio: `{ $example }`
plan-refused = Non è stato previsto nulla. Mossa { $number } della linea, { $text }: { $why }
plan-no-answer = Non è stato previsto nulla: la linea finisce con una mossa dell'altra persona. Aggiungi «poi» e la tua risposta.
plan-too-long = Non è stato previsto nulla: una linea ha al massimo { $most } mosse.
plan-too-many = Non è stato previsto nulla: tutte le tue linee in questa partita hanno insieme al massimo { $most } mosse. Annullane qualcuna con `/se`.

note-none = Non hai annotato nulla su questa partita. `/nota` con un testo lo conserva solo per te.
note-yours = La tua nota, che vedi solo tu: { $text }
note-kept = Annotato. Lo vedi con `/nota` e con `/tavoliere`, e nessun altro lo vede.
note-deleted = La tua nota è cancellata.
note-too-long = La tua nota è troppo lunga: al massimo 1000 caratteri, per favore.
