author = Charles L. Bouton
rules =
    {"**"}Nim** — three heaps of stones.
    On your turn, take as many stones as you like from one heap. Written `R2`: the heap (R, G, B) and the number of stones.
    Who takes the last stone wins, or loses if the game was set up that way.

setup-variant = { $value ->
    [345] heaps of 3, 4 and 5
   *[other] heaps of 3, 5 and 7
}
setup-last-wins = the last stone wins
setup-last-loses = the last stone loses
option-last =
    .name = last
    .challenge = Nim: whether the last stone wins or loses
    .play = Nim: whether the last stone wins or loses

turn = { $player }, take some stones.
question-heap = Which heap do you take from?
question-count = How many stones do you take from it?
pick-red = the red heap
pick-green = the green heap
pick-blue = the blue heap
kind-red = red
kind-green = green
kind-blue = blue
pieces-red = { $count ->
    [one] one red stone
   *[other] { $count } red stones
}
pieces-green = { $count ->
    [one] one green stone
   *[other] { $count } green stones
}
pieces-blue = { $count ->
    [one] one blue stone
   *[other] { $count } blue stones
}

result-win-taken = { $winner } takes the last stone and beats { $loser }.
result-win-left = { $winner } leaves the last stone to { $loser }.

fact-red = Red stones: { $value }.
fact-green = Green stones: { $value }.
fact-blue = Blue stones: { $value }.

example-taking = Two stones were taken from the blue heap.
    .title = Taking
example-balance = After R2 whatever the opponent takes can be answered.
    .title = Balance
example-ending = The last stone is gone.
    .title = The end

refusal-over = The game is over.
refusal-unreadable = { $text } is not a move. Write R2 to take two red stones.
refusal-too-many = There { $left ->
    [one] is one stone
   *[other] are { $left } stones
} in the { $heap } heap.

hint-look-unbalanced = The heaps are not in balance.
hint-piece-heap = Take from the { $heap } heap.
hint-reason-balances = It brings the heaps into balance.
hint-reason-takes = It takes { $stones }.
