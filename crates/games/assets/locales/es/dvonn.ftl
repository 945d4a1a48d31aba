# Texts for DVONN only. The values are names of cells, moves and numbers.

## Author and rules

author = Kris Burm (el proyecto GIPF)
rules =
    {"**"}DVONN** — apila piezas sin perder el contacto con las rojas.
    Primero se **colocan** las 49 piezas en casillas vacías: las blancas una pieza DVONN roja, las negras otra y las blancas la tercera; después, por turnos y empezando las negras, cada cual las de su color. Escribe la casilla: `f3`.
    Luego las blancas empiezan a **apilar**: una pieza o pila con tu color arriba se mueve en línea recta exactamente tantas casillas como piezas tiene, hasta caer sobre otra pieza o pila: `a1a2`. Puede pasar por encima de casillas vacías. No se puede mover una pila rodeada por los seis lados, ni una pieza roja sola.
    Después de cada jugada sale del tablero todo lo que no esté en contacto con una pieza roja. Quien no puede mover pasa (`pass`).
    Cuando ya nadie puede mover, **gana quien controla más piezas**.

## Game setups

setup-variant = tablero estándar
setup-start-placement = piezas colocadas por turnos
setup-start-random = tablero lleno al azar

## Command options

option-start =
    .name = inicio
    .challenge = DVONN: colocar las piezas por turnos o empezar con un tablero lleno, al azar y equilibrado
    .play = DVONN: colocar las piezas por turnos o empezar con un tablero lleno, al azar y equilibrado

## Whose turn it is

turn = { $player }, te toca con { $seat ->
    [1] blancas
   *[other] negras
}.
turn-place-red = { $value ->
    [one] Coloca la última pieza DVONN roja.
   *[other] Coloca una pieza DVONN roja (quedan { $value }).
}
turn-place-own = { $value ->
    [one] Coloca tu última pieza.
   *[other] Coloca una de tus piezas (quedan { $value }).
}

## Questions while a move is picked

question-red = ¿Dónde colocas la pieza roja?
question-own = ¿Dónde colocas tu pieza?
question-stack = ¿Qué pieza o pila mueves?
question-target = ¿Adónde mueves { $last }?

## Menu choices

pick-pass = pasar

## Results

result-win-count = { $winner } gana a { $loser } por { $more } a { $fewer }.
result-draw-count = Empate entre { $first } y { $second }: { $more ->
    [one] una pieza
   *[other] { $more } piezas
} por bando.

## Why a game was lost, in the words of the bot that won it

defeat-cut = Mis jugadas aislaron { $count ->
    [one] una de tus piezas
   *[other] { $count } de tus piezas
} de las rojas.
defeat-covered = Mis jugadas capturaron { $count ->
    [one] una de tus piezas
   *[other] { $count } piezas en pilas que eran tuyas
}.
turned-own-cut = Tu jugada aisló { $count ->
    [one] una de tus propias piezas
   *[other] { $count } de tus propias piezas
}.
turned-cut = Mi respuesta aisló { $count ->
    [one] una de tus piezas
   *[other] { $count } de tus piezas
}.
turned-covered = Mi respuesta capturó { $height ->
    [one] tu pieza
   *[other] tu pila de { $height } piezas
} en { $space }.
turned-missed-cut = Se te escapó **{ $best }**, que aísla { $count ->
    [one] una de mis piezas
   *[other] { $count } de mis piezas
}.
turned-missed-cover = Se te escapó **{ $best }**, que captura { $height ->
    [one] mi pieza
   *[other] mi pila de { $height } piezas
} en { $space }.

## Board descriptions for players who cannot see the picture

fact-white = Blancas: { $value ->
    [none] ninguna
   *[other] { $value }
}.
fact-black = Negras: { $value ->
    [none] ninguna
   *[other] { $value }
}.
fact-red = Piezas rojas solas: { $value ->
    [none] ninguna
   *[other] { $value }
}.
fact-empty = Casillas vacías: { $value ->
    [none] ninguna
   *[other] { $value }
}.
fact-score = Piezas controladas (blancas/negras): { $value }.

## What is on a cell of the board

cell-white = { $height ->
    [1] { $cell }, pieza blanca
   *[other] { $cell }, pila blanca de { $height }
}{ $reds ->
    [0] { "" }
    [1] {" "}con una pieza roja
   *[other] {" "}con { $reds } piezas rojas
}
cell-black = { $height ->
    [1] { $cell }, pieza negra
   *[other] { $cell }, pila negra de { $height }
}{ $reds ->
    [0] { "" }
    [1] {" "}con una pieza roja
   *[other] {" "}con { $reds } piezas rojas
}
cell-red = { $cell }, pieza roja
cell-other = { $cell }, vacía

