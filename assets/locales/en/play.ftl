# Texts for arranging and playing games. Values such as { $player } are mentions or names.

list-and = { $most } and { $last }
list-or = { $most } or { $last }
quotation = “{ $text }”
percent = { $number }%

error-store = Something went wrong on my side, and nothing has changed. Please try again in a moment.
error-store-unwritable = I can't save moves right now, so nothing has changed. My host has to fix that first; please try again later.

## Challenges

challenge-to = { $challenger } challenges { $opponent } to a game of **{ $game }**.
challenge-to-all = { $challenger } is looking for someone to play **{ $game }** with.
challenge-setup = Settings: { $setup }.
challenge-hints-off = No hints in this game.
challenge-side-lot = I'll choose at random who goes first.
challenge-side-first = { $challenger } goes first.
challenge-side-second = { $challenger } goes second.
challenge-expires = The challenge expires { $when }.
challenge-is-accepted = Challenge accepted.
challenge-is-declined = Challenge declined.
challenge-is-cancelled = Challenge cancelled.
challenge-ended = **{ $game }**: { $first } against { $second } — { $place }
challenge-begins = Accepted: { $first } goes first, then { $second }.
challenge-no-game = There's no such game. Choose { $games }.
challenge-self = You can't play against yourself. Name someone else, or leave the opponent out to ask everyone.
challenge-opponent-cannot = Bots don't accept challenges. To play against me, use /play.
challenge-opponent-not-in-server = That player isn't in this server and wouldn't see the game. Invite them, or challenge a member.
challenge-opponent-cannot-see = That player can't see this channel and wouldn't see the game. Challenge them in a channel you can both see.
challenge-note-too-long = Your message is too long: at most 200 characters, please.
challenge-already-open = You two already have the same challenge open: accept or cancel that one.
challenge-unknown = This challenge no longer exists.
challenge-was-accepted = This challenge has already been accepted.
challenge-was-declined = This challenge was declined.
challenge-was-cancelled = This challenge was cancelled.
challenge-expired = This challenge has expired. Make a new one with /challenge.
challenge-not-for-you = This challenge is for someone else.
challenge-own = This is your own challenge: you can cancel it, but only someone else can accept it.
challenge-not-yours = Only the challenger can cancel this challenge.
challenge-withdrawn = I couldn't show your **{ $game }** challenge in { $place }, so I've withdrawn it. Check that I may post there, then challenge again.
challenge-open-to-all = This challenge is open to everyone, so you don't need to decline it.

engine-name = Tablero (level { $level })
engine-short = Tablero ({ $level })
level-name = { $name } ({ $level })
level-0 = For children
level-1 = Newcomer
level-2 = Beginner
level-3 = Casual player
level-4 = Regular player
level-5 = Club player
level-6 = Strong club player
level-7 = Expert
level-8 = Master
level-9 = Grandmaster
level-full = Full strength
engine-begins = A game of **{ $game }** begins: { $first } goes first, then { $second }.
game-begins-briefly = **{ $game }** no. { $number } begins.
engine-started = Your game of **{ $game }** against { $engine } has started: { $terms }.
level-from-results = I chose level { $level } because of your results. Use the option *level* to pick another.
level-for-newcomers = This game seems new to you, so I chose level { $level }. Use the option *level* to pick another.
game-begun-elsewhere = The next game of **{ $game }** is in { $place }.
game-begun-from = This game was requested in { $place }.
thread-closed = I can't post in this game's thread any more, so we'll continue here.
thread-refused = I couldn't post this message in { $place }, where the game continues.

place-only-you = Only you would see my answers in this server. Ask one of its managers to add me or to give you the Use External Apps permission, or play in direct messages or in a server where I'm a member.
place-alone = Nobody else can see a challenge here. Post it in a server channel, or in direct messages with the person you want to play.
place-no-messages = Nobody can write in this kind of channel. Ask for a game in a text channel, or in a post of a forum.
place-private-thread = I'm not in this private thread, so I can't post a board here. Mention me in it to add me, then try again.
permissions-missing = I can't play here, because I'm missing permissions in this channel: { $permissions }. A server manager can give them to me.
permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-send-messages-in-threads = Send Messages in Threads
permission-attach-files = Attach Files

setup-unknown-option = { $game } has no option “{ $option }”. It has: { $known }.
setup-unknown-value = { $game } doesn't offer “{ $value }”. It has: { $possible }.
setup-twice = You've given the option { $option } twice.
setup-unfit = These options don't go together.

## Turns

