# What is said while games are arranged and played. Values such as { $player } are mentions or names.

list-and = { $most } and { $last }
list-or = { $most } or { $last }

error-store = Something went wrong on our side, and nothing was changed. Please try again in a moment.
error-store-unwritable = I can't save moves right now, so nothing was changed. My host has to mend that first; try again later.

## Challenges

challenge-to = { $challenger } challenges { $opponent } to a game of **{ $game }**.
challenge-to-all = { $challenger } looks for somebody to play **{ $game }** with.
challenge-setup = Settings: { $setup }.
challenge-hints-off = There are no hints in this game.
challenge-side-lot = Who begins is drawn by lot.
challenge-side-first = { $challenger } begins.
challenge-side-second = { $challenger } goes second.
challenge-expires = The challenge expires { $when }.
challenge-is-accepted = The challenge was accepted.
challenge-is-declined = The challenge was declined.
challenge-is-cancelled = The challenge was cancelled.
challenge-begins = Accepted: { $first } begins, { $second } goes second.
challenge-no-game = There is no such game. Choose { $games }.
challenge-self = You cannot play against yourself. Name somebody else, or nobody to ask everybody.
challenge-opponent-cannot = That is a bot, and bots do not accept challenges. Name a person.
challenge-opponent-not-in-server = That player is not in this server and would not see the game. Invite them, or challenge a member.
challenge-opponent-cannot-see = That player cannot see this channel and would not see the game. Challenge them in a channel that both of you see.
challenge-note-too-long = Your message is too long: at most 200 characters, please.
challenge-already-open = You two have this very game proposed already: accept or cancel that challenge.
challenge-unknown = This challenge does not exist any more.
challenge-was-accepted = This challenge has been accepted already.
challenge-was-declined = This challenge has been declined.
challenge-was-cancelled = This challenge has been cancelled.
challenge-expired = This challenge has expired. Propose a new one with /challenge.
challenge-not-for-you = This challenge is for somebody else.
challenge-own = This is your own challenge: you can cancel it, and somebody else must accept it.
challenge-not-yours = Only who made the challenge can cancel it.
challenge-open-to-all = This challenge is open to everybody; nobody needs to decline it.

engine-name = Tablero, level { $level }
engine-begins = A game of **{ $game }** begins: { $first } against { $second }, who goes second.
engine-started = Your game against { $engine } begins. The board will be here in a moment.
engine-started-elsewhere = Your game against { $engine } begins in a thread of its own. I link to it here in a moment.
game-begun-elsewhere = The next game of **{ $game }** is played in { $place }.
game-begun-from = It was asked for in { $place }.
thread-closed = The thread of this game takes no more posts, so we'll continue here.

place-only-you = In this server only you would see my answers. Ask somebody who manages it to add me or to give you the permission Use External Apps, or play in direct messages or in a server where I am.
place-alone = Nobody else can see a challenge here. Propose it in a channel of a server, or in direct messages with whom you want to play.
permissions-missing = I cannot play here, because I lack permissions in this channel: { $permissions }. Somebody who manages the server can give them to me.
permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-attach-files = Attach Files

setup-unknown-option = There is no option { $option } in this game. It has: { $known }.
setup-unknown-value = { $value } is not possible for { $option } in this game. Choose one of: { $possible }.
setup-twice = The option { $option } was given twice.
setup-unfit = These options do not fit together.

## Turns

# Instead of a name of which no letter can be drawn.
picture-player = Player { $number }
picture-turn = { $player } to move
board-begins = **{ $game }** begins.
board-last = Turn { $number }: **{ $move }**
board-turn-engine = { $player } is thinking.
hints-used = Hints: { $counts }.
hints-of = { $player } { $count }
button-play = Play { $move }
button-move = Move
button-back = Back
button-leave = Cancel
steps-begin = Your move: choose.
steps-so-far = Your move so far: { $picks }. Choose what follows.
steps-complete = Your move: **{ $move }**. Play it?
steps-choose = Choose
steps-left = Nothing was played.
play-old-button = This button is of an older version. Use /board for a new one.
button-type = Type a move
button-hint = Hint
button-more = Tell me more
button-analyse = Analyse
button-resign = Resign
button-resign-surely = Yes, resign
button-draw-surely = Yes, offer a draw
button-draw-accept = Yes, accept the draw
button-accept = Accept
button-decline = Decline
button-cancel = Cancel
button-agree = Agree
button-refuse = Decline
type-title = { $game }: your move
type-label = Your move
move-done = Played: **{ $move }**
resign-question = Do you really want to resign **{ $game }** { $number } against { $opponent }? Your opponent wins then.
resign-done = You have resigned.
draw-question = Do you want to offer { $opponent } a draw in **{ $game }** { $number }?
draw-question-accept = { $opponent } offers you a draw in **{ $game }** { $number }. Do you accept it? The game ends then.
draw-offered = You have offered a draw.
draw-agreed = Draw agreed.
draw-considered = { $engine } considers your offer.
takeback-done = Your opponent has been asked to let you take your last move back.
takeback-granted = Done: your last move is taken back.
agree-done = Agreed.
refuse-done = Declined.
notice-draw-offered = { $player } offers { $other } a draw.
notice-draw-declined = { $player } declines the draw.
notice-takeback-asked = { $player } asks { $other } to take the last move back.
notice-takeback-declined = { $player } declines the take-back.