## Pictures that explain the rules: each has a title and a caption with numbers

example-placing = Primero van las piezas rojas (1, 2, 3), luego una negra (4), una blanca (5), y así por turnos.
    .title = Colocar
example-moving = Una pieza sola se mueve una casilla (1); una pila de dos, dos (2), y una de tres, tres (3): siempre hasta otra pieza.
    .title = Mover
example-blocked = Las piezas blancas en amarillo tienen vecinas por los seis lados: no se pueden mover.
    .title = Piezas bloqueadas
example-losing = Las blancas han cortado el contacto con las rojas: todas las piezas de contorno discontinuo salen del tablero.
    .title = Piezas que se pierden

## Rejected moves, and what to do instead

refusal-over = La partida ha terminado.
refusal-unreadable = No entiendo la jugada { $text }. Escribe f3 para colocar una pieza, o a1a2 para mover una pila.
refusal-not-a-space = { $space } no es una casilla de este tablero.
refusal-must-place = Todavía se están colocando piezas: elige una casilla vacía.
refusal-must-stack = Ya están colocadas todas las piezas: di qué pila mueves y adónde, como en a1a2.
refusal-taken = Esa casilla está ocupada: hay una pieza en { $space }.
refusal-empty = En { $space } no hay nada que mover.
refusal-not-yours = La pila de { $space } es de tu rival: manda la pieza de arriba.
refusal-lone-red = La pieza DVONN de { $space } no se puede mover mientras esté sola.
refusal-surrounded = La pila de { $space } no se puede mover: está rodeada por los seis lados.
refusal-not-in-line = { $to } no está en línea recta desde { $from }.
refusal-wrong-distance = La pila de { $from } se mueve exactamente { $height ->
    [one] { $height } casilla
   *[other] { $height } casillas
}, no { $distance }.
refusal-to-empty = No puedes acabar en { $space }: está vacía.
refusal-must-pass = No tienes ninguna jugada: solo puedes pasar.
refusal-cannot-pass = No puedes pasar: { $count ->
    [one] tienes una jugada posible
   *[other] tienes { $count } jugadas posibles
}.

## Hints: where to look, which piece, and why

