# Why the rules refuse a move, and what to do instead.

marble-white = white
marble-grey = grey
marble-black = black

refusal-zertz-over = The game is over.
refusal-zertz-unreadable = { $text } is not the text of a move. Write Wd4,a1 to place and remove, g5xe3 to capture.
refusal-zertz-not-a-ring = { $ring } is not a ring of this board.
refusal-zertz-gone = Ring { $ring } is no longer on the board.
refusal-zertz-must-capture = You must capture: { $count } captures are possible.
refusal-zertz-must-capture-this = You must capture: only { $capture } is possible.
refusal-zertz-must-pass = You have no marble to place, so you can only pass.
refusal-zertz-must-place = You can place a marble, so you cannot pass.
refusal-zertz-no-marble = There is no { $marble } marble left to place.
refusal-zertz-taken = That ring is taken: { $ring } has a marble on it.
refusal-zertz-remove-taken = Ring { $ring } cannot be removed, it has a marble on it.
refusal-zertz-cannot-slide = Ring { $ring } cannot be slid out: no two neighbouring sides of it are open.
refusal-zertz-must-remove = You must also remove a ring, for example { $ring }.
refusal-zertz-nothing-to-decline = There is no claim to decline: leave out the ~.
refusal-zertz-no-jumper = There is no marble on { $ring } to jump with.
refusal-zertz-not-a-jump = From { $from } to { $to } is not a jump: it goes straight over one ring to the next.
refusal-zertz-nothing-jumped = There is no marble on { $ring } to jump over.
refusal-zertz-landing-taken = The jump cannot end on { $ring }, there is a marble on it.
refusal-zertz-goes-on = The capture must go on from { $ring }.

refusal-dvonn-over = The game is over.
refusal-dvonn-unreadable = { $text } is not the text of a move. Write f3 to place a piece, a1a2 to move a stack.
refusal-dvonn-not-a-space = { $space } is not a space of this board.
refusal-dvonn-must-place = Pieces are still being placed: name one empty space.
refusal-dvonn-must-stack = All pieces are placed: name the stack to move and where to, as in a1a2.
refusal-dvonn-taken = That space is taken: { $space } has a piece on it.
refusal-dvonn-empty = There is nothing on { $space } to move.
refusal-dvonn-not-yours = The stack on { $space } is your opponent's: its top piece decides.
refusal-dvonn-lone-red = The DVONN piece on { $space } cannot move while it is alone.
refusal-dvonn-surrounded = The stack on { $space } cannot move, it is surrounded on all six sides.
refusal-dvonn-not-in-line = { $to } is not in a straight line from { $from }.
refusal-dvonn-wrong-distance = The stack on { $from } moves exactly { $height ->
    [one] { $height } space
   *[other] { $height } spaces
}, not { $distance }.
refusal-dvonn-to-empty = A move cannot end on { $space }, which is empty.
refusal-dvonn-must-pass = You have no move, so you can only pass.
refusal-dvonn-cannot-pass = You cannot pass: { $count ->
    [one] one move is possible
   *[other] { $count } moves are possible
}.

refusal-barrier-over = The game is over.
refusal-barrier-unreadable = { $text } is not the text of a move. Write e4 to place the knight, b1b3c3 (from, corner, to) to walk.
refusal-barrier-not-a-square = { $square } is not a square of this board.
refusal-barrier-must-place = Your knight is not on the board yet: name one empty square.
refusal-barrier-must-walk = Your knight is on the board: name from, corner and target, as in b1b3c3.
refusal-barrier-taken = That square is taken: the other knight stands on { $square }.
refusal-barrier-not-your-knight = Your knight is on { $knight }, not on { $square }.
refusal-barrier-not-an-l = { $from }, { $corner }, { $to } is not a knight's walk: two squares straight and one aside, or one and two.
refusal-barrier-two-walks = There are two walks: write { $one } or { $other }.
refusal-barrier-blocked = The walk is not open: { $square } is blocked.
refusal-barrier-knight-in-the-way = The walk is not open: the other knight stands on { $square }.
