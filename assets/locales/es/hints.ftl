# Pistas: qué mirar, qué pieza, qué jugada y por qué. Los valores son nombres de casillas, jugadas y números.

hint-marbles-white = { $count ->
    [one] una canica blanca
   *[other] { $count } canicas blancas
}
hint-marbles-grey = { $count ->
    [one] una canica gris
   *[other] { $count } canicas grises
}
hint-marbles-black = { $count ->
    [one] una canica negra
   *[other] { $count } canicas negras
}
hint-list = { $most } y { $last }
hint-tenths = { $whole },{ $part }
hint-title = **Pista { $stage } de 3**
hint-too-many = Todavía estoy buscando { $most } pistas para ti. Vuelve a pedirla cuando llegue una de ellas.
hint-busy = Ahora mismo hay demasiada gente esperando una pista. Vuelve a pedirla dentro de unos minutos.

## Primera etapa: qué hay que ver.

hint-region = Mira las columnas de la { $from } a la { $to }.
hint-look-any-win = Puedes ganar { $turns ->
    [one] en este turno
   *[other] en { $turns } turnos como máximo
}.
hint-look-any-lost = Tu rival puede ganar juegues lo que juegues; haz que tarde lo más posible.
hint-look-any-only = Cuidado: todas las jugadas menos una pierden.
hint-look-any-forced = Solo tienes una jugada posible.
hint-look-any-region = No se ha encontrado nada decisivo; busca un buen lugar.
hint-look-zertz-must-capture = Tienes que capturar, y hay { $count } capturas posibles.
hint-look-zertz-isolate = Puedes llevarte canicas sin saltar.
hint-look-zertz-give = Entregar una canica puede darte más.
hint-look-zertz-threat = Tu rival amenaza con llevarse { $marbles }.
hint-look-dvonn-threat-cut = Tu rival amenaza con dejar sin contacto { $count ->
    [one] una de tus piezas
   *[other] { $count } de tus piezas
}.
hint-look-dvonn-threat-cover = Tu rival amenaza con capturar una pila tuya de { $height } piezas.
hint-look-dvonn-cut = Algunas piezas de tu rival penden de un hilo.
hint-look-dvonn-cover = Puedes capturar una pila de { $height } piezas.
hint-look-barrier-separate = Puedes separar los caballos para siempre.
hint-look-barrier-few = Puedes dejar a tu rival { $count ->
    [one] un solo recorrido
   *[other] { $count } recorridos
}.

## Segunda etapa: la pieza o canica.

hint-piece-any-column = Usa la columna { $column }.
hint-piece-any-pass = Solo puedes pasar.
hint-piece-zertz-marble = Coloca una canica { $marble }.
hint-piece-zertz-jumper = Captura con la canica de { $ring }.
hint-piece-dvonn-stack = Mueve lo que hay en { $space }.
hint-piece-barrier-target = Ve a { $square }.

## Tercera etapa: la jugada y por qué.