hint-look-threat-cut = Tu rival amenaza con aislar { $count ->
    [one] una de tus piezas
   *[other] { $count } de tus piezas
}.
hint-look-threat-cover = Tu rival amenaza con capturar { $height ->
    [one] una de tus piezas
   *[other] una pila tuya de { $height } piezas
}.
hint-look-cut = Algunas piezas de tu rival penden de un hilo.
hint-look-cover = Puedes capturar { $height ->
    [one] una pieza
   *[other] una pila de { $height } piezas
}.
hint-look-ask-cut = ¿Qué piezas de tu rival podrías aislar dentro de dos turnos?
hint-look-ask-danger = ¿Cuál de tus pilas está en peligro?
hint-look-ask-secure = ¿Dónde podrías formar una pila que nadie pueda capturar?
hint-look-ask-capture = ¿Qué pila de tu rival podrías atacar?
hint-look-ask-stuck = ¿Qué pilas de tu rival podrías dejar sin movimiento?
hint-look-ask-free = ¿Qué pilas tuyas no pueden moverse, y cómo podrías liberarlas?
hint-look-ask-take = ¿Qué pieza de tu rival merece la pena capturar?
hint-look-ask-their-moves = ¿Cómo puedes dejar menos jugadas a tu rival?
hint-look-ask-own-moves = ¿Qué jugada deja más libres tus piezas?
hint-look-ask-near = ¿Dónde quedaría la pieza cerca de una pieza DVONN?
hint-look-ask-far = ¿Dónde quedaría la pieza lejos de las piezas DVONN?
hint-look-ask-touch = ¿Dónde quedaría tu pieza junto a las de tu rival?
hint-look-ask-edge = ¿En qué casillas podrá moverse una pieza cuando se llene el tablero?
hint-piece-stack = Mueve la pieza o la pila de { $space }.
hint-reason-wins-by = Con el mejor juego de ambos, después ganas por { $count ->
    [one] una pieza
   *[other] { $count } piezas
}.
hint-reason-loses-by = Con el mejor juego de ambos, después pierdes por { $count ->
    [one] una pieza
   *[other] { $count } piezas
}.
hint-reason-cuts = Aísla { $count ->
    [one] una pieza
   *[other] { $count } piezas
} de tu rival.
hint-reason-cuts-both = Aísla { $theirs ->
    [one] una pieza
   *[other] { $theirs } piezas
} de tu rival y { $mine ->
    [one] una
   *[other] { $mine }
} de las tuyas.
hint-reason-covers = Captura { $height ->
    [one] una pieza
   *[other] una pila de { $height } piezas
} en { $space }.
hint-reason-leaves-none = Tu rival se queda sin jugadas y tiene que pasar.
hint-reason-leaves-few = A tu rival le { $count ->
    [one] queda una sola jugada
   *[other] quedan { $count } jugadas
}.
hint-reason-stops-cut = Así impides { $threat }, con la que tu rival aislaría { $count ->
    [one] una de tus piezas
   *[other] { $count } de tus piezas
}.
hint-reason-stops-cover = Así impides { $threat }, con la que tu rival capturaría { $height ->
    [one] tu pieza
   *[other] tu pila de { $height } piezas
} en { $space }.
hint-reason-moves-red = Mueve la pieza DVONN de { $space }.
hint-reason-prepares = Si nadie se equivoca, tu próxima jugada es { $then }, que aísla { $count ->
    [one] una pieza
   *[other] { $count } piezas
} de tu rival.
hint-reason-threatens-cut = Amenaza con { $then }, que aislaría { $count ->
    [one] una pieza
   *[other] { $count } piezas
} de tu rival.
hint-reason-threatens-cover = Amenaza con { $then }, que capturaría { $height ->
    [one] la pieza
   *[other] la pila de { $height } piezas
} en { $space }.
hint-reason-rescues = En el próximo turno podrían capturar tu { $height ->
    [one] pieza
   *[other] pila de { $height } piezas
} de { $space }. Después de esta jugada, no.
hint-reason-secure = En el próximo turno nadie puede capturar { $height ->
    [one] la pieza
   *[other] la pila de { $height } piezas
} en { $space }.
hint-reason-stuck = Después, { $count ->
    [one] una pila de tu rival ya no puede
   *[other] { $count } pilas de tu rival ya no pueden
} moverse.
hint-reason-frees = Libera { $count ->
    [one] una de tus pilas, que no podía
   *[other] { $count } de tus pilas, que no podían
} moverse.
hint-reason-takes = Captura la pieza de tu rival en { $space }.
hint-reason-leaves-fewer = Reduce las jugadas de tu rival de { $before } a { $count }.
hint-reason-keeps-moves = Te { $count ->
    [one] queda una jugada
   *[other] quedan { $count } jugadas
}; con la mayoría de las otras te quedarían menos.
hint-reason-by-red = { $count ->
    [one] Queda junto a una pieza DVONN, a diferencia de la mayoría de las casillas libres.
   *[other] Queda junto a { $count } piezas DVONN, más que la mayoría de las casillas libres.
}
hint-reason-touches = { $count ->
    [one] Toca una pieza de tu rival, y quizá pueda capturarla más adelante.
   *[other] Toca { $count } piezas de tu rival, y quizá pueda capturarlas más adelante.
}
hint-reason-edge = En el borde podrá moverse en cuanto se llene el tablero.
hint-reason-near-red = Queda a { $count ->
    [one] un paso
   *[other] { $count } pasos
} de la pieza DVONN más cercana, menos que la mayoría de las casillas libres.
hint-reason-far-red = Queda a { $count ->
    [one] un paso
   *[other] { $count } pasos
} de la pieza DVONN más cercana, más que la mayoría de las casillas libres.
hint-reason-red-apart = Queda a { $count ->
    [one] un paso
   *[other] { $count } pasos
} de la pieza DVONN más cercana; { $other } quedaría más cerca.
hint-reason-red-together = Queda a { $count ->
    [one] un paso
   *[other] { $count } pasos
} de la pieza DVONN más cercana; { $other } quedaría más lejos.
hint-reason-beside-red = Queda junto a { $count ->
    [one] una pieza DVONN
   *[other] { $count } piezas DVONN
}; { $other } quedaría junto a menos.
hint-reason-at-edge = En el borde podrá moverse en cuanto se llene el tablero; en { $other } quedaría encerrada.
hint-reason-empty = Con el tablero vacío, casi todas las casillas valen lo mismo: lo que cuenta es a qué distancia quedan entre sí las piezas DVONN.
mistake-allows-cut = Permite que **{ $reply }** aísle { $count ->
    [one] una pieza
   *[other] { $count } piezas
}.
mistake-allows-cover = Permite que **{ $reply }** capture { $height ->
    [one] la pieza
   *[other] la pila de { $height } piezas
} en { $space }.
mistake-misses-cut = **{ $best }** aislaba { $count ->
    [one] una pieza
   *[other] { $count } piezas
} del rival.
mistake-misses-cover = **{ $best }** capturaba { $height ->
    [one] la pieza
   *[other] la pila de { $height } piezas
} en { $space }.
mistake-fewer-moves = { $count ->
    [0] No deja ninguna jugada
    [one] Deja una jugada
   *[other] Deja { $count } jugadas
} para el turno siguiente; **{ $best }** habría dejado { $instead ->
    [one] una
   *[other] { $instead }
}.
mistake-far-from-red = Está a { $count ->
    [one] un paso
   *[other] { $count } pasos
} de la pieza DVONN más cercana; **{ $best }** estaba más cerca.
mistake-near-red = Está a solo { $count ->
    [one] un paso
   *[other] { $count } pasos
} de la pieza DVONN más cercana; **{ $best }** estaba más lejos.

