# Texts for ZÈRTZ only. The values are names of cells, moves and numbers.

## Author and rules

author = Kris Burm (the GIPF project)
rules =
    {"**"}ZÈRTZ** — a board of rings that shrinks, and marbles that belong to both players.
    On your turn, **place** a marble of any colour from the pool on a vacant ring, then **remove** a vacant ring that can slide out (two neighbouring sides open). Written `Wd4,a1`: the colour (W, G, B), the ring, the ring removed. If no ring can be removed, place only: `Wd4`.
    If a marble can jump over a neighbouring marble to a vacant ring behind it, you **must capture** instead, and go on while the marble can: `g5xe3xc3`. Which capture is your choice.
    If your turn cuts off or fills a group without vacant rings, you take its marbles and rings (with *optional claims* add `~` to leave them).
    {"**"}You win** with 3 marbles of each colour, 4 white, 5 grey or 6 black (blitz: 2 of each, 3, 4 or 5), or by filling the last vacant ring. When the pool is empty you place your captured marbles. A position that stands for the third time is a draw.

## Game setups

setup-variant = { $value ->
    [blitz] blitz (37 rings, fewer marbles, lower goals)
   *[other] { $value } rings
}
setup-claims-automatic = automatic claims
setup-claims-optional = optional claims

## Command options

option-claims =
    .name = claims
    .challenge = ZÈRTZ: whether cut-off groups are taken always or by choice
    .play = ZÈRTZ: whether cut-off groups are taken always or by choice

## Whose turn it is

turn = { $player }, it is your turn.

## Menu choices

pick-white = white
pick-grey = grey
pick-black = black
pick-claim = take the group
pick-decline = leave the group
pick-pass = pass

## Piece names and counts

kind-white = white
kind-grey = grey
kind-black = black
pieces-white = { $count ->
    [one] one white marble
   *[other] { $count } white marbles
}
pieces-grey = { $count ->
    [one] one grey marble
   *[other] { $count } grey marbles
}
pieces-black = { $count ->
    [one] one black marble
   *[other] { $count } black marbles
}

## Results

result-win-goal = { $winner } beats { $loser } by reaching a goal.
result-win-filled = { $winner } beats { $loser } by filling the last vacant ring.

## Board descriptions for players who cannot see the picture

fact-white = White marbles: { $value }.
fact-grey = Grey marbles: { $value }.
fact-black = Black marbles: { $value }.
fact-vacant = Vacant rings: { $value }.
fact-pool = Pool (white/grey/black): { $value }.
fact-first = First player has captured: { $value }.
fact-second = Second player has captured: { $value }.

## Pictures that explain the rules: each has a title and a caption with numbers

example-placing = Place a marble (1), then remove a free ring (2).
    .title = Placing
example-removing = Only rings at the edge that can slide out may be removed: those in yellow.
    .title = Rings that can be removed
example-capturing = Three captures to choose from. With 1 the marble must go on and takes two; a chain may turn.
    .title = Capturing
example-captured = After capture 1: the marbles that were jumped over are gone.
    .title = After the capture
example-claiming = Without ring 1 the white marble on 2 stands alone, with no vacant ring: it is captured with its ring.
    .title = Cutting off a group
example-boards = Larger boards: 40 rings with 1, 43 with 1 and 2, 44 with 1 and 3, 48 with all of them.
    .title = Larger boards

## Rejected moves, and what to do instead

refusal-over = The game is over.
refusal-unreadable = { $text } is not the text of a move. Write Wd4,a1 to place and remove, g5xe3 to capture.
refusal-not-a-ring = { $ring } is not a ring of this board.
refusal-gone = Ring { $ring } is no longer on the board.
refusal-must-capture = You must capture: { $count } captures are possible.
refusal-must-capture-this = You must capture: only { $capture } is possible.
refusal-must-pass = You have no marble to place, so you can only pass.
refusal-must-place = You can place a marble, so you cannot pass.
refusal-no-marble = There is no { $marble } marble left to place.
refusal-taken = That ring is taken: { $ring } has a marble on it.
refusal-remove-taken = Ring { $ring } cannot be removed, it has a marble on it.
refusal-cannot-slide = Ring { $ring } cannot be slid out: no two neighbouring sides of it are open.
refusal-must-remove = You must also remove a ring, for example { $ring }.
refusal-nothing-to-decline = There is no claim to decline: leave out the ~.
refusal-no-jumper = There is no marble on { $ring } to jump with.
refusal-not-a-jump = From { $from } to { $to } is not a jump: it goes straight over one ring to the next.
refusal-nothing-jumped = There is no marble on { $ring } to jump over.
refusal-landing-taken = The jump cannot end on { $ring }, there is a marble on it.
refusal-goes-on = The capture must go on from { $ring }.

## Hints: where to look, which piece, and why

hint-look-must-capture = You must capture, and { $count } captures are possible.
hint-look-isolate = You can take marbles without jumping.
hint-look-give = A marble given away can bring you more.
hint-look-threat = Your opponent threatens to take { $marbles }.
hint-piece-marble = Place a { $marble } marble.
hint-piece-jumper = Capture with the marble on { $ring }.
hint-reason-goal = The goal is reached with { $marbles }.
hint-reason-goal-each = The goal is reached with { $count } marbles of each colour.
hint-reason-fills = The last vacant ring is filled.
hint-reason-captures = It captures { $marbles }.
hint-reason-captures-less = It captures { $marbles }; { $other } would capture { $more }, but is worth less in the end.
hint-reason-isolates = It takes { $marbles } from a group without vacant rings.
hint-reason-gives = Your opponent must take { $given }, and then you can take { $marbles }, for example with { $then }.
hint-reason-gives-isolates = Your opponent must take { $given }, and then { $then } isolates { $marbles } for you.
hint-reason-combination = Your opponent must capture first; in the best line you take { $marbles }, and your opponent takes { $given }.
hint-reason-stops = It stops { $threat }, which would take { $marbles }.
hint-reason-landing = Without ring { $ring }, nobody can land there after jumping over the marble on { $marble }.
hint-reason-safe = Your opponent has { $count ->
    [one] only one ring
   *[other] { $count } rings
} left to place on without giving a marble away.
hint-reason-otherwise = After { $other } instead, your opponent would take { $marbles }.
