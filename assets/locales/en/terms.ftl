# The terms of a game in a few words, wherever a person decides about it, and lists that do not fit into one message.

terms-rated = rated
terms-unrated = unrated
terms-no-hints = no hints
terms-pauses-vacation = clocks pause only during vacations
terms-pauses-none = clocks never pause
terms-you-first = you go first
terms-you-second = you go second
terms-time = Time control: { $control }.

challenge-rated-hints = A rated game has no hints. Leave out one of the two options.

engine-level-question = **{ $game }** against me: { $terms }. I'll choose at random who goes first. /play has more options.
level-choose = How strong should I be at { $game }?
board-comes-here = The board will be here.
board-comes-in-thread = The board will be in its own thread in { $place }; I'll add you to it.
board-comes-elsewhere = The game gets its own thread, and I'll link to it here.

takeback-question = Take back your last move in your game of **{ $game }** (no. { $number }; { $terms }) against { $opponent }?
takeback-question-ask = Ask { $opponent } to let you take back your last move in your game of **{ $game }** (no. { $number }; { $terms })?
takeback-turns = { $count ->
    [one] This turn would be undone:
   *[other] These { $count } turns would be undone:
}
takeback-with-other = That includes moves of { $other }.
takeback-plans = Your conditional moves in this game would be deleted.
button-takeback-surely = Yes, take it back
button-takeback-ask = Yes, ask

house-end-question = Do you really want to end the game of **{ $game }** (no. { $number }; { $terms }) between { $first } and { $second }, after turn { $turn }? Nobody wins, no rating changes, and the game can't be resumed. I'll tell its players.
house-end-question-unread = I can't read game { $number } any more. If it's played in this server, I can still end it: nobody wins, and I can't tell its players. End it?
button-end-surely = Yes, end the game

challenges-more = + { $count } more with *More*. Those waiting for you come first.
button-list-more = More ▶
button-list-first = ⏮ Start
digest-more = + { $count } more: /games lists them all.
turns-earlier = + { $count ->
    [one] 1 turn
   *[other] { $count } turns
} before these, all in /moves.
moves-earlier = + { $count ->
    [one] 1 turn
   *[other] { $count } turns
} before these, all in /export.
leaders-more = + { $count } more in the picture.
completions-more = + { $count } more: keep typing

vacation-ended = Your vacation is over, and your clocks are running again.

accept-question = You'd play here, and your opponent where the challenge was made.
