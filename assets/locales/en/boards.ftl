# Boards in words, for those who do not see the picture. Values are names of cells and numbers.

alt-last = Last move: { $move }.
alt-none = none

alt-zertz-white = White marbles: { $value }.
alt-zertz-grey = Grey marbles: { $value }.
alt-zertz-black = Black marbles: { $value }.
alt-zertz-vacant = Vacant rings: { $value }.
alt-zertz-pool = Pool (white/grey/black): { $value }.
alt-zertz-first = First player has captured: { $value }.
alt-zertz-second = Second player has captured: { $value }.

alt-dvonn-white = White: { $value }.
alt-dvonn-black = Black: { $value }.
alt-dvonn-red = Lone red pieces: { $value }.
alt-dvonn-empty = Empty spaces: { $value }.
alt-dvonn-score = Pieces controlled (White/Black): { $value }.

alt-barrier-size = Squares along a side: { $value }.
alt-barrier-white = White knight: { $value }.
alt-barrier-black = Black knight: { $value }.
alt-barrier-blocked = Blocked squares: { $value }.

# Pictures of the rules: a title in the picture, and below it a sentence with its numbers.

example-zertz-placing = Place a marble (1), then remove a free ring (2).
    .title = Placing
example-zertz-removing = Only rings at the edge that can slide out may be removed: those in yellow.
    .title = Rings that can be removed
example-zertz-capturing = Three captures to choose from. With 1 the marble must go on and takes two; a chain may turn.
    .title = Capturing
example-zertz-captured = After capture 1: the marbles that were jumped over are gone.
    .title = After the capture
example-zertz-claiming = Without ring 1 the white marble on 2 stands alone, with no vacant ring: it is captured with its ring.
    .title = Cutting off a group
example-zertz-boards = Larger boards: 40 rings with 1, 43 with 1 and 2, 44 with 1 and 3, 48 with all of them.
    .title = Larger boards
example-dvonn-placing = The red pieces come first (1, 2, 3), then a black one (4), a white one (5), and so on in turns.
    .title = Placing
example-dvonn-moving = A single piece moves one space (1), two pieces move two (2), three move three (3), always onto a piece.
    .title = Moving
example-dvonn-blocked = The white pieces in yellow have neighbours on all six sides and cannot move.
    .title = Blocked pieces
example-dvonn-losing = White's move broke the link to the red pieces: all the pale pieces leave the board.
    .title = Pieces that are lost
example-barrier-walking = Two ways from b2 to c4: 1 is written b2b4c4, 2 is written b2c2c4. They block different squares.
    .title = Walking
example-barrier-blocking = After b2b4c4 the yellow squares are blocked: where the knight stood and where it walked.
    .title = Blocked squares
example-barrier-ending = Black's knight in yellow has no walk left, so White wins.
    .title = The end