# Replaces a name when none of its letters can be drawn.
picture-player = Player { $number }
picture-turn = { $player } to move
board-begins = **{ $game }** begins.
board-last = Turn { $number }: **{ $move }** – { $player }
board-taken-back = Take-back granted.
board-placed-at-random = The remaining pieces have been placed at random.
board-may-swap = You can also take over the first move: choose that under *Move*, or type `swap`.
board-turn-engine = { $player } moves next.
board-thinking = { $player } is thinking …
hints-used = Hints: { $counts }.
hints-of = { $player } { $count }
button-play = Play { $move }
button-move = Move
button-back = Back
button-leave = Cancel
steps-begin = What's your move?
steps-so-far = Your move so far: { $picks }.
steps-next = What's next?
steps-complete = Your move: **{ $move }**. Play it?
pick-swap = take over the first move
pick-left = { $pick } ({ $left } left)
steps-area-left = On the left ({ $columns })
steps-area-middle = In the middle ({ $columns })
steps-area-right = On the right ({ $columns })
steps-left = No move played.
play-old-button = This button is from an older version. Use /board for a new one.
play-old-choice = This choice is no longer offered. Type the command again and pick from the list.
play-old-command = This command has changed. Type it again and fill in what it asks for now.
button-type = Type a move
button-hint = Hint
button-more = Tell me more
button-analyse = Analyse
button-rematch = Rematch
button-replay = Replay
button-see-again = See it again
button-replay-first = ⏮
button-replay-back = ◀
button-replay-forward = ▶
button-replay-last = ⏭
button-replay-animate = GIF
button-replay-share = Share with everyone
button-rules = Rules
button-resign = Resign
button-resign-surely = Yes, resign
button-random = Place the rest at random
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
resign-question = Do you really want to resign your game of **{ $game }** (no. { $number }; { $terms })? { $opponent } will win.
resign-done = You've resigned.
draw-question = Offer { $opponent } a draw in your game of **{ $game }** (no. { $number }; { $terms })?
draw-question-accept = { $opponent } offers you a draw in your game of **{ $game }** (no. { $number }; { $terms }). Accept it? That ends the game.
draw-offered = You've offered a draw.
draw-agreed = Draw agreed.
draw-considered = { $engine } is considering your offer.
takeback-done = I've asked your opponent to let you take back your last move.
takeback-granted = Done: I've taken back your last move.
random-offered = I've asked your opponent whether to place the rest at random.
random-done = Done: all the pieces are on the board.
agree-done = Agreed.
refuse-done = Declined.
notice-draw-offered = { $player } offers { $other } a draw.
notice-draw-declined = { $player } declines the draw.
notice-takeback-asked = { $player } asks { $other } for a take-back.
notice-takeback-declined = { $player } declines the take-back.
notice-random-offered = { $player } would like to place all the remaining pieces at random. { $other }, do you agree?
notice-random-declined = { $player } prefers to place the pieces by hand.

play-unknown = There's no game here. Start one with /challenge or /play, or find yours with /games.
play-not-a-player = You're not a player in this game.
play-over = This game is over. Use /rematch to play again.
play-running = This game isn't over yet.
play-not-your-turn = It's your opponent's turn.
play-stale = The game has moved on since then. Use the newest board, or /board.
play-no-offer = There's nothing left to answer.
play-asked-already = You've already asked. Your opponent can answer, or just move.
play-asked-before = Your opponent has already said no since the last move. You can ask again after the next one.
play-answer-first = Your opponent has asked you something. Please answer that first.
play-nothing-to-take-back = You have no move to take back.
play-earned-time-used = You've already used the time this move earned you, so you can't take it back.
play-hints-off = This game has no hints: it was set up without them.
play-no-coach = I comment on your moves in unrated games against levels 0 to 3, if hints are allowed.
play-rated-draw = I don't agree to draws in rated games. Play on, or use /resign.
play-no-draws = This game can't end in a draw, so I don't agree to one.
play-draw-too-early = It's too early for a draw: I can't tell yet who's ahead. You can offer one from turn { $number } on.

