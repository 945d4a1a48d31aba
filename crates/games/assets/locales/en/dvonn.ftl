# Texts for DVONN only. The values are names of cells, moves and numbers.

## Author and rules

author = Kris Burm (the GIPF project)
rules =
    {"**"}DVONN** — stack pieces, and stay linked to the red ones.
    First you take turns to **place** the 49 pieces on any empty spaces: White places a red DVONN piece, Black another, White the third; then each of you places your own colour, Black first. Write just the space: `f3`.
    Then you **stack**, White first: move a piece or a stack with your colour on top in a straight line, exactly as many spaces as it has pieces, onto another piece or stack: `a1a2`. It can cross empty spaces. A stack with neighbours on all six sides can't move, and neither can a lone red piece.
    After each move, everything that isn't linked to a red piece leaves the board. If you can't move, you pass (`pass`).
    When neither of you can move, **the player who controls more pieces wins**.

## Game setups

setup-variant = standard board
setup-start-placement = placement by turns
setup-start-random = full board at random

## Command options

option-start =
    .name = start
    .challenge = DVONN: place the pieces yourselves, or start with a balanced random board
    .play = DVONN: take turns to place the pieces, or start with a balanced random board

## Whose turn it is

turn = { $player }, it's your turn with { $seat ->
    [1] White
   *[other] Black
}.
turn-place-red = { $value ->
    [one] Place the last red DVONN piece.
   *[other] Place a red DVONN piece ({ $value } left).
}
turn-place-own = { $value ->
    [one] Place your last piece.
   *[other] Place one of your pieces ({ $value } left).
}

## Questions while a move is picked

question-red = Where does the red piece go?
question-own = Where does your piece go?
question-stack = Which piece or stack do you move?
question-target = Where does { $last } move to?

## Menu choices

pick-pass = pass

## Results

result-win-count = { $winner } beats { $loser } { $more }–{ $fewer }.
result-draw-count = { $first } and { $second } draw with { $more ->
    [one] one piece
   *[other] { $more } pieces
} each.

## Why a game was lost, in the words of the bot that won it

defeat-cut = My moves cut off { $count ->
    [one] one of your pieces
   *[other] { $count } of your pieces
} from the red ones.
defeat-covered = My moves captured { $count ->
    [one] one of your pieces
   *[other] { $count } pieces in stacks that were yours
}.
turned-own-cut = Your move cut off { $count ->
    [one] one of your own pieces
   *[other] { $count } of your own pieces
}.
turned-cut = My answer cut off { $count ->
    [one] one of your pieces
   *[other] { $count } of your pieces
}.
turned-covered = My answer captured your { $height ->
    [one] piece
   *[other] stack of { $height }
} on { $space }.
turned-missed-cut = You overlooked **{ $best }**, which cuts off { $count ->
    [one] one of my pieces
   *[other] { $count } of my pieces
}.
turned-missed-cover = You overlooked **{ $best }**, which captures my { $height ->
    [one] piece
   *[other] stack of { $height }
} on { $space }.

## Board descriptions for players who cannot see the picture

fact-white = White: { $value ->
    [none] none
   *[other] { $value }
}.
fact-black = Black: { $value ->
    [none] none
   *[other] { $value }
}.
fact-red = Lone red pieces: { $value ->
    [none] none
   *[other] { $value }
}.
fact-empty = Empty spaces: { $value ->
    [none] none
   *[other] { $value }
}.
fact-score = Pieces controlled (White/Black): { $value }.

## What is on a cell of the board

cell-white = { $height ->
    [1] { $cell }, white piece
   *[other] { $cell }, white stack of { $height }
}{ $reds ->
    [0] { "" }
    [1] {" "}with a red piece
   *[other] {" "}with { $reds } red pieces
}
cell-black = { $height ->
    [1] { $cell }, black piece
   *[other] { $cell }, black stack of { $height }
}{ $reds ->
    [0] { "" }
    [1] {" "}with a red piece
   *[other] {" "}with { $reds } red pieces
}
cell-red = { $cell }, red piece
cell-other = { $cell }, empty

