# Le lezioni che insegnano un gioco, un tavoliere e una mossa alla volta.

learn-heading = **{ $game }, lezione { $number } di { $count }: { $title }**
learn-picture = Lezione { $number } di { $count }
learn-you = Tu
learn-opponent = Avversario
learn-right = **{ $move }**: giusto!
learn-wrong = **{ $move }**: non ancora.
learn-answer = Una risposta è **{ $move }**.
learn-follow = Che cosa segue: { $moves }.
learn-last = Era l'ultima lezione. Ora sai come funziona { $game }: gioca!
learn-all-done = Hai fatto tutte le lezioni di { $game }.
learn-none = Non ci sono ancora lezioni di { $game }, ma ci sono le regole.
button-learn = Impara { $game }
button-lesson-next = Avanti: { $title }
button-lesson-answer = Mostra la risposta
button-lesson-again = Riprova
button-lesson-over = Ricomincia
help-menu-learn = Impara un gioco in pochi minuti
profile-lessons = Lezioni fatte: { $lessons }.
profile-lessons-of = { $game } { $done } di { $count }
button-guided = Gioca con la guida
button-play-at = Gioca al livello { $level }
guide-begins = { $turns ->
    [one] Nel tuo primo turno
   *[other] Nei tuoi primi { $turns } turni
} ti dico a che cosa badare prima della mossa, e dopo che cosa ha fatto la tua mossa. *Suggerimento* mostra di più.
guide-look = **Guarda qui:** { $look }
guide-ends = Questi erano i turni con la guida: da qui in poi decidi da te. *Suggerimento* e *Com'era la mia mossa?* aiutano ancora.
victory-try-level = Hai battuto il livello { $level }: prova il livello { $next }.