## Lecciones: cada una tiene un título, lo que hay que hacer y lo que enseña una vez hecha

lesson-move = Se trata de apilar. Una pieza sola avanza una casilla, siempre encima de otra pieza y nunca a una casilla vacía. **Mueve** una de tus piezas blancas.
    .title = Apilar
    .done = La pila es tuya, porque tu pieza está encima.
lesson-height = Una pila avanza en línea recta exactamente tantas casillas como piezas tiene. Mueve **tu pila de tres**.
    .title = Tan lejos como alta
    .done = Tres piezas, tres casillas. Por el camino pasa por encima de todo, pero tiene que caer sobre una pieza.
lesson-own = Una pila es de quien tiene su pieza encima. Quédate con la pila de **cuatro** de tu rival.
    .title = Encima
    .done = Ahora las cinco piezas cuentan para ti, sean del color que sean.
lesson-linked = Toda pila tiene que estar en contacto con una pieza roja, directamente o a través de otras; lo que no lo está sale del tablero. Mueve **sin perder** ninguna de tus piezas.
    .title = En contacto
    .done = Todo lo tuyo sigue en contacto. Antes de mover, mira qué depende de la pieza que quitas.
lesson-red = Una pieza roja sola no se mueve, pero dentro de una pila va con ella, y esa pila nunca pierde el contacto. Quédate con **una pieza roja**.
    .title = Piezas rojas
    .done = Esta pila lleva su propia pieza roja, así que nadie puede aislarla.
lesson-cut-off = Ahora al revés: mueve de modo que pierdan el contacto las piezas **de tu rival** y no las tuyas.
    .title = Aislar
    .done = Las piezas de tu rival han salido del tablero para siempre.
lesson-pass = Si no tienes jugada, pasas, y más tarde quizá puedas volver a mover. Deja a tu rival **sin jugada**.
    .title = Pasar
    .done = Tu rival tiene que pasar y te toca otra vez. Cuando nadie puede mover, gana quien controla más piezas.

## Lo que hace una jugada en vez de lo que pide su lección

lesson-miss-height-other = Mueve { $count ->
    [one] una pieza sola, una casilla
   *[other] una pila de { $count }, { $count } casillas
}.
lesson-miss-owns-nothing = No le quita ninguna pila a tu rival.
lesson-miss-owns-fewer = Le quita a tu rival { $count ->
    [one] una pieza sola
   *[other] una pila de { $count }
}, pero hay una de { $more }.
lesson-miss-no-red = No te da ninguna pieza roja.
lesson-miss-loses-own = Te cuesta { $count ->
    [one] una pieza que ya no está
   *[other] { $count } piezas que ya no están
} en contacto con una roja.
lesson-miss-cuts-nothing = Todas las piezas de tu rival siguen en contacto.
lesson-miss-can-move = Tu rival todavía puede mover, por ejemplo **{ $reply }**.
lesson-miss-cuts-fewer = Solo aísla { $count ->
    [one] una pieza
   *[other] { $count } piezas
}, pero hay una jugada que aísla { $more }.
lesson-miss-not-won = Tu rival responde **{ $reply }** y ya no puedes forzar la victoria a tiempo.
lesson-miss-not-won-end = Termina la partida, pero no la ganas.

## Problemas: cómo se llama cada tipo y qué pide

puzzle-win = Encuentra la única jugada que **gana la partida**, haga lo que haga tu rival.
    .title = Ganar el final
puzzle-cut = **Aísla** { $count ->
    [one] una pieza
   *[other] { $count } piezas
} de tu rival y ninguna tuya.
    .title = Aislar
puzzle-pass = Deja a tu rival **sin jugada**.
    .title = Sin jugadas
