# Hints: what to look at, which piece, which move, and why. Values are names of cells, moves and numbers.

hint-tenths = { $whole },{ $part }
hint-title = **Pista { $stage } de 3**
hint-too-many = Todavía estoy preparando { $most ->
    [one] una pista
   *[other] { $most } pistas
} para ti. Pide otra cuando llegue alguna.
hint-busy = Ahora mismo hay demasiada gente esperando una pista. Prueba otra vez dentro de unos minutos.

## First stage: what there is to see.

hint-region = Mira de la columna { $from } a la { $to }.
hint-look-win = Puedes ganar { $turns ->
    [one] en este turno
   *[other] en { $turns } turnos como máximo
}.
hint-look-lost = Tu rival puede ganar hagas lo que hagas; aguanta todo lo que puedas.
hint-look-only = Cuidado: pierden todas las jugadas menos una.
hint-look-forced = Solo tienes una jugada posible.
hint-look-region = No veo nada decisivo; busca un buen sitio.

## Second stage: the piece or marble.

hint-look-even = Tu rival puede quedarse con tu primera jugada. ¿Cuál no le da ventaja a nadie?
hint-look-swap = ¿Preferirías haber hecho tú la primera jugada?
hint-piece-swap = Piensa en la jugada que acaba de hacer tu rival.
hint-piece-column = Usa la columna { $column }.
hint-piece-pass = Solo puedes pasar.

## Third stage: the move, and why.

hint-move = Juega **{ $move }**.
hint-reason-even = Tu rival puede quedarse con ella, así que no conviene que sea demasiado buena.
hint-reason-swap = Así la primera jugada pasa a ser tuya. No he encontrado ninguna respuesta que valga tanto.
hint-reason-wins-now = Gana al momento.
hint-reason-wins = Sigues ganando, haga lo que haga tu rival.
hint-reason-loses = Tu rival necesita como máximo { $turns ->
    [one] un turno
   *[other] { $turns } turnos
}; no encuentro ninguna jugada que aguante más.
hint-reason-resists = La línea que más resiste empieza con { $line }.
hint-reason-hopes = Tu mejor baza es que tu rival responda { $other }: después ya no veo cómo gana.
hint-reason-only-defence = Cualquier otra jugada pierde.
hint-reason-others-lose = Cualquier otra jugada pierde: tras { $other }, por ejemplo, tu rival juega { $reply }.
hint-reason-forced = Es la única jugada posible.
hint-reason-repeats = Si nadie se equivoca, vuelve a una posición anterior y acaba en empate.
hint-reason-better = Es claramente mejor que la siguiente, { $other }: { $points } puntos más, según mi cálculo.
hint-reason-slightly = Es un poco mejor que la siguiente, { $other }.
hint-reason-equal = { $other } es casi igual de buena.
hint-reason-reply = La mejor respuesta que encuentro es { $reply }.