challenges-title = **Challenges** ({ $count })
challenges-to-me = 📨 { $number }. **{ $game }** from { $player }: { $terms } – expires { $when } { $place }
challenges-by-me = { $number }. **{ $game }** to { $player }: { $terms } – expires { $when } { $place }
challenges-anyone = anyone
button-accept-listed = Accept { $number }: { $game } ({ $player })
button-cancel-listed = Cancel { $number }: { $game } ({ $player })
games-none = You have no running games. Start one with /challenge or /play.
games-title = **Your games** ({ $count })
games-your-turn = ▶ **{ $game }** against { $opponent }, turn { $number } — **your turn** { $place }
games-their-turn = **{ $game }** against { $opponent }, turn { $number } — their turn { $place }
games-hints = hints: you { $mine }, your opponent { $theirs }
moves-none = No moves yet.
export-here = Here's the record of the game:
replay-title = **{ $game }** { $number }: turn { $ply } of { $all }
replay-animation-title = **{ $game }** { $number }: { $first } against { $second }
replay-shared-by = { $player } shares this game:
replay-failed = I couldn't draw this game. /moves lists its moves.
replay-shared = I'll post the animation where the game is played.

## Boards in words, for players who cannot see the picture

alt-last = Last move: { $move }.

## Results

result-win-resigned = { $winner } wins: { $loser } resigned.
result-draw-repetition = { $first } and { $second } draw: the same position came up three times.
result-draw-agreed = { $first } and { $second } agree to a draw.

# What a person who has lost to the bot reads after the result.
defeat-try-coach-level = Next time, try `/hint` before a move, `/coach` after it, or level { $level }. *Analyse* shows what cost you most.
defeat-try-coach = Next time, try `/hint` before a move and `/coach` after it. *Analyse* shows what cost you most.
defeat-try-hint-level = Next time, try `/hint` before a move, or level { $level }. *Analyse* shows what cost you most.
defeat-try-level = Next time, try level { $level }. *Analyse* shows what cost you most.
defeat-try-analysis = *Analyse* shows what cost you most.
# Comes before a sentence about what happened in that turn, and *See it again* is the button below.
defeat-turn = Turn { $turn } cost you most.
defeat-again = *See it again* shows what was better.

## Analyses

analysis-goes-on = I'm analysing the game (positions: { $done } of { $all }). I'll post the result here.
analysis-requested = I'll analyse the game and post the result where it was played.
analysis-title = **Analysis of { $game }**: { $first } against { $second }
analysis-accuracy = { $player }: { $percent } accuracy.
analysis-no-choice = { $player }: no turn counts towards the accuracy.
analysis-resisted = { $player } couldn't win against perfect play. Accuracy of the defence: { $percent }.
analysis-lost-always = { $player } couldn't win against perfect play, so I counted no mistakes.
analysis-no-slips = I found no mistakes.
# Instead of the line above, if the winner took the lead during the game.
analysis-gradual = No turn cost much by itself; { $winner } got ahead little by little.
analysis-slip = Turn { $number }: { $player } played **{ $move }**.
analysis-better = **{ $best }** was better.
analysis-better-turn = Turn { $number }: { $best } was better.
analysis-refutation = After { $move }: { $line }
course-even = Neither player was ever clearly ahead.
course-drawn = { $winner } was ahead for a while, but the game ended in a draw.
course-ahead-always = { $winner } was ahead from start to finish.
course-ahead = { $winner } was ahead from turn { $turn } to the end.
course-decided = Turn { $turn } decided the game: after it, { $winner } was always ahead.
course-comeback = { $loser } was ahead at turn { $turn }, but { $winner } came back.
course-comeback-start = { $loser } was ahead at the start, but { $winner } came back.
course-changes = The lead changed hands { $count ->
    [one] once
    [2] twice
   *[other] { $count } times
}, until { $winner } took it for good at turn { $turn }.
course-behind = { $loser } was ahead at the end, but { $winner } won.
mistake-threw-win = This move loses; **{ $best }** would have won { $turns ->
    [one] at once
   *[other] in at most { $turns } turns
}.
mistake-missed-win = **{ $best }** would have won { $turns ->
    [one] at once
   *[other] in at most { $turns } turns
}.
mistake-allowed-win = After it, the opponent can win { $turns ->
    [one] at once
   *[other] in at most { $turns } turns
}.
mistake-ended-drawn = It ends the game in a draw.
mistake-ended-lost = It ends the game, and the opponent wins.
mistake-reply = The best answer is **{ $reply }**.
button-coach = How was my move?
coach-forced = **{ $move }** was your only move.
coach-first-move = Your opponent may take over a first move, so I don't judge **{ $move }**.
coach-best = **{ $move }** is the move I would have played too.
coach-fine = **{ $move }** was fine. I would have played **{ $best }**.
coach-mistake = You played **{ $move }**.
turn-followed = What followed:
button-mistakes = The mistakes, one by one
analysis-page = { $page } of { $all }
button-play-on = Try turn { $turn } again
play-on-begins = You're playing on from turn { $turn } against { $engine }: { $terms }.
analysis-curve = { $game }: how the game went
analysis-curve-alt = A graph, turn by turn: near the top { $first } is winning, near the bottom { $second }. Mistakes are marked.