## Pictures that explain the rules: each has a title and a caption with numbers

example-placing = The red pieces come first (1, 2, 3), then you take turns: a black piece (4), a white one (5), and so on.
    .title = Placing
example-moving = One piece moves one space (1), two move two (2), three move three (3), always onto another piece.
    .title = Moving
example-blocked = The white pieces in yellow have neighbours on all six sides and can't move.
    .title = Blocked pieces
example-losing = White's move broke the link to the red pieces, so all the pieces with a dashed outline leave the board.
    .title = Losing pieces

## Rejected moves, and what to do instead

refusal-over = The game is over.
refusal-unreadable = I can't read { $text } as a move. Type f3 to place a piece, or a1a2 to move a stack.
refusal-not-a-space = There's no space { $space } on this board.
refusal-must-place = You're still placing pieces: name one empty space.
refusal-must-stack = All the pieces are on the board: name the stack to move and where to, as in a1a2.
refusal-taken = That space is taken: there's a piece on { $space }.
refusal-empty = There's nothing on { $space } to move.
refusal-not-yours = The stack on { $space } isn't yours: your opponent's piece is on top.
refusal-lone-red = The DVONN piece on { $space } can't move while it's alone.
refusal-surrounded = The stack on { $space } can't move: it has neighbours on all six sides.
refusal-not-in-line = { $to } isn't in a straight line from { $from }.
refusal-wrong-distance = The stack on { $from } must move exactly { $height ->
    [one] { $height } space
   *[other] { $height } spaces
}, not { $distance }.
refusal-to-empty = You can't move to { $space }: it's empty. End on a piece or stack.
refusal-must-pass = You have no move, so you can only pass.
refusal-cannot-pass = You can't pass: you have { $count ->
    [one] one move
   *[other] { $count } moves
}.

## Hints: where to look, which piece, and why

