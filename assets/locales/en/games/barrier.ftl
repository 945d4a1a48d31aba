# Texts for Barrier only. The values are names of cells, moves and numbers.

## Author and rules

author = Karl Scherer
rules =
    {"**"}Barrier** — two knights that block every square they walk on.
    White, then Black puts a knight on an empty square: `e4`. Then, in turns, a knight **walks** an L as in chess: two squares straight and one aside, or one straight and two aside. Both ways to the same square are different moves, written from, corner, to: `b1b3c3` or `b1c1c3`.
    The square the knight leaves and the squares it walks over are blocked for good. A walk may not touch blocked squares or the other knight.
    {"**"}Who cannot move loses.**

## Game setups

setup-variant = { $value }×{ $value } squares

## Whose turn it is

turn = { $player }, it is your turn with { $seat ->
    [1] White
   *[other] Black
}.

## Results

result-win-blocked = { $winner } beats { $loser }, who cannot move.

## Board descriptions for players who cannot see the picture

fact-size = Squares along a side: { $value }.
fact-white = White knight: { $value }.
fact-black = Black knight: { $value }.
fact-blocked = Blocked squares: { $value }.

## Pictures that explain the rules: each has a title and a caption with numbers

example-walking = Two ways from b2 to c4: 1 is written b2b4c4, 2 is written b2c2c4. They block different squares.
    .title = Walking
example-blocking = After b2b4c4 the yellow squares are blocked: where the knight stood and where it walked.
    .title = Blocked squares
example-ending = Black's knight in yellow has no walk left, so White wins.
    .title = The end

## Rejected moves, and what to do instead

refusal-over = The game is over.
refusal-unreadable = { $text } is not the text of a move. Write e4 to place the knight, b1b3c3 (from, corner, to) to walk.
refusal-not-a-square = { $square } is not a square of this board.
refusal-must-place = Your knight is not on the board yet: name one empty square.
refusal-must-walk = Your knight is on the board: name from, corner and target, as in b1b3c3.
refusal-taken = That square is taken: the other knight stands on { $square }.
refusal-not-your-knight = Your knight is on { $knight }, not on { $square }.
refusal-not-an-l = { $from }, { $corner }, { $to } is not a knight's walk: two squares straight and one aside, or one and two.
refusal-two-walks = There are two walks: write { $one } or { $other }.
refusal-blocked = The walk is not open: { $square } is blocked.
refusal-knight-in-the-way = The walk is not open: the other knight stands on { $square }.

## Hints: where to look, which piece, and why

hint-look-separate = You can keep the knights apart for good.
hint-look-few = You can leave your opponent { $count ->
    [one] only one walk
   *[other] { $count } walks
}.
hint-piece-target = Walk to { $square }.
hint-reason-shuts-in = Your opponent has no walk left.
hint-reason-separates = It separates the knights for good: from then on you can walk { $mine } more times and your opponent { $theirs }.
hint-reason-leaves = Your opponent is left with { $count ->
    [one] only one walk
   *[other] { $count } walks
}.
hint-reason-more-walks = Your knight could then choose between { $mine } walks, your opponent's between { $theirs }.