## Help

help-start = I host three abstract board games here: ZÈRTZ, DVONN and Barrier. You play at your own pace: I post the board after each turn and ping the player to move. Learn a game, try one against me, or challenge a friend.
help-menu-rules = Read the rules
help-menu-play = Play against me
help-button-challenge = Challenge a friend
help-button-commands = All commands
help-challenge = Type /challenge, choose a game and pick your friend; leave the opponent out and anyone here can accept. The game starts as soon as they press *Accept*.
help =
    {"**"}How to play**
    Play at your own pace: I post the board after every turn. `/help` with the name of a command explains it, as in `/help challenge`.
help-starting = **Start a game.** Your opponent chooses *Accept*, and the game gets its own thread.
help-playing = **Play.** Choose what to do below the board, or reply to it with your move and ping me.
help-games = **Your games** and how they went
help-you = **You**: how I write to you, when your clocks pause, who plays with you and what I know about you
help-managers = **For server managers**
help-elsewhere = Where I'm only there because you brought me along (direct messages with friends, groups, other servers), you play right there, without a thread, and I answer each move with the next board. If a board doesn't arrive, `/board` brings it back with its buttons and anything your opponent has asked.
help-button-more = More commands
about-authors = { $count ->
    [one] { $games } is by { $author }
   *[other] { $games } are by { $author }
}
about =
    {"**"}Tablero** { $version } lets you play abstract board games at your own pace: with friends, where you already talk, or against the bot.
    { $authors }. All rights to the games belong to their authors and publishers; this program isn't affiliated with them.
    Free software under the MIT licence.

already-done = That's done. My first answer may not have reached you.
attachment-too-large = I can't send { $file } here: it's { $size } kB, and the limit is { $limit } kB.
attachment-refused = I can't send { $file } here: the upload was refused.
picture-refused = I can't send { $file } here now: the upload was refused. Ask for the picture later, for example with /board.
choices-reply = Reply with a number:
choices-reply-or-react = Reply with a number, or react with it:
choices-react-or-reply = React with { $reactions }, or reply with a number:
choices-move = Reply with your move or a number:
choices-move-or-react = Reply with your move or a number, or react with the number:
choices-unknown = That number isn't on the list you replied to.
form-reply = Reply to this message with your answer, for example { $example }.
direct-refused = { $player }, my answer is only for you, but you don't accept direct messages from me. Allow them and try again.
direct-answered = { $player }, I've answered you in our direct room.

# What the bot says in a Matrix room it has joined, and to a person whose encrypted room it has left.
room-hello = Hello, I'm Tablero. I host games of ZÈRTZ, DVONN and Barrier that you play with friends at your own pace.
    Start with `!challenge @friend game zertz`, or type `!help` to see everything I can do.
room-encrypted = I can't read encrypted messages, so I've left the encrypted room. Invite me to a room without encryption: you can choose that when you create it. Or play right here.
room-unreadable = I can't read this message: your app hasn't given me its key. Please send it again. If that doesn't help, your app may leave out devices that it doesn't trust: look in its security settings.
room-verification-asked = I've asked my host to verify you. Stay in your app: when the host answers, it shows emoji or asks you to scan a code. Compare them with the host on the phone or in person, not here.
room-verification-unanswered = My host hasn't answered within ten minutes. Agree on a time with the host, and then start the verification again.
room-verification-too-many = Too many people are waiting for verification, or you've asked too often. Please try again in an hour.
room-verification-restarted = I've been restarted, so the verification has ended. Please start it again.
challenge-code = To accept from another platform, use *accept* with the code `{ $code }`.
challenge-unknown-code = No challenge has this code. Copy it from the challenge: it looks like `12-K7QX2M`.
accept-not-here = I'm not a member here, so I couldn't post your opponent's moves. Accept the challenge in a server I'm in, or in your direct messages with me.
room-moved = This room was upgraded, so your games continue here.
room-moved-away = This room was upgraded. Your games continue in the new room.
room-not-followed = This room was upgraded, but I can't enter the new one. Invite me there, and your games will continue.
room-not-joined = I couldn't enter the room you invited me to: its server doesn't let me in or doesn't answer. Please invite me again later, or to another room.
room-inviter-not-allowed = I only accept invitations from people and homeservers that my host has chosen.
room-too-many-invitations = Too many invitations at once. Please try again in an hour.
room-encrypted-reason = I can't read encrypted messages.
