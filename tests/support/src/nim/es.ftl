author = Charles L. Bouton
rules =
    {"**"}Nim**: tres montones de piedras.
    En tu turno, toma de un montón tantas piedras como quieras. Se escribe `R2`: el montón (R, G, B) y el número de piedras.
    Quien toma la última piedra gana, o pierde si la partida se acordó así.

setup-variant = { $value ->
    [345] montones de 3, 4 y 5
   *[other] montones de 3, 5 y 7
}
setup-last-wins = la última piedra gana
setup-last-loses = la última piedra pierde
option-last =
    .name = última
    .challenge = Nim: si la última piedra gana o pierde
    .play = Nim: si la última piedra gana o pierde

turn = { $player }, toma unas piedras.
question-heap = ¿De qué montón tomas piedras?
question-count = ¿Cuántas piedras tomas?
pick-red = el montón rojo
pick-green = el montón verde
pick-blue = el montón azul
kind-red = rojo
kind-green = verde
kind-blue = azul
pieces-red = { $count ->
    [one] una piedra roja
   *[other] { $count } piedras rojas
}
pieces-green = { $count ->
    [one] una piedra verde
   *[other] { $count } piedras verdes
}
pieces-blue = { $count ->
    [one] una piedra azul
   *[other] { $count } piedras azules
}

result-win-taken = { $winner } toma la última piedra y gana a { $loser }.
result-win-left = { $winner } deja la última piedra a { $loser }.

fact-red = Piedras rojas: { $value }.
fact-green = Piedras verdes: { $value }.
fact-blue = Piedras azules: { $value }.

example-taking = Se han tomado dos piedras del montón azul.
    .title = Tomar
example-balance = Después de R2, cualquier jugada del rival tiene respuesta.
    .title = Equilibrio
example-ending = Ya no queda ninguna piedra.
    .title = El final

refusal-over = La partida ha terminado.
refusal-unreadable = { $text } no es una jugada. Escribe R2 para tomar dos piedras rojas.
refusal-too-many = En el montón { $heap } { $left ->
    [one] queda una piedra
   *[other] quedan { $left } piedras
}.

hint-look-unbalanced = Los montones no están en equilibrio.
hint-piece-heap = Toma del montón { $heap }.
hint-reason-balances = Equilibra los montones.
hint-reason-takes = Toma { $stones }.
