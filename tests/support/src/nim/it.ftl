author = Charles L. Bouton
rules =
    {"**"}Nim**: tre mucchi di pietre.
    Al tuo turno prendi da un mucchio quante pietre vuoi. Si scrive `R2`: il mucchio (R, G, B) e il numero di pietre.
    Chi prende l'ultima pietra vince, o perde se la partita è stata concordata così.

setup-variant = { $value ->
    [345] mucchi da 3, 4 e 5
   *[other] mucchi da 3, 5 e 7
}
setup-last-wins = l'ultima pietra vince
setup-last-loses = l'ultima pietra perde
option-last =
    .name = ultima
    .challenge = Nim: se l'ultima pietra vince o perde
    .play = Nim: se l'ultima pietra vince o perde

turn = { $player }, prendi qualche pietra.
question-heap = Da quale mucchio prendi?
question-count = Quante pietre prendi?
pick-red = il mucchio rosso
pick-green = il mucchio verde
pick-blue = il mucchio blu
kind-red = rosso
kind-green = verde
kind-blue = blu
pieces-red = { $count ->
    [one] una pietra rossa
   *[other] { $count } pietre rosse
}
pieces-green = { $count ->
    [one] una pietra verde
   *[other] { $count } pietre verdi
}
pieces-blue = { $count ->
    [one] una pietra blu
   *[other] { $count } pietre blu
}

result-win-taken = { $winner } prende l'ultima pietra e batte { $loser }.
result-win-left = { $winner } lascia l'ultima pietra a { $loser }.

fact-red = Pietre rosse: { $value }.
fact-green = Pietre verdi: { $value }.
fact-blue = Pietre blu: { $value }.

example-taking = Dal mucchio blu sono state prese due pietre.
    .title = Prendere
example-balance = Dopo R2 a qualunque mossa dell'avversario c'è una risposta.
    .title = Equilibrio
example-ending = Non resta nessuna pietra.
    .title = La fine

refusal-over = La partita è finita.
refusal-unreadable = { $text } non è una mossa. Scrivi R2 per prendere due pietre rosse.
refusal-too-many = Nel mucchio { $heap } { $left ->
    [one] resta una pietra
   *[other] restano { $left } pietre
}.

hint-look-unbalanced = I mucchi non sono in equilibrio.
hint-piece-heap = Prendi dal mucchio { $heap }.
hint-reason-balances = Porta i mucchi in equilibrio.
hint-reason-takes = Prende { $stones }.
