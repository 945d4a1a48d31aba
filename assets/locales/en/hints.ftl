# Hints: what to look at, which piece, which move, and why. Values are names of cells, moves and numbers.

hint-tenths = { $whole }.{ $part }
hint-title = **Hint { $stage } of 3**
hint-too-many = I am still looking for { $most } hints for you. Ask again when one of them has come.
hint-busy = Too many people are waiting for a hint right now. Ask again in a few minutes.

## First stage: what there is to see.

hint-region = Look at columns { $from } to { $to }.
hint-look-win = You can win { $turns ->
    [one] with this turn
   *[other] in at most { $turns } turns
}.
hint-look-lost = Your opponent can win whatever you play; make it take as long as possible.
hint-look-only = Take care: all moves but one lose.
hint-look-forced = You have only one possible move.
hint-look-region = Nothing decisive was found; look for a good place.

## Second stage: the piece or marble.

hint-piece-column = Use column { $column }.
hint-piece-pass = You can only pass.

## Third stage: the move, and why.

hint-move = Play **{ $move }**.
hint-reason-wins-now = It wins at once.
hint-reason-wins = It wins in at most { $turns ->
    [one] one turn
   *[other] { $turns } turns
}, whatever your opponent plays.
hint-reason-loses = Your opponent can win in { $turns ->
    [one] one turn
   *[other] { $turns } turns
} whatever you play; no move found holds out longer.
hint-reason-only-defence = Every other move loses.
hint-reason-forced = It is the only possible move.
hint-reason-repeats = With best play it leads back to a position that stood before, and so to a draw.
hint-reason-better = It is clearly better than the next best move, { $other }: by { $points } points in my estimate.
hint-reason-slightly = It is a little better than the next best move, { $other }.
hint-reason-equal = { $other } is about as good.
hint-reason-reply = The best reply found is { $reply }.