play-unknown = There is no game here. Start one with /challenge or /play, or find yours with /games.
play-not-a-player = You do not play in this game.
play-over = This game is over. /rematch starts another.
play-running = This game is not over yet.
play-not-your-turn = It is your opponent's turn.
play-stale = The game has gone on since this board. Use the buttons of the newest one, or /board.
play-no-offer = There is nothing to answer any more.
play-asked-already = You have asked already. Your opponent can answer, or just move.
play-asked-before = You have asked that since the last move, and it was not granted. You can ask again after the next one.
play-answer-first = Your opponent has asked you something. Answer that first.
play-nothing-to-take-back = You have no move to take back.
play-earned-time-used = This move can't be taken back any more: the time it earned has been used.
play-hints-off = There are no hints in this game: they were switched off when it was arranged.
play-rated-draw = I don't agree to draws in rated games. Play on, or use /resign.
play-no-draws = There are no draws in this game, so I don't agree to one.
play-draw-too-early = It's too early for a draw: I can't tell yet who is ahead. You can offer one from turn { $number } on.

games-none = You have no running games. Start one with /challenge or /play.
games-title = **Your games** ({ $count })
games-your-turn = ▶ **{ $game }** against { $opponent }, turn { $number } — **your turn** { $place }
games-their-turn = **{ $game }** against { $opponent }, turn { $number } — their turn { $place }
games-hints = hints: you { $mine }, your opponent { $theirs }
moves-none = No move has been made yet.
export-here = The record of the game:

## Boards in words, for those who do not see the picture

alt-last = Last move: { $move }.
alt-none = none

## Results

result-win-resigned = { $winner } beats { $loser }, who resigns.
result-draw-repetition = A draw between { $first } and { $second }: the same position stood three times.
result-draw-agreed = A draw between { $first } and { $second } by agreement.
## Analyses

analysis-goes-on = The game is being analysed: { $done } of { $all } positions. The result will be here.
analysis-title = **Analysis of { $game }**: { $first } against { $second }
analysis-accuracy = Accuracy of { $player }: { $percent } %
analysis-no-choice = { $player } never had a choice.
analysis-no-slips = I have found no mistakes.
analysis-slip = Turn { $number }: { $player } played **{ $move }**; **{ $best }** was better.
analysis-curve = { $game }: how the game went
analysis-curve-alt = A curve over the turns: near the top { $first } is winning, near the bottom { $second }. Mistakes are marked.

## Help

help =
    {"**"}How to play**
    `/challenge` proposes a game; your opponent presses *Accept*. The game gets its own thread, and after every turn the board is posted there.
    `/play` begins a game against the bot, at a level from 1 to 8. `/hint` helps you with your move, a little at a time, and `/analyse` tells what could have been better.
    Move with `/move` (type a little and choose), with the button *Type a move*, or by replying to the board with your move and pinging the bot.
    `/board` shows the board again (`text` for a board in letters), `/moves` the moves, `/games` all your games, `/export` the record.
    `/if` plans your answer to a move of your opponent, which is then played at once; `/note` keeps a note for you alone.
    `/next` shows what waits for you; `/settings`, `/times` and `/vacation` say how you hear of your games, and what stops your clocks; `/reminders` switches the reminders of one game off or on.
    `/resign`, `/draw`, `/takeback` and `/rematch` do what they say.
    Games begun with the option *rated* change ratings: `/stats` shows yours, `/leaderboard` who is ahead in the server.
    `/rules` explains each game and how its moves are written; `/about` says what this bot is and who made the games.
    `/block` keeps somebody away from you, and `/privacy` gives you or deletes what I keep of you. Who manages a server has `/server` and `/admin`.
    Where only you have brought the bot along (direct messages with friends, groups, other servers) the game is played there without a thread: each turn answers the move before it. If a board fails to come, `/board` brings it back with its buttons, and with what your opponent has asked; `/games` says where it is your turn.
about-authors = { $count ->
    [one] { $games } is by { $author }
   *[other] { $games } are by { $author }
}
about =
    {"**"}Tablero** { $version } is for playing abstract board games slowly, with friends, where they already talk, or against the bot itself.
    { $authors }. All rights to the games belong to their authors and publishers; this program is not affiliated with them.
    Free software under the MIT licence.

already-done = That has been done already.
choices-reply = Reply with a number:
choices-reply-or-react = Reply with a number, or react with it:
choices-unknown = That number is not in the list of the message you replied to.
form-reply = Reply to this message with your answer, for example { $example }.
direct-refused = { $player }, the answer is only for you, but you don't accept direct messages from me. Allow them and try again.

# What the bot says in a Matrix room that it has joined, and to a person whose encrypted room it has left.
room-hello = Hello, I’m Tablero. I host games of ZÈRTZ, DVONN and Barrier that you play with friends at your own pace.
    Begin with `!challenge @friend game zertz`, or type `!help` to see everything I can do.
room-encrypted = I can’t read encrypted messages, so I have left the encrypted room. Invite me to a room without encryption: you can choose that when you create it. Or play right here.
challenge-code = To accept from another platform, use *accept* with the code `{ $code }`.
challenge-unknown-code = No challenge has this code. Copy it from the challenge, for example `12-K7QX2M`.
accept-not-here = The bot isn't a member here, so your opponent's moves couldn't be posted. Accept the challenge in a server with the bot, or in your direct messages with it.
help-across-platforms = `/accept` takes a challenge from another platform by its code. `/link` and `/unlink` let you use one player profile on two platforms.
room-moved = This room was upgraded, so your games continue here.
room-inviter-not-allowed = I only accept invitations from people and homeservers that my host has chosen.
room-too-many-invitations = Too many invitations at once. Please try again in an hour.
room-encrypted-reason = I can't read encrypted messages.
