# Texts for DVONN only. The values are names of cells, moves and numbers.

## Author and rules

author = Kris Burm (the GIPF project)
rules =
    {"**"}DVONN** — stack pieces, and stay linked to the red ones.
    First the 49 pieces are **placed** on any empty space: White a red DVONN piece, Black one, White one, then both their own colour in turns, Black first. Written as the space: `f3`.
    Then White begins to **stack**: a piece or stack whose top is yours moves in a straight line exactly as many spaces as it has pieces, onto another piece or stack: `a1a2`. Empty spaces may be crossed. A stack with neighbours on all six sides cannot move, nor can a lone red piece.
    After each move everything that is not linked to a red piece leaves the board. Who cannot move passes (`pass`).
    When nobody can move, **the player who controls more pieces wins**.

## Game setups

setup-variant = the standard board
setup-start-placement = the players place the pieces
setup-start-random = a random full board

## Command options

option-start =
    .name = start
    .challenge = DVONN: place the pieces yourselves, or deal a random board
    .play = DVONN: place the pieces in turns, or deal a random board

## Whose turn it is

turn = { $player }, it is your turn with { $seat ->
    [1] White
   *[other] Black
}.

## Menu choices

pick-pass = pass

## Results

result-win-count = { $winner } beats { $loser } with more pieces.
result-draw-count = A draw between { $first } and { $second }: both control as many pieces.

## Board descriptions for players who cannot see the picture

fact-white = White: { $value }.
fact-black = Black: { $value }.
fact-red = Lone red pieces: { $value }.
fact-empty = Empty spaces: { $value }.
fact-score = Pieces controlled (White/Black): { $value }.

## Pictures that explain the rules: each has a title and a caption with numbers

example-placing = The red pieces come first (1, 2, 3), then a black one (4), a white one (5), and so on in turns.
    .title = Placing
example-moving = A single piece moves one space (1), two pieces move two (2), three move three (3), always onto a piece.
    .title = Moving
example-blocked = The white pieces in yellow have neighbours on all six sides and cannot move.
    .title = Blocked pieces
example-losing = White's move broke the link to the red pieces: all the pale pieces leave the board.
    .title = Pieces that are lost

## Rejected moves, and what to do instead

refusal-over = The game is over.
refusal-unreadable = { $text } is not the text of a move. Write f3 to place a piece, a1a2 to move a stack.
refusal-not-a-space = { $space } is not a space of this board.
refusal-must-place = Pieces are still being placed: name one empty space.
refusal-must-stack = All pieces are placed: name the stack to move and where to, as in a1a2.
refusal-taken = That space is taken: { $space } has a piece on it.
refusal-empty = There is nothing on { $space } to move.
refusal-not-yours = The stack on { $space } is your opponent's: its top piece decides.
refusal-lone-red = The DVONN piece on { $space } cannot move while it is alone.
refusal-surrounded = The stack on { $space } cannot move, it is surrounded on all six sides.
refusal-not-in-line = { $to } is not in a straight line from { $from }.
refusal-wrong-distance = The stack on { $from } moves exactly { $height ->
    [one] { $height } space
   *[other] { $height } spaces
}, not { $distance }.
refusal-to-empty = A move cannot end on { $space }, which is empty.
refusal-must-pass = You have no move, so you can only pass.
refusal-cannot-pass = You cannot pass: { $count ->
    [one] one move is possible
   *[other] { $count } moves are possible
}.

## Hints: where to look, which piece, and why

hint-look-threat-cut = Your opponent threatens to cut off { $count ->
    [one] one of your pieces
   *[other] { $count } of your pieces
}.
hint-look-threat-cover = Your opponent threatens to capture a stack of { $height } of yours.
hint-look-cut = Some of your opponent's pieces hang by a thread.
hint-look-cover = You can capture a stack of { $height }.
hint-piece-stack = Move what is on { $space }.
hint-reason-margin = The best line ends with { $mine } of your pieces against { $theirs }.
hint-reason-cuts = { $count ->
    [one] One of your opponent's pieces loses
   *[other] { $count } of your opponent's pieces lose
} contact.
hint-reason-cuts-both = It cuts off { $theirs ->
    [one] one of your opponent's pieces
   *[other] { $theirs } of your opponent's pieces
} and { $mine } of yours.
hint-reason-covers = It captures a stack of { $height } on { $space }.
hint-reason-leaves-none = Your opponent is left without a move and must pass.
hint-reason-leaves-few = Your opponent is left with { $count ->
    [one] only one move
   *[other] { $count } moves
}.
hint-reason-stops-cut = It stops { $threat }, which would cut off { $count ->
    [one] one of your pieces
   *[other] { $count } of your pieces
}.
hint-reason-stops-cover = It stops { $threat }, which would capture your stack of { $height } on { $space }.
hint-reason-moves-red = It moves the DVONN piece on { $space }.
hint-reason-prepares = With best play { $then } follows and cuts off { $count ->
    [one] one of your opponent's pieces
   *[other] { $count } of your opponent's pieces
}.
hint-reason-red-apart = It lies { $count ->
    [one] one step
   *[other] { $count } steps
} from the nearest DVONN piece; { $other } would be nearer.
hint-reason-red-together = It lies { $count ->
    [one] one step
   *[other] { $count } steps
} from the nearest DVONN piece; { $other } would be farther away.
hint-reason-beside-red = It lies beside { $count ->
    [one] a DVONN piece
   *[other] { $count } DVONN pieces
}; { $other } would lie beside fewer.
hint-reason-at-edge = At the edge it can move as soon as the board is full; on { $other } it would be shut in.