hint-look-threat-cut = Your opponent threatens to cut off { $count ->
    [one] one of your pieces
   *[other] { $count } of your pieces
}.
hint-look-threat-cover = Your opponent threatens to capture { $height ->
    [one] one of your pieces
   *[other] your stack of { $height }
}.
hint-look-cut = Some of your opponent's pieces are hanging by a thread.
hint-look-cover = You can capture { $height ->
    [one] a piece
   *[other] a stack of { $height }
}.
hint-look-ask-cut = Which of your opponent's pieces could you cut off two turns from now?
hint-look-ask-danger = Which of your stacks is in danger?
hint-look-ask-secure = Where could you build a stack that nobody can capture?
hint-look-ask-capture = Which of your opponent's stacks could you attack?
hint-look-ask-stuck = Which of your opponent's stacks could you lock in?
hint-look-ask-free = Which of your stacks can't move, and how could you free them?
hint-look-ask-take = Which of your opponent's pieces is worth taking?
hint-look-ask-their-moves = How can you leave your opponent fewer moves?
hint-look-ask-own-moves = Which move leaves your pieces the most freedom?
hint-look-ask-near = Where would the piece be close to a DVONN piece?
hint-look-ask-far = Where would the piece be far from the DVONN pieces?
hint-look-ask-touch = Where would your piece stand beside your opponent's?
hint-look-ask-edge = Which spaces leave a piece free to move when the board is full?
hint-piece-stack = Move the piece or stack on { $space }.
hint-reason-wins-by = With best play on both sides, you then win by { $count ->
    [one] one piece
   *[other] { $count } pieces
}.
hint-reason-loses-by = With best play on both sides, you then lose by { $count ->
    [one] one piece
   *[other] { $count } pieces
}.
hint-reason-cuts = It cuts off { $count ->
    [one] one of your opponent's pieces
   *[other] { $count } of your opponent's pieces
}.
hint-reason-cuts-both = It cuts off { $theirs ->
    [one] one of your opponent's pieces
   *[other] { $theirs } of your opponent's pieces
} and { $mine ->
    [one] one
   *[other] { $mine }
} of yours.
hint-reason-covers = It captures { $height ->
    [one] a piece
   *[other] a stack of { $height }
} on { $space }.
hint-reason-leaves-none = It leaves your opponent without a move, so they must pass.
hint-reason-leaves-few = It leaves your opponent { $count ->
    [one] only one move
   *[other] { $count } moves
}.
hint-reason-stops-cut = It stops { $threat }, which would cut off { $count ->
    [one] one of your pieces
   *[other] { $count } of your pieces
}.
hint-reason-stops-cover = It stops { $threat }, which would capture your { $height ->
    [one] piece
   *[other] stack of { $height }
} on { $space }.
hint-reason-moves-red = It moves the DVONN piece on { $space }.
hint-reason-prepares = With best play, your next move is { $then }, which cuts off { $count ->
    [one] one of your opponent's pieces
   *[other] { $count } of your opponent's pieces
}.
hint-reason-threatens-cut = It threatens { $then }, which would cut off { $count ->
    [one] one of your opponent's pieces
   *[other] { $count } of your opponent's pieces
}.
hint-reason-threatens-cover = It threatens { $then }, which would capture the { $height ->
    [one] piece
   *[other] stack of { $height }
} on { $space }.
hint-reason-rescues = Your { $height ->
    [one] piece
   *[other] stack of { $height }
} on { $space } could be captured next turn. After this move, it can't.
hint-reason-secure = The { $height ->
    [one] piece
   *[other] stack of { $height }
} on { $space } can't be captured next turn.
hint-reason-stuck = After it, { $count ->
    [one] one of your opponent's stacks can
   *[other] { $count } of your opponent's stacks can
} no longer move.
hint-reason-frees = It frees { $count ->
    [one] one of your stacks that couldn't move
   *[other] { $count } of your stacks that couldn't move
}.
hint-reason-takes = It takes your opponent's piece on { $space }.
hint-reason-leaves-fewer = It cuts your opponent's moves from { $before } to { $count }.
hint-reason-keeps-moves = It leaves you { $count ->
    [one] one move
   *[other] { $count } moves
}; most other moves leave you fewer.
hint-reason-by-red = { $count ->
    [one] It's next to a DVONN piece, unlike most free spaces.
   *[other] It's next to { $count } DVONN pieces, more than most free spaces.
}
hint-reason-touches = It touches { $count ->
    [one] one of your opponent's pieces
   *[other] { $count } of your opponent's pieces
}, which it may capture later.
hint-reason-edge = At the edge, it can move as soon as the board is full.
hint-reason-near-red = It's { $count ->
    [one] one step
   *[other] { $count } steps
} from the nearest DVONN piece, closer than most free spaces.
hint-reason-far-red = It's { $count ->
    [one] one step
   *[other] { $count } steps
} from the nearest DVONN piece, farther than most free spaces.
hint-reason-red-apart = It's { $count ->
    [one] one step
   *[other] { $count } steps
} from the nearest DVONN piece; { $other } would be closer.
hint-reason-red-together = It's { $count ->
    [one] one step
   *[other] { $count } steps
} from the nearest DVONN piece; { $other } would be farther away.
hint-reason-beside-red = It's next to { $count ->
    [one] a DVONN piece
   *[other] { $count } DVONN pieces
}; { $other } would be next to fewer.
hint-reason-at-edge = At the edge, it can move as soon as the board is full; on { $other } it would be boxed in.
hint-reason-empty = On the empty board, nearly every space is as good: what counts is how far apart the DVONN pieces end up.
mistake-allows-cut = It lets **{ $reply }** cut off { $count ->
    [one] a piece
   *[other] { $count } pieces
}.
mistake-allows-cover = It lets **{ $reply }** capture the { $height ->
    [one] piece
   *[other] stack of { $height }
} on { $space }.
mistake-misses-cut = **{ $best }** would have cut off { $count ->
    [one] a piece
   *[other] { $count } pieces
}.
mistake-misses-cover = **{ $best }** would have captured the { $height ->
    [one] piece
   *[other] stack of { $height }
} on { $space }.
mistake-fewer-moves = It leaves { $count ->
    [0] no move
    [one] one move
   *[other] { $count } moves
} for the next turn; **{ $best }** would have left { $instead }.
mistake-far-from-red = It's { $count ->
    [one] one step
   *[other] { $count } steps
} from the nearest DVONN piece; **{ $best }** would have been closer.
mistake-near-red = It's only { $count ->
    [one] one step
   *[other] { $count } steps
} from the nearest DVONN piece; **{ $best }** would have been farther away.

