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

# Immagini delle regole: un titolo nell'immagine e, sotto, una frase con i suoi numeri.

example-zertz-placing = Metti una biglia (1), poi togli un anello libero (2).
    .title = Mettere
example-zertz-removing = Si possono togliere solo gli anelli del bordo che scivolano fuori: quelli in giallo.
    .title = Anelli che si possono togliere
example-zertz-capturing = Tre catture possibili. Con la 1 la biglia deve continuare e ne prende due; si può girare.
    .title = Catturare
example-zertz-captured = Dopo la cattura 1: le biglie saltate non ci sono più.
    .title = Dopo la cattura
example-zertz-claiming = Senza l'anello 1 la biglia bianca su 2 resta isolata, senza anelli vuoti: si cattura con il suo anello.
    .title = Isolare un gruppo
example-zertz-boards = Tavolieri più grandi: 40 anelli con gli 1, 43 con 1 e 2, 44 con 1 e 3, 48 con tutti.
    .title = Tavolieri più grandi
example-dvonn-placing = Prima i pezzi rossi (1, 2, 3), poi uno nero (4), uno bianco (5), e così via a turno.
    .title = Mettere
example-dvonn-moving = Un pezzo solo si muove di uno spazio (1), due pezzi di due (2), tre di tre (3), sempre sopra un altro pezzo.
    .title = Muovere
example-dvonn-blocked = I pezzi bianchi in giallo hanno vicini su tutti e sei i lati e non si possono muovere.
    .title = Pezzi bloccati
example-dvonn-losing = La mossa del Bianco ha tolto il contatto con i pezzi rossi: tutti i pezzi pallidi lasciano il tavoliere.
    .title = Pezzi che si perdono
example-barrier-walking = Due vie da b2 a c4: la 1 si scrive b2b4c4, la 2 b2c2c4. Bloccano caselle diverse.
    .title = Camminare
example-barrier-blocking = Dopo b2b4c4 le caselle gialle sono bloccate: dove stava il cavallo e dove ha camminato.
    .title = Caselle bloccate
example-barrier-ending = Il cavallo nero, in giallo, non può più camminare: vince il Bianco.
    .title = La fine
