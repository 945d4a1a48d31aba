# I tavolieri a parole, per chi non vede l'immagine. I valori sono nomi di caselle e numeri.

alt-last = Ultima mossa: { $move }.
alt-none = niente

alt-zertz-white = Pedine bianche: { $value }.
alt-zertz-grey = Pedine grigie: { $value }.
alt-zertz-black = Pedine nere: { $value }.
alt-zertz-vacant = Anelli vuoti: { $value }.
alt-zertz-pool = Riserva (bianche/grigie/nere): { $value }.
alt-zertz-first = Catture di chi ha iniziato: { $value }.
alt-zertz-second = Catture di chi gioca per secondo: { $value }.

alt-dvonn-white = Bianco: { $value }.
alt-dvonn-black = Nero: { $value }.
alt-dvonn-red = Pezzi rossi soli: { $value }.
alt-dvonn-empty = Caselle vuote: { $value }.
alt-dvonn-score = Pezzi controllati (Bianco/Nero): { $value }.

alt-barrier-size = Caselle per lato: { $value }.
alt-barrier-white = Cavallo bianco: { $value }.
alt-barrier-black = Cavallo nero: { $value }.
alt-barrier-blocked = Caselle bloccate: { $value }.