## Lessons: each has a title, what to do, and what it teaches once it is done

lesson-move = You stack pieces. A single piece moves one space, always onto another piece and never to an empty space. **Move** one of your white pieces.
    .title = Stack
    .done = The stack is yours, because your piece is on top.
lesson-height = A stack moves in a straight line by exactly as many spaces as it has pieces. Move **your stack of three**.
    .title = As far as it is high
    .done = Three pieces, three spaces. On the way it passes over anything, but it must land on a piece.
lesson-own = A stack belongs to the player whose piece is on top. Take your opponent's stack of **four**.
    .title = On top
    .done = All five pieces count for you now, whatever their colours.
lesson-linked = Every stack must be linked to a red piece, directly or through others; what isn't leaves the board. Move **without losing** any of your pieces.
    .title = Stay linked
    .done = Everything of yours is still linked. Before you move, look at what hangs on the piece you take away.
lesson-red = A red piece alone can't move, but in a stack it moves along, and that stack never loses its link. Take **a red piece**.
    .title = Red pieces
    .done = This stack carries its own red piece, so nobody can cut it off.
lesson-cut-off = Turn it around: move so that **your opponent's** pieces lose their link, and yours don't.
    .title = Cut off
    .done = Your opponent's pieces have left the board for good.
lesson-pass = If you have no move, you pass, and may move again later. Leave your opponent **without a move**.
    .title = Pass
    .done = Your opponent has to pass, and you move again. When neither of you can move, the one who controls more pieces wins.

## What a move does instead of what its lesson asks for

lesson-miss-height-other = It moves { $count ->
    [one] a single piece, by one space
   *[other] a stack of { $count }, by { $count } spaces
}.
lesson-miss-owns-nothing = It takes no stack from your opponent.
lesson-miss-owns-fewer = It takes { $count ->
    [one] a single piece
   *[other] a stack of { $count }
} from your opponent, but there's one of { $more } to take.
lesson-miss-no-red = It brings you no red piece.
lesson-miss-loses-own = It costs you { $count ->
    [one] one piece that is
   *[other] { $count } pieces that are
} no longer linked to a red one.
lesson-miss-cuts-nothing = All your opponent's pieces are still linked.
lesson-miss-can-move = Your opponent can still move, for example **{ $reply }**.
lesson-miss-cuts-fewer = It cuts off only { $count ->
    [one] one piece
   *[other] { $count } pieces
}, but there's a move that cuts off { $more }.
lesson-miss-not-won = Your opponent answers **{ $reply }**, and you can't force the win in time.
lesson-miss-not-won-end = It ends the game, but you don't win it.

## Puzzles: what each kind is called, and what it asks for

puzzle-win = Find the only move that **wins the game**, whatever your opponent does.
    .title = Win the ending
puzzle-cut = **Cut off** { $count ->
    [one] one piece
   *[other] { $count } pieces
} of your opponent's and none of yours.
    .title = Cut off
puzzle-pass = Leave your opponent **without a move**.
    .title = No move left
