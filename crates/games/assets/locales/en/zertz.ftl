# Texts for ZÈRTZ only. The values are names of cells, moves and numbers.

## Author and rules

author = Kris Burm (the GIPF project)
rules =
    {"**"}ZÈRTZ** — a board of rings that shrinks, and marbles that belong to both players.
    On your turn, **place** a marble of any colour from the pool on a vacant ring, then **remove** a vacant ring that can slide out (two neighbouring sides open). Write `Wd4,a1`: the colour (W, G, B), the ring, the ring you remove. If you can't remove a ring, just place: `Wd4`.
    If a marble can jump over a neighbouring marble to a vacant ring behind it, you **must capture** instead, and keep jumping while that marble can: `g5xe3xc3`. You choose which capture.
    If your turn leaves a cut-off group with a marble on every ring, you take its marbles and rings (with *cut-off groups optional*, add `~` to leave them).
    {"**"}You win** with 3 marbles of each colour, 4 white, 5 grey or 6 black (blitz: 2 of each, 3, 4 or 5), or by filling the last vacant ring. When the pool is empty, you place marbles you've captured. If a position comes up for the third time, it's a draw.

## Game setups

setup-variant = { $value ->
    [blitz] blitz (37 rings, fewer marbles, lower goals)
   *[other] { $value } rings
}
setup-claims-automatic = cut-off groups always taken
setup-claims-optional = cut-off groups optional

## Command options

option-claims =
    .name = claims
    .challenge = ZÈRTZ: whether you always take cut-off groups or can choose
    .play = ZÈRTZ: whether you always take cut-off groups or can choose

## Whose turn it is

turn = { $player }, it's your turn.
turn-must-capture = { $value ->
    [one] You must capture.
   *[other] You must capture: you have { $value } captures to choose from.
}

## Questions while a move is picked

question-marble = Which marble do you place?
question-ring-white = Where does the white marble go?
question-ring-grey = Where does the grey marble go?
question-ring-black = Where does the black marble go?
question-removed = Which ring do you remove?
question-claim = Do you take the group you cut off?
question-jumper = You must capture. Which marble jumps?
question-landing = Where does the marble land next?

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
    [one] 1 white marble
   *[other] { $count } white marbles
}
pieces-grey = { $count ->
    [one] 1 grey marble
   *[other] { $count } grey marbles
}
pieces-black = { $count ->
    [one] 1 black marble
   *[other] { $count } black marbles
}

## Results

result-win-goal = { $winner } beats { $loser } with { $goal ->
    [white] { $count } white marbles
    [grey] { $count } grey marbles
    [black] { $count } black marbles
   *[each] { $count } marbles of each colour
}.
result-win-filled = { $winner } beats { $loser } by filling the last vacant ring.

## Why a game was lost, in the words of the bot that won it

defeat-given = { $count } of the { $all } marbles I jumped over could be captured only because of the marble you had just placed.
turned-capture = The marble that you placed let me capture { $marbles }.
turned-sacrifice = I let you take { $given }, and took { $marbles } for it: a sacrifice.
turned-missed = You overlooked **{ $best }**, which takes { $marbles }.

## Board descriptions for players who cannot see the picture

fact-white = White marbles: { $value ->
    [none] none
   *[other] { $value }
}.
fact-grey = Grey marbles: { $value ->
    [none] none
   *[other] { $value }
}.
fact-black = Black marbles: { $value ->
    [none] none
   *[other] { $value }
}.
fact-vacant = Vacant rings: { $value ->
    [none] none
   *[other] { $value }
}.
fact-pool = Pool (white/grey/black): { $value }.
fact-first = Captured by the first player: { $value }.
fact-second = Captured by the second player: { $value }.

## What is on a cell of the board

cell-white = { $cell }, white marble
cell-grey = { $cell }, grey marble
cell-black = { $cell }, black marble
cell-vacant = { $cell }, empty ring
cell-other = { $cell }, no ring

## Pictures that explain the rules: each has a title and a caption with numbers

example-placing = Place a marble (1), then remove a vacant ring (2).
    .title = Placing
example-removing = You can only remove rings at the edge that can slide out: the red ones.
    .title = Rings that can be removed
example-capturing = Three captures to choose from. In 1 the marble must keep jumping and takes two; a chain can turn.
    .title = Capturing
example-captured = The marbles that capture 1 jumped over are gone.
    .title = After the capture
example-claiming = Without ring 1, the white marble on 2 is alone, with no vacant ring: you capture it and its ring.
    .title = Cutting off a group
example-boards = 40 rings with 1, 43 with 1 and 2, 44 with 1 and 3, 48 with all the rings shown.
    .title = Larger boards

