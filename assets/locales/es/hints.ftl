# Pistas: qué mirar, qué pieza, qué jugada y por qué. Los valores son nombres de casillas, jugadas y números.

hint-tenths = { $whole },{ $part }
hint-title = **Pista { $stage } de 3**
hint-too-many = Todavía estoy buscando { $most } pistas para ti. Vuelve a pedirla cuando llegue una de ellas.
hint-busy = Ahora mismo hay demasiada gente esperando una pista. Vuelve a pedirla dentro de unos minutos.

## Primera etapa: qué hay que ver.

hint-region = Mira las columnas de la { $from } a la { $to }.
hint-look-win = Puedes ganar { $turns ->
    [one] en este turno
   *[other] en { $turns } turnos como máximo
}.
hint-look-lost = Tu rival puede ganar juegues lo que juegues; haz que tarde lo más posible.
hint-look-only = Cuidado: todas las jugadas menos una pierden.
hint-look-forced = Solo tienes una jugada posible.
hint-look-region = No se ha encontrado nada decisivo; busca un buen lugar.

## Segunda etapa: la pieza o canica.

hint-piece-column = Usa la columna { $column }.
hint-piece-pass = Solo puedes pasar.

## Tercera etapa: la jugada y por qué.

hint-move = Juega **{ $move }**.
hint-reason-wins-now = Gana en el acto.
hint-reason-wins = Gana en { $turns ->
    [one] un turno
   *[other] { $turns } turnos
} como máximo, juegue lo que juegue tu rival.
hint-reason-loses = Tu rival puede ganar en { $turns ->
    [one] un turno
   *[other] { $turns } turnos
} juegues lo que juegues; no se ha encontrado ninguna jugada que resista más.
hint-reason-only-defence = Cualquier otra jugada pierde.
hint-reason-forced = Es la única jugada posible.
hint-reason-repeats = Con el mejor juego lleva a una posición que ya se dio, y así al empate.
hint-reason-better = Es claramente mejor que la segunda mejor, { $other }: { $points } puntos según mi cálculo.
hint-reason-slightly = Es un poco mejor que la segunda mejor, { $other }.
hint-reason-equal = { $other } es casi igual de buena.
hint-reason-reply = La mejor respuesta encontrada es { $reply }.
