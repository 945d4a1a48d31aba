# Texts for Barrier only. The values are names of cells, moves and numbers.

## Author and rules

author = Karl Scherer
rules =
    {"**"}Barrier** — two knights that block every square they walk on.
    White, then Black, places a knight on an empty square: `e4`. Then you take turns to **walk** your knight in an L, as in chess: two squares straight and one sideways, or one straight and two sideways. Two walks to the same square are different moves, so write where you start, the corner and where you end: `b1b3c3` or `b1c1c3`.
    The square your knight leaves and the squares it walks over are blocked for good. A walk can't touch blocked squares or the other knight.
    {"**"}If you can't move, you lose.**

## Game setups

setup-variant = { $value }×{ $value } squares

## Whose turn it is

turn = { $player }, it's your turn with { $seat ->
    [1] White
   *[other] Black
}.

## Questions while a move is picked

question-square = Where do you place your knight?
question-target = Where does your knight walk to?
question-corner = Around which corner does it walk to { $last }?

## Results

result-win-blocked = { $winner } wins: { $loser } can't move.

## Why a game was lost, in the words of the bot that won it

defeat-fewer-walks = After turn { $turn }, I always had more walks to choose from than you.
turned-last-walk = My answer left your knight no walk.
turned-few-walks = My answer left your knight { $count ->
    [one] one walk
   *[other] { $count } walks
}; before your move, it had { $before }.

## Board descriptions for players who cannot see the picture

fact-size = Squares per side: { $value }.
fact-white = White knight: { $value ->
    [none] none
   *[other] { $value }
}.
fact-black = Black knight: { $value ->
    [none] none
   *[other] { $value }
}.
fact-blocked = Blocked squares: { $value ->
    [none] none
   *[other] { $value }
}.
fact-walks = Squares the player to move can walk to: { $value ->
    [none] none
   *[other] { $value }
}.

## What is on a cell of the board

cell-white = { $cell }, White’s knight
cell-black = { $cell }, Black’s knight
cell-blocked = { $cell }, blocked
cell-other = { $cell }, free

## Pictures that explain the rules: each has a title and a caption with numbers

example-walking = Two ways from b2 to c4: 1 is written b2b4c4, 2 is written b2c2c4. They block different squares.
    .title = Walking
example-blocking = After b2b4c4 the yellow squares are blocked: the one where the knight stood and those it walked over.
    .title = Blocked squares
example-ending = Black's knight (in yellow) has no walk left, so White wins.
    .title = The end

## Rejected moves, and what to do instead

refusal-over = The game is over.
refusal-unreadable = I can't read { $text } as a move. Type e4 to place your knight, or b1b3c3 (from, corner, to) to walk.
refusal-not-a-square = There's no square { $square } on this board.
refusal-must-place = Your knight isn't on the board yet: name one empty square.
refusal-must-walk = Your knight is already on the board: type start, corner and target, as in b1b3c3.
refusal-taken = That square is taken: the other knight is on { $square }.
refusal-not-your-knight = Your knight is on { $knight }, not on { $square }.
refusal-not-an-l = { $from }, { $corner }, { $to } isn't a knight's walk: two squares straight and one sideways, or one and two.
refusal-two-walks = There are two ways to walk: type { $one } or { $other }.
refusal-blocked = You can't walk that way: { $square } is blocked.
refusal-knight-in-the-way = You can't walk that way: the other knight is on { $square }.

## Hints: where to look, which piece, and why

