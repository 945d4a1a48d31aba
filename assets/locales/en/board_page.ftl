# The page of a match in the browser

button-open = Open the board
button-now-playing = Now playing here
button-draw = Offer a draw
button-take-back = Take back
button-best = Best move
button-plan = Plan
button-plans = Conditional moves
what-if-chances = Chances of { $player } from here: { $percent }
link-for-you = This link opens the board in your browser. Anyone who has it can play for you, so keep it to yourself. It works for a month, or until you use `/privacy revoke`.
    { $link }
link-for-watching = This link shows the game in a browser. Anyone who has it can watch for a month.
    { $link }
link-for-channel = This page shows the games that are running in this channel. Anyone who has the link can watch for a month.
    { $link }
link-for-no-channel = Only a channel of a server has a page of its games.
watching-off = In this server, only players can open boards in the browser. Managers can change that with `/server` and `watching`.
links-revoked = The links to boards that I gave you no longer work. Choose *Open the board* under a board for a new one. Your tokens for programs don't work any more either.
token-new = This token lets a program play for you. Keep it to yourself: anyone who has it can play for you. I show it only this once. It works for a year, or until you use `/token` with `revoke`. In rated games, it can only watch.
    Token: { $token }
    Address: { $link }
token-none = This bot has no interface for programs, because its host hasn't turned on boards in the browser.
tokens-revoked = Your tokens no longer work. Use `/token` for a new one.

## Errors of the page

web-error-link-unknown = This link doesn't open a board. Choose “Open the board” in the chat for a new one.
web-error-link-expired = This link has expired. Choose “Open the board” in the chat for a new one.
web-error-link-revoked = This link was revoked. Choose “Open the board” in the chat for a new one.
web-error-unknown = This game no longer exists.
web-error-too-many = That's a lot at once. Wait a few seconds.
web-error-failed = Something went wrong. Try again in a moment.
web-error-watching = This link is for watching. To play, choose “Open the board” in the chat.
web-error-no-action = The page and the bot don't understand each other. Reload the page.
web-error-not-explored = You can't try out these moves here. In a rated game, and if you are watching, wait until it is over.
web-error-rated = Programs may not play in rated games.
web-error-no-token = This needs a token. Use `/token` in the chat to get one.
web-error-watching-off = In this server, only the players can see boards in the browser.
