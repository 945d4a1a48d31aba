# What players plan and note, which nobody else sees.

plan-none = You have planned nothing here. While your opponent thinks, write `/if` with a move of theirs and your answer, joined by “then”: your answer will be played at once.
plan-your-turn = It is your turn: just move. You can plan while it is your opponent's.
plan-title = **Your plan**, which only you see:
plan-added = Planned: { $line }
plan-replaced = This takes the place of your answer **{ $move }** and of what followed it.
plan-cancelled = Cancelled: { $line }
plan-cancel = Cancel a line
button-cancel-all = Cancel all
plan-empty = Write a move of your opponent and your answer, for example: `{ $example }`
plan-refused = Nothing was planned. Move { $number } of the line, { $text }: { $why }
plan-no-answer = Nothing was planned: the line ends with a move of your opponent. Add “then” and your answer.
plan-too-long = Nothing was planned: a line has at most { $most } moves.
plan-too-many = Nothing was planned: all your lines in this game together have at most { $most } moves. Cancel some with `/if`.

note-none = You have noted nothing about this game. `/note` with a text keeps one for you alone.
note-yours = Your note, which only you see: { $text }
note-kept = Noted. You see it with `/note` and with `/board`, and nobody else does.
note-deleted = Your note is deleted.
note-too-long = Your note is too long: at most 1000 characters, please.
