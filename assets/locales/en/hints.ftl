# Hints: what to look at, which piece, which move, and why. Values are names of cells, moves and numbers.

hint-tenths = { $whole }.{ $part }
hint-title = **Hint { $stage } of 3**
hint-too-many = I'm still working on { $most ->
    [one] a hint
   *[other] { $most } hints
} for you. Ask again when one has arrived.
hint-busy = Too many people are waiting for a hint right now. Ask again in a few minutes.

## First stage: what there is to see.

hint-region = Look at columns { $from } to { $to }.
hint-look-win = You can win { $turns ->
    [one] this turn
   *[other] in at most { $turns } turns
}.
hint-look-lost = Your opponent can win whatever you play; hold out as long as you can.
hint-look-only = Careful: every move but one loses.
hint-look-forced = You have only one move.
hint-look-region = I see nothing decisive; look for a good spot.

## Second stage: the piece or marble.

hint-look-even = Your opponent may take over your first move. Which one gives neither of you the better game?
hint-look-swap = Would you rather have made the first move yourself?
hint-piece-swap = Think about the move your opponent has just made.
hint-piece-column = Use column { $column }.
hint-piece-pass = You can only pass.

## Third stage: the move, and why.

hint-move = Play **{ $move }**.
hint-reason-even = Your opponent may take it over, so it shouldn't be too good.
hint-reason-swap = It makes your opponent's first move yours. I found no reply that is worth as much.
hint-reason-wins-now = It wins right away.
hint-reason-wins = You keep the win whatever your opponent plays.
hint-reason-loses = Your opponent needs at most { $turns ->
    [one] one turn
   *[other] { $turns } turns
}; I found no move that holds out longer.
hint-reason-resists = The line that holds out longest begins with { $line }.
hint-reason-hopes = Your best chance is that your opponent plays { $other }: after that, I see no win for them.
hint-reason-only-defence = Every other move loses.
hint-reason-others-lose = Every other move loses: after { $other }, for example, your opponent plays { $reply }.
hint-reason-forced = It's your only move.
hint-reason-repeats = With best play, it leads back to an earlier position, and so to a draw.
hint-reason-better = It's clearly better than the next best move, { $other }: I'd say by { $points } points.
hint-reason-slightly = It's a little better than the next best move, { $other }.
hint-reason-equal = { $other } is about as good.
hint-reason-reply = The best reply I found is { $reply }.
