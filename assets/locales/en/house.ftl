# What is said about servers, about whom somebody plays with, and about what is kept of people.

challenge-opponent-gone = Your opponent does not play here any more, and what named them is deleted. /challenge finds you somebody else.

block-done = You do not play with { $player } any more: neither of you can challenge the other. Nobody is told. Games that go on are not touched; `/block` with `undo` takes it back.
block-undone = You can play with { $player } again.
block-self = You cannot block yourself.
block-bot = Bots challenge nobody, so there is nothing to block.
block-too-many = You have blocked { $most } people, and there cannot be more. Unblock somebody first: /block shows the list.
block-list = { $count ->
    [0] You have blocked nobody. `/block` with a user does it.
    [one] You have blocked one person. Choose them to take it back.
   *[other] You have blocked { $count } people. Choose one to take it back.
}
block-choose = Play again with …

house =
    {"**"}This server**
    Games may begin in: { $channels }
    Games on offer: { $games }
    Language: { $language }
    Time in challenges that name none: { $time }
    Boards: { $theme }
    Running games of one person at a time: { $limit }
    `/server` with an option changes it, and with `clear` takes it back. What is changed holds for games that begin from now on.
house-prefix = Commands begin with: { $prefix }
house-bad-prefix = That can't be a prefix. Choose at most { $most } characters without spaces.
house-everywhere = every channel
house-nowhere = no channel, so no game can begin here until you name one
house-all-games = all
house-no-games = none, so no game can begin here until you name one
house-no-limit = as many as they like
house-no-server = This works only in a server that has added me. Ask somebody who manages it to do so.
house-not-manager = Only who has the permission Manage Server can do that.
house-no-game = No game of this server has the number { $number }. The number of a game stands in the name of its thread.
house-too-many-channels = More than { $most } channels cannot be named. Name one of them again to take it out.
house-ended = Game { $number } ({ $game }) is ended without a result, and its players are told.
house-ended-unread = Game { $number } could not be read any more and is ended without a result. Its players are not told: please tell them.

privacy-export = All that I keep of you is in this file, which is JSON. Times are in UTC.
privacy-export-cut = It was too large for one file, so the oldest entries are missing: moves, or more, of { $count } games. `/export` where a game is played gives all of its moves.
privacy-export-again = You've just had a file. You can get the next one { $when }.
privacy-question =
    {"**"}Delete all that I keep of you?**
    { $count ->
        [0] No game of yours goes on.
        [one] Your running game is resigned; if it is rated, it counts.
       *[other] Your { $count } running games are resigned; those that are rated count.
    }
    Then your name, settings, times, vacations, ratings, notes, plans, hints and blocks go, and open challenges are cancelled. Games that are over stay, with “a former player” in your place.
    Messages and threads that are already in chats, with your name, stay there.
privacy-messages = I can also remove my messages about your games and challenges from the rooms, your opponents' boards included. My answers to other commands, such as standings, stay.
privacy-final = {"**"}This can't be undone.** `/privacy export` gives you a copy first.
button-forget = Delete all of it
button-forget-messages = Delete everything, and my messages about your games
privacy-deleted = All that I kept of you is deleted. If you come back, you begin anew.

link-code = Your code is `{ $code }`; it expires { $when }. With your account on the other platform, use *link* with this code. Then press *Continue* here.
button-link-continue = Continue
link-question = { $name } ({ $account }) has entered your code. Is this you? Your settings here stay, the games of both accounts become yours, and your ratings are calculated again from all your rated games.
button-link-confirm = Yes, link the accounts
link-entered = Almost done: go back to where you got the code and press *Continue*, or use *link* there again.
link-done = Your accounts are linked. You can now play with either.
unlink-question = Unlink the account that you're using right now? Your games, ratings and settings stay with your other account, and this one starts from scratch.
button-unlink = Unlink
unlink-done = This account starts from scratch. Your games are with your other account.
link-unknown-code = This code isn't valid. Codes expire after ten minutes: get a new one with *link* on the other platform.
link-own-code = That's your own code. Enter it with your account on the other platform.
link-same-platform = Both accounts are on the same platform. You can only link accounts on different platforms.
link-opponents = These two accounts are playing each other. Finish that game first.
link-clock-running = One of the accounts has a running game with a time control. Finish it first.
link-not-entered = Nobody has entered the code yet. Enter it with your account on the other platform, then press *Continue*.
link-not-linked = This account isn't linked to another one.
link-games-running = You have running games. Finish them first.
