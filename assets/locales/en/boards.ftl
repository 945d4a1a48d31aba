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
