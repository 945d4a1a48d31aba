# The page on which a game is played. It inserts the values itself.

web-no-link = This address is incomplete. Open the board again with the link or the button that I gave you.
web-unreachable = I can't be reached right now. Check your connection and try again.
web-failed = That didn't work. Try again, or load the page again.
web-live = live
web-connecting = connecting…

## The board and the move.

web-board = Board
web-board-help = The arrow keys go from cell to cell, and so does typing a name such as d4. Page Down goes to the next cell that you can choose. Enter chooses it, Escape goes back.
web-bar = Your move
web-pickable = { $cell }, can be chosen
web-picked = { $cell }, chosen
web-preview = Your move: { $move }
web-play = Play { $move }
web-back = Back
web-cancel = Cancel
web-your-turn = It's your turn.
web-you = { $name } (you)
web-bot = { $name } (bot)
web-moved = { $name }: { $move }.

## The replay.

web-replay = Replay
web-previous = Previous move
web-next = Next move
web-start = Start
web-past = This is an earlier position.
web-to-game = Back to the game
web-try = Try moves
web-trying = You are trying moves: { $list }
web-try-help = Try moves for both players. Nothing is played.
web-try-plan = Try your opponent's move and your answer, then choose Plan. Nothing is played.
web-try-move = Try { $move }
web-analysis = Analysis
web-curve = The chances of both players, move by move
web-analysed = The analysis is ready.

## The panel.

web-menu = Menu
web-close = Close
web-moves = Moves
web-no-moves = There are no moves yet.
web-actions = Actions
web-position = Position in words
web-ask = Type a move or a question
web-ask-go = Send
web-ask-help = For example “what is at { $cell }”, “what can I choose” or “what can I capture”.
web-ask-at = what is at { $cell }
web-ask-picks = what can I choose
web-ask-capture = what can I capture
web-picks = You can choose: { $list }.
web-no-picks = There is nothing that you can choose now.
web-no-cell = There is no { $cell } on this board.
web-share = Share
web-copy-link = Copy a link for watching
web-copy = Copy the moves
web-copied = Copied
web-save = Save the picture
web-note = Your note, which only you can see
web-note-save = Save the note
web-settings = Display
web-theme = Colours
web-theme-auto = Automatic
web-hand = Buttons for
web-hand-right = the right hand
web-hand-left = the left hand
web-turn = Turn the board

## The games of a channel.

web-now = Now playing
web-now-none = No game is running here right now.
web-now-newer = Newer games
web-now-older = Older games
