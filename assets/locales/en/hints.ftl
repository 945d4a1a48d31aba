# Hints: what to look at, which piece, which move, and why. Values are names of cells, moves and numbers.

hint-marbles-white = { $count ->
    [one] one white marble
   *[other] { $count } white marbles
}
hint-marbles-grey = { $count ->
    [one] one grey marble
   *[other] { $count } grey marbles
}
hint-marbles-black = { $count ->
    [one] one black marble
   *[other] { $count } black marbles
}
hint-list = { $most } and { $last }
hint-tenths = { $whole }.{ $part }
hint-title = **Hint { $stage } of 3**
hint-too-many = I am still looking for { $most } hints for you. Ask again when one of them has come.
hint-busy = Too many people are waiting for a hint right now. Ask again in a few minutes.

## First stage: what there is to see.

hint-region = Look at columns { $from } to { $to }.
hint-look-any-win = You can win { $turns ->
    [one] with this turn
   *[other] in at most { $turns } turns
}.
hint-look-any-lost = Your opponent can win whatever you play; make it take as long as possible.
hint-look-any-only = Take care: all moves but one lose.
hint-look-any-forced = You have only one possible move.
hint-look-any-region = Nothing decisive was found; look for a good place.
hint-look-zertz-must-capture = You must capture, and { $count } captures are possible.
hint-look-zertz-isolate = You can take marbles without jumping.
hint-look-zertz-give = A marble given away can bring you more.
hint-look-zertz-threat = Your opponent threatens to take { $marbles }.
hint-look-dvonn-threat-cut = Your opponent threatens to cut off { $count ->
    [one] one of your pieces
   *[other] { $count } of your pieces
}.
hint-look-dvonn-threat-cover = Your opponent threatens to capture a stack of { $height } of yours.
hint-look-dvonn-cut = Some of your opponent's pieces hang by a thread.
hint-look-dvonn-cover = You can capture a stack of { $height }.
hint-look-barrier-separate = You can keep the knights apart for good.
hint-look-barrier-few = You can leave your opponent { $count ->
    [one] only one walk
   *[other] { $count } walks
}.

## Second stage: the piece or marble.

hint-piece-any-column = Use column { $column }.
hint-piece-any-pass = You can only pass.
hint-piece-zertz-marble = Place a { $marble } marble.
hint-piece-zertz-jumper = Capture with the marble on { $ring }.
hint-piece-dvonn-stack = Move what is on { $space }.
hint-piece-barrier-target = Walk to { $square }.

## Third stage: the move, and why.

hint-move = Play **{ $move }**.
hint-reason-any-wins-now = It wins at once.
hint-reason-any-wins = It wins in at most { $turns ->
    [one] one turn
   *[other] { $turns } turns
}, whatever your opponent plays.
hint-reason-any-loses = Your opponent can win in { $turns ->
    [one] one turn
   *[other] { $turns } turns
} whatever you play; no move found holds out longer.
hint-reason-any-only-defence = Every other move loses.
hint-reason-any-forced = It is the only possible move.
hint-reason-any-repeats = With best play it leads back to a position that stood before, and so to a draw.
hint-reason-any-better = It is clearly better than the next best move, { $other }: by { $points } points in my estimate.
hint-reason-any-slightly = It is a little better than the next best move, { $other }.
hint-reason-any-equal = { $other } is about as good.
hint-reason-any-reply = The best reply found is { $reply }.
hint-reason-zertz-goal = The goal is reached with { $marbles }.
hint-reason-zertz-goal-each = The goal is reached with { $count } marbles of each colour.
hint-reason-zertz-fills = The last vacant ring is filled.
hint-reason-zertz-captures = It captures { $marbles }.
hint-reason-zertz-captures-less = It captures { $marbles }; { $other } would capture { $more }, but is worth less in the end.
hint-reason-zertz-isolates = It takes { $marbles } from a group without vacant rings.
hint-reason-zertz-gives = Your opponent must take { $given }, and then you can take { $marbles }, for example with { $then }.
hint-reason-zertz-gives-isolates = Your opponent must take { $given }, and then { $then } isolates { $marbles } for you.
hint-reason-zertz-combination = Your opponent must capture first; in the best line you take { $marbles }, and your opponent takes { $given }.
hint-reason-zertz-stops = It stops { $threat }, which would take { $marbles }.
hint-reason-zertz-landing = Without ring { $ring }, nobody can land there after jumping over the marble on { $marble }.
hint-reason-zertz-safe = Your opponent has { $count ->
    [one] only one ring
   *[other] { $count } rings
} left to place on without giving a marble away.
hint-reason-zertz-otherwise = After { $other } instead, your opponent would take { $marbles }.
hint-reason-dvonn-margin = The best line ends with { $mine } of your pieces against { $theirs }.
hint-reason-dvonn-cuts = { $count ->
    [one] One of your opponent's pieces loses
   *[other] { $count } of your opponent's pieces lose
} contact.
hint-reason-dvonn-cuts-both = It cuts off { $theirs ->
    [one] one of your opponent's pieces
   *[other] { $theirs } of your opponent's pieces
} and { $mine } of yours.
hint-reason-dvonn-covers = It captures a stack of { $height } on { $space }.
hint-reason-dvonn-leaves-none = Your opponent is left without a move and must pass.
hint-reason-dvonn-leaves-few = Your opponent is left with { $count ->
    [one] only one move
   *[other] { $count } moves
}.
hint-reason-dvonn-stops-cut = It stops { $threat }, which would cut off { $count ->
    [one] one of your pieces
   *[other] { $count } of your pieces
}.
hint-reason-dvonn-stops-cover = It stops { $threat }, which would capture your stack of { $height } on { $space }.
hint-reason-dvonn-moves-red = It moves the DVONN piece on { $space }.
hint-reason-dvonn-prepares = With best play { $then } follows and cuts off { $count ->
    [one] one of your opponent's pieces
   *[other] { $count } of your opponent's pieces
}.
hint-reason-dvonn-red-apart = It lies { $count ->
    [one] one step
   *[other] { $count } steps
} from the nearest DVONN piece; { $other } would be nearer.
hint-reason-dvonn-red-together = It lies { $count ->
    [one] one step
   *[other] { $count } steps
} from the nearest DVONN piece; { $other } would be farther away.
hint-reason-dvonn-beside-red = It lies beside { $count ->
    [one] a DVONN piece
   *[other] { $count } DVONN pieces
}; { $other } would lie beside fewer.
hint-reason-dvonn-at-edge = At the edge it can move as soon as the board is full; on { $other } it would be shut in.
hint-reason-barrier-shuts-in = Your opponent has no walk left.
hint-reason-barrier-separates = It separates the knights for good: from then on you can walk { $mine } more times and your opponent { $theirs }.
hint-reason-barrier-leaves = Your opponent is left with { $count ->
    [one] only one walk
   *[other] { $count } walks
}.
hint-reason-barrier-more-walks = Your knight could then choose between { $mine } walks, your opponent's between { $theirs }.