## Rejected moves, and what to do instead

refusal-over = The game is over.
refusal-unreadable = I can't read { $text } as a move. Type Wd4,a1 to place and remove, or g5xe3 to capture.
refusal-not-a-ring = There's no ring { $ring } on this board.
refusal-gone = Ring { $ring } is no longer on the board.
refusal-must-capture = You must capture: { $count ->
    [one] you have one capture
   *[other] you have { $count } captures to choose from
}.
refusal-must-capture-this = You must capture: your only capture is { $capture }.
refusal-must-pass = You have no marble to place, so you can only pass.
refusal-must-place = You can place a marble, so you can't pass.
refusal-no-marble = There's no { $marble } marble left to place.
refusal-taken = That ring is taken: there's a marble on { $ring }.
refusal-remove-taken = You can't remove ring { $ring }: there's a marble on it.
refusal-cannot-slide = Ring { $ring } can't slide out: it doesn't have two neighbouring sides open.
refusal-must-remove = You must also remove a ring, for example { $ring }.
refusal-nothing-to-decline = There's no group to leave: drop the ~.
refusal-no-jumper = There's no marble on { $ring } to jump with.
refusal-not-a-jump = { $from } to { $to } isn't a jump: a marble jumps straight over one ring to the next.
refusal-nothing-jumped = There's no marble on { $ring } to jump over.
refusal-landing-taken = The jump can't end on { $ring }: there's a marble on it.
refusal-goes-on = You must keep capturing from { $ring }.

## Hints: where to look, which piece, and why

hint-look-must-capture = You must capture, and you have { $count ->
    [one] one capture
   *[other] { $count } captures to choose from
}.
hint-look-isolate = You can take marbles without jumping.
hint-look-give = Giving a marble away can bring you more.
hint-look-threat = Your opponent threatens to take { $marbles }.
hint-look-ask-force = How could you force your opponent to capture?
hint-look-ask-gains = Can you set up a capture that your opponent can't use first?
hint-look-ask-quiet = Where can you place a marble without giving anything away?
hint-look-ask-safe = How can you leave your opponent few safe rings?
hint-look-ask-colour = Which colour helps your opponent least?
hint-look-ask-lines = Where would a marble be hard to jump over?
hint-look-ask-ring = Which ring is worth taking off the board?
hint-piece-marble = Place a { $marble } marble.
hint-piece-jumper = Capture with the marble on { $ring }.
hint-reason-goal = You reach the goal with { $marbles }.
hint-reason-goal-each = You reach the goal with { $count } marbles of each colour.
hint-reason-fills = It fills the last vacant ring.
hint-reason-captures = It captures { $marbles }.
hint-reason-captures-less = It captures { $marbles }; { $other } would capture { $more }, but is worth less in the end.
hint-reason-isolates = It takes { $marbles } from a group without vacant rings.
hint-reason-gives = Your opponent must take { $given }, and then you can take { $marbles }, for example with { $then }.
hint-reason-gives-isolates = Your opponent must take { $given }, and then { $then } cuts off { $marbles } for you.
hint-reason-combination = Your opponent must capture first; in the best line, you take { $marbles } and your opponent takes { $given }.
hint-reason-forces = It forces { $reply }, which takes { $marbles }; then you can play { $then }.
hint-reason-forces-some = { $count ->
    [one] Your opponent must capture with { $reply }, and then you can play { $then }.
   *[other] Your opponent must capture, in one of { $count } ways; the best is { $reply }, and then you can play { $then }.
}
hint-reason-exchange = In the best line I see, you take { $marbles } and your opponent takes { $given }.
hint-reason-stops = It stops { $threat }, which would take { $marbles }.
hint-reason-landing = With ring { $ring } gone, nobody can land there after jumping over the marble on { $marble }.
hint-reason-safe = Your opponent has { $count ->
    [0] no ring
    [one] only one ring
   *[other] { $count } rings
} left to place on without giving a marble away.
hint-reason-gains = In the best line I see, you then take { $marbles }.
hint-reason-gains-more = In the best line I see, you then take { $marbles } and your opponent takes { $given }.
hint-reason-quiet = It gives your opponent nothing to capture, unlike most other moves.
hint-reason-fewer-safe = It cuts the rings on which your opponent can place safely from { $before } to { $count }.
hint-reason-far-colour = Your opponent still needs { $marbles }, more than of any other colour, so this one helps them least.
hint-reason-alone = No marble is next to { $ring }, so nobody can jump over it next turn.
hint-reason-lines = { $count ->
    [0] A marble on { $ring } can't be jumped over, unlike on most free rings.
    [one] A marble on { $ring } can be jumped over along only one line, fewer than on most free rings.
   *[other] A marble on { $ring } can be jumped over along only { $count } lines, fewer than on most free rings.
}
hint-reason-shelters = Without ring { $ring }, there is one line fewer for jumps over the marble on { $marble }.
hint-reason-calm = There's nothing to capture yet, and your opponent can still place safely on { $count ->
    [one] one ring
   *[other] { $count } rings
}.
hint-reason-otherwise = If you play { $other } instead, your opponent takes { $marbles }.
mistake-allows = It lets the opponent take { $marbles }, starting with **{ $reply }**.
mistake-allows-for = It lets the opponent take { $marbles } for { $given }, starting with **{ $reply }**.
mistake-misses = **{ $best }** would have won { $marbles }.
mistake-gives-safe = It leaves the opponent { $count ->
    [one] one ring
   *[other] { $count } rings
} to place on safely; **{ $best }** would have left { $fewer ->
    [0] none
    [one] only one
   *[other] only { $fewer }
}.
mistake-forces = The best answer is **{ $reply }**, which forces **{ $capture }**.