hint-look-separate = You can separate the knights for good.
hint-look-few = You can leave your opponent { $count ->
    [one] only one walk
   *[other] { $count } walks
}.
hint-look-ask-fewer = How can you leave your opponent fewer walks?
hint-look-ask-room = Which walk keeps more room for your knight than for your opponent's?
hint-look-ask-open = From which square does your knight have the most walks?
hint-piece-target = Walk to { $square }.
hint-reason-shuts-in = Your opponent has no walk left.
hint-reason-trap = Only { $count ->
    [one] one
   *[other] { $count }
} of your opponent's { $all } walks { $count ->
    [one] wins
   *[other] win
}; after any other, you win.
hint-reason-separates = It separates the knights for good. Walks left: { $mine } for you, { $theirs } for your opponent.
hint-reason-leaves = It leaves your opponent { $count ->
    [one] only one walk
   *[other] { $count } walks
}.
hint-reason-leaves-fewer = It cuts your opponent's walks from { $before } to { $count }.
hint-reason-room = Your knight can still reach { $mine ->
    [one] one square
   *[other] { $mine } squares
}, your opponent's { $theirs }.
hint-reason-opens = From { $square }, your knight has { $count ->
    [one] one walk
   *[other] { $count } walks
}; from most squares it would have fewer.
hint-reason-more-walks = Your knight would then have { $mine ->
    [one] one walk
   *[other] { $mine } walks to choose from
}, your opponent's { $theirs }.
mistake-easy-to-win = Replies that win: { $count } of { $all }; after **{ $best }**: { $fewer } of { $instead }.
mistake-loses-sooner = The opponent can win in { $turns ->
    [one] one turn
   *[other] { $turns } turns
}; after **{ $best }**, it would take { $more }.
mistake-shut-in = After **{ $reply }**, the knight has no walk left.
mistake-few-walks = After **{ $reply }**, the knight has { $count ->
    [one] only one walk
   *[other] only { $count } walks
} left.
mistake-leaves-walks = It leaves the opponent { $count ->
    [one] one walk
   *[other] { $count } walks
}; **{ $best }** would have left { $fewer ->
    [0] none
    [one] only one
   *[other] only { $fewer }
}.
mistake-less-room = It leaves the knight { $mine ->
    [one] one square
   *[other] { $mine } squares
} to reach and the opponent's knight { $theirs }; **{ $best }** would have kept more room.

## Lessons: each has a title, what to do, and what it teaches once it is done

lesson-place = First each of you places a knight on any square. **Place** yours.
    .title = Place
    .done = Then your opponent places the other knight, and you take turns to walk.
lesson-walk = A knight walks in an L: two squares straight and one aside, or one straight and two aside. Walk to **d3**.
    .title = Two walks
    .done = Two walks lead there, over different squares. The square you left and the two you walked over are blocked for good.
lesson-wall = Blocked squares are a wall for both knights, so the walk matters as much as its end. Block **d4** by walking over it.
    .title = The wall
    .done = Nobody can walk over d4 or end there any more.
lesson-leave = The fewer walks your opponent has, the sooner they're stuck. Leave them **two at most**.
    .title = Take their room
    .done = Only two walks are left to your opponent. Count them before every walk: theirs and yours.
lesson-last = Anyone who can't walk loses. Leave your opponent **no walk**.
    .title = The last walk
    .done = Your opponent is stuck: you win.
lesson-outlast = Now look further ahead: find the walk after which **you always have the last one**, whatever your opponent does.
    .title = Outlast them
    .done = Whatever your opponent does, they run out of walks first.

## What a move does instead of what its lesson asks for

lesson-miss-elsewhere = It takes your knight to { $square }.
lesson-miss-not-blocked = It leaves { $square } open.
lesson-miss-leaves-more = Your opponent still has { $count ->
    [one] one walk
   *[other] { $count } walks
}; you can leave them { $fewer } at most.
lesson-miss-walks-left = Your opponent can still walk, for example **{ $reply }**.
lesson-miss-outlasted = Your opponent walks **{ $reply }** and can then always have the last walk.

## Puzzles: what each kind is called, and what it asks for

puzzle-outlast = Find the only walk after which **you always have the last one**, whatever your opponent does.
    .title = Outlast
puzzle-leave = Leave your opponent { $count ->
    [one] **one walk** at most
   *[other] **{ $count } walks** at most
}.
    .title = Take their room
puzzle-last = Leave your opponent **no walk**.
    .title = The last walk
