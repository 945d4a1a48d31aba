# Conditional moves and notes, which only their player sees.

plan-none = You have no conditional moves here. While your opponent is thinking, type `/if` with one of their moves and your answer, joined by “then”. If they play it, I'll play your answer at once.
plan-your-turn = It's your turn: just move. You can plan ahead while it's your opponent's.
plan-title = **Your conditional moves**, which only you can see:
plan-added = Planned: { $line }
plan-replaced = This replaces your answer **{ $move }** and everything after it.
plan-cancelled = Cancelled: { $line }
plan-cancel = Cancel a line
button-cancel-all = Cancel all
plan-empty = Type an opponent's move and your answer, for example: `{ $example }`
plan-refused = I haven't added your line, because of move { $number }, { $text }: { $why }
plan-unreadable = I haven't added your line, because of move { $number }. { $why }
plan-then-missing = I haven't added your line, because of move { $number }: { $text } isn't a single move. Put “then” between moves.
plan-no-answer = I haven't planned anything: your line ends with your opponent's move. Add “then” and your answer.
plan-too-long = I haven't planned anything: a line can have at most { $most } moves.
plan-too-many = I haven't planned anything: all your lines in this game can have at most { $most } moves together. Cancel some with `/if`.

note-none = You have no note about this game. To write one that only you can see, use `/note` with some text.
note-yours = Your note, which only you can see: { $text }
note-kept = Noted. Only you can see it, with `/note` and with `/board`.
note-deleted = I've deleted your note.
note-too-long = Your note is too long: at most 1000 characters, please.