## Lessons: each has a title, what to do, and what it teaches once it is done

lesson-place = A turn has two parts: put a marble of any colour on a vacant ring, then remove a vacant ring at the edge.
    .title = Place and remove
    .done = One marble more, one ring less: the board shrinks with every turn. The marbles belong to both of you.
lesson-capture = A marble jumps over its neighbour to the vacant ring right behind it, and you keep the marble it jumps over. Capture the **white** marble.
    .title = Capture
    .done = The white marble is yours. If you can capture, you must: you could do nothing else this turn, and neither could your opponent.
lesson-chain = A marble keeps jumping as long as it can, and it may turn. Capture **three marbles** in one turn.
    .title = A chain
    .done = Three marbles in one turn. When there are several captures, choose the one that suits you.
lesson-safe = Now look ahead: place a marble so that your opponent has **nothing to capture**.
    .title = Give nothing away
    .done = Your opponent can't capture anything. Two marbles side by side are in danger when there's a vacant ring behind one of them.
lesson-give = Captures are compulsory, for your opponent too. Give a marble away so that you can then capture **two**.
    .title = Give one to take two
    .done = Your opponent has to capture, and then you capture two. That's how ZÈRTZ is won: you decide what your opponent must do.
lesson-isolate = When a part of the board is cut off and has a marble on every ring, you take all its marbles. **Cut off** the grey and the white one: place a marble anywhere, and remove the right ring.
    .title = Cut off a group
    .done = Both marbles are yours without a jump.
lesson-win = You win with 4 white marbles, 5 grey, 6 black, or 3 of each colour. You have three white ones: **win** now.
    .title = Win
    .done = That's the fourth white marble: you win.

## What a move does instead of what its lesson asks for

lesson-miss-captures-other = It captures { $marbles }. You keep the marble that is jumped over, not the one that jumps.
lesson-miss-captures-fewer = It captures only { $marbles }. You can capture { $count ->
    [one] one marble
   *[other] { $count } marbles
}.
lesson-miss-captures-nothing = It captures nothing.
lesson-miss-allows = Your opponent can then capture { $marbles } with **{ $reply }**.
lesson-miss-not-forced = Your opponent has nothing to capture then, so nothing is forced.
lesson-miss-gives = Your opponent captures { $given } with **{ $reply }**, and then there's nothing for you to capture.
lesson-miss-gives-too-much = Your opponent captures { $given } with **{ $reply }**, and then you can capture { $marbles } at most.
lesson-miss-whole = The board still hangs together: nothing is cut off.
lesson-miss-open-part = A part is cut off, but its ring **{ $ring }** is vacant, so it stays in play.
lesson-miss-no-goal = It captures { $marbles }, and that reaches no goal yet.
lesson-miss-not-won = Your opponent answers **{ $reply }**, and you can't force the win in time.
lesson-miss-not-won-end = It ends the game, but you don't win it.

## Puzzles: what each kind is called, and what it asks for

puzzle-win = { $count ->
    [one] **Win** in this turn.
   *[other] **Win** within { $count } of your turns, whatever your opponent does.
}
    .title = Win
puzzle-most = Capture { $count ->
    [one] **one marble**
   *[other] **{ $count } marbles**
} in this turn.
    .title = Capture the most
puzzle-safe = Leave your opponent **nothing to capture**.
    .title = Give nothing away
puzzle-give = Force your opponent to capture, so that you can then capture { $count ->
    [one] **one marble**
   *[other] **{ $count } marbles**
}, and more than your opponent got.
    .title = Sacrifice
puzzle-isolate = Take marbles by **cutting off** a group.
    .title = Cut off a group