hint-move = Juega **{ $move }**.
hint-reason-any-wins-now = Gana en el acto.
hint-reason-any-wins = Gana en { $turns ->
    [one] un turno
   *[other] { $turns } turnos
} como máximo, juegue lo que juegue tu rival.
hint-reason-any-loses = Tu rival puede ganar en { $turns ->
    [one] un turno
   *[other] { $turns } turnos
} juegues lo que juegues; no se ha encontrado ninguna jugada que resista más.
hint-reason-any-only-defence = Cualquier otra jugada pierde.
hint-reason-any-forced = Es la única jugada posible.
hint-reason-any-repeats = Con el mejor juego lleva a una posición que ya se dio, y así al empate.
hint-reason-any-better = Es claramente mejor que la segunda mejor, { $other }: { $points } puntos según mi cálculo.
hint-reason-any-slightly = Es un poco mejor que la segunda mejor, { $other }.
hint-reason-any-equal = { $other } es casi igual de buena.
hint-reason-any-reply = La mejor respuesta encontrada es { $reply }.
hint-reason-zertz-goal = El objetivo se alcanza con { $marbles }.
hint-reason-zertz-goal-each = El objetivo se alcanza con { $count } canicas de cada color.
hint-reason-zertz-fills = Se ocupa el último anillo vacío.
hint-reason-zertz-captures = Captura { $marbles }.
hint-reason-zertz-captures-less = Captura { $marbles }; { $other } capturaría { $more }, pero al final vale menos.
hint-reason-zertz-isolates = Se lleva { $marbles } de un grupo sin anillos vacíos.
hint-reason-zertz-gives = Tu rival tiene que llevarse { $given }, y luego puedes llevarte { $marbles }, por ejemplo con { $then }.
hint-reason-zertz-gives-isolates = Tu rival tiene que llevarse { $given }, y luego { $then } aísla { $marbles } para ti.
hint-reason-zertz-combination = Tu rival tiene que capturar primero; en la mejor variante te llevas { $marbles }, y tu rival { $given }.
hint-reason-zertz-stops = Evita { $threat }, que se llevaría { $marbles }.
hint-reason-zertz-landing = Sin el anillo { $ring }, nadie puede caer allí al saltar sobre la canica de { $marble }.
hint-reason-zertz-safe = A tu rival le { $count ->
    [one] queda un solo anillo
   *[other] quedan { $count } anillos
} donde colocar sin entregar una canica.
hint-reason-zertz-otherwise = Tras { $other }, en cambio, tu rival se llevaría { $marbles }.
hint-reason-dvonn-margin = La mejor variante termina con { $mine } piezas tuyas contra { $theirs }.
hint-reason-dvonn-cuts = { $count ->
    [one] Pierde el contacto una pieza
   *[other] Pierden el contacto { $count } piezas
} de tu rival.
hint-reason-dvonn-cuts-both = Deja sin contacto { $theirs ->
    [one] una pieza
   *[other] { $theirs } piezas
} de tu rival y { $mine } de las tuyas.
hint-reason-dvonn-covers = Captura una pila de { $height } piezas en { $space }.
hint-reason-dvonn-leaves-none = Tu rival se queda sin jugadas y tiene que pasar.
hint-reason-dvonn-leaves-few = A tu rival le { $count ->
    [one] queda una sola jugada
   *[other] quedan { $count } jugadas
}.
hint-reason-dvonn-stops-cut = Evita { $threat }, que dejaría sin contacto { $count ->
    [one] una de tus piezas
   *[other] { $count } de tus piezas
}.
hint-reason-dvonn-stops-cover = Evita { $threat }, que capturaría tu pila de { $height } piezas en { $space }.
hint-reason-dvonn-moves-red = Mueve la pieza DVONN de { $space }.
hint-reason-dvonn-prepares = Con el mejor juego sigue { $then } y deja sin contacto { $count ->
    [one] una pieza
   *[other] { $count } piezas
} de tu rival.
hint-reason-dvonn-red-apart = Queda a { $count ->
    [one] un paso
   *[other] { $count } pasos
} de la pieza DVONN más cercana; { $other } quedaría más cerca.
hint-reason-dvonn-red-together = Queda a { $count ->
    [one] un paso
   *[other] { $count } pasos
} de la pieza DVONN más cercana; { $other } quedaría más lejos.
hint-reason-dvonn-beside-red = Queda junto a { $count ->
    [one] una pieza DVONN
   *[other] { $count } piezas DVONN
}; { $other } quedaría junto a menos.
hint-reason-dvonn-at-edge = En el borde podrá moverse en cuanto el tablero esté lleno; en { $other } quedaría encerrada.
hint-reason-barrier-shuts-in = A tu rival no le queda ningún recorrido.
hint-reason-barrier-separates = Separa los caballos para siempre: a ti te quedan { $mine } recorridos seguidos y a tu rival { $theirs }.
hint-reason-barrier-leaves = A tu rival le { $count ->
    [one] queda un solo recorrido
   *[other] quedan { $count } recorridos
}.
hint-reason-barrier-more-walks = Tu caballo podría elegir entonces entre { $mine } recorridos y el de tu rival entre { $theirs }.
