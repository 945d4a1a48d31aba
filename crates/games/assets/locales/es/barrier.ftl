# Texts for Barrier only. The values are names of cells, moves and numbers.

## Author and rules

author = Karl Scherer
rules =
    {"**"}Barrier** — dos caballos que bloquean todas las casillas por las que pasan.
    Primero las blancas y luego las negras colocan su caballo en una casilla vacía: `e4`. Después, por turnos, cada caballo **recorre** una L como en el ajedrez: dos casillas en línea recta y una de lado, o una en línea recta y dos de lado. Los dos recorridos que llevan a la misma casilla son jugadas distintas; escribe origen, esquina y destino: `b1b3c3` o `b1c1c3`.
    La casilla que deja el caballo y las casillas por las que pasa quedan bloqueadas para siempre. Un recorrido no puede tocar casillas bloqueadas ni el otro caballo.
    {"**"}Pierde quien no puede mover.**

## Game setups

setup-variant = { $value }×{ $value } casillas

## Whose turn it is

turn = { $player }, te toca con { $seat ->
    [1] blancas
   *[other] negras
}.

## Questions while a move is picked

question-square = ¿Dónde colocas tu caballo?
question-target = ¿Adónde va tu caballo?
question-corner = ¿Por qué esquina va a { $last }?

## Results

result-win-blocked = { $winner } gana: { $loser } no puede mover.

## Why a game was lost, in the words of the bot that won it

defeat-fewer-walks = Después del turno { $turn } siempre tuve más recorridos que tú.
turned-last-walk = Mi respuesta dejó tu caballo sin recorridos.
turned-few-walks = Mi respuesta dejó a tu caballo { $count ->
    [one] un recorrido
   *[other] { $count } recorridos
}; antes de tu jugada tenía { $before }.

## Board descriptions for players who cannot see the picture

fact-size = Casillas por lado: { $value }.
fact-white = Caballo blanco: { $value ->
    [none] ninguno
   *[other] { $value }
}.
fact-black = Caballo negro: { $value ->
    [none] ninguno
   *[other] { $value }
}.
fact-blocked = Casillas bloqueadas: { $value ->
    [none] ninguna
   *[other] { $value }
}.
fact-walks = Casillas a las que puede ir quien mueve: { $value ->
    [none] ninguna
   *[other] { $value }
}.

## What is on a cell of the board

cell-white = { $cell }, caballo blanco
cell-black = { $cell }, caballo negro
cell-blocked = { $cell }, bloqueada
cell-other = { $cell }, libre

## Pictures that explain the rules: each has a title and a caption with numbers

example-walking = Dos recorridos de b2 a c4: el 1 se escribe b2b4c4 y el 2, b2c2c4. Bloquean casillas distintas.
    .title = Mover el caballo
example-blocking = Tras b2b4c4 quedan bloqueadas las casillas amarillas: donde estaba el caballo y por donde pasó.
    .title = Casillas bloqueadas
example-ending = El caballo negro, en amarillo, no tiene ningún recorrido: ganan las blancas.
    .title = El final

## Rejected moves, and what to do instead

refusal-over = La partida ha terminado.
refusal-unreadable = No entiendo la jugada { $text }. Escribe e4 para colocar el caballo, o b1b3c3 (origen, esquina, destino) para moverlo.
refusal-not-a-square = { $square } no es una casilla de este tablero.
refusal-must-place = Tu caballo aún no está en el tablero: elige una casilla vacía.
refusal-must-walk = Tu caballo ya está en el tablero: escribe origen, esquina y destino, como en b1b3c3.
refusal-taken = Esa casilla está ocupada: el otro caballo está en { $square }.
refusal-not-your-knight = Tu caballo está en { $knight }, no en { $square }.
refusal-not-an-l = { $from }, { $corner }, { $to } no es una L de caballo: dos casillas en línea recta y una de lado, o una en línea recta y dos de lado.
refusal-two-walks = Hay dos recorridos: escribe { $one } o { $other }.
refusal-blocked = Por ahí no puedes pasar: { $square } está bloqueada.
refusal-knight-in-the-way = Por ahí no puedes pasar: el otro caballo está en { $square }.

## Hints: where to look, which piece, and why

hint-look-separate = Puedes dejar los caballos separados para siempre.
hint-look-few = Puedes dejar a tu rival { $count ->
    [one] un solo recorrido
   *[other] { $count } recorridos
}.
hint-look-ask-fewer = ¿Cómo puedes dejar menos recorridos a tu rival?
hint-look-ask-room = ¿Qué recorrido deja a tu caballo más espacio que al de tu rival?
hint-look-ask-open = ¿Desde qué casilla tiene tu caballo más recorridos?
hint-piece-target = Ve a { $square }.
hint-reason-shuts-in = A tu rival no le queda ningún recorrido.
hint-reason-trap = De los { $all } recorridos de tu rival, solo { $count ->
    [one] uno gana
   *[other] { $count } ganan
}; con cualquier otro ganas tú.
hint-reason-separates = Separa los caballos para siempre. Recorridos que quedan: { $mine } para ti, { $theirs } para tu rival.
hint-reason-leaves = A tu rival le { $count ->
    [one] queda un solo recorrido
   *[other] quedan { $count } recorridos
}.
hint-reason-leaves-fewer = Reduce los recorridos de tu rival de { $before } a { $count }.
hint-reason-room = Tu caballo todavía puede llegar a { $mine ->
    [one] una casilla
   *[other] { $mine } casillas
} y el de tu rival, a { $theirs }.
hint-reason-opens = Desde { $square } tu caballo tiene { $count ->
    [one] un recorrido
   *[other] { $count } recorridos
}; desde la mayoría de las casillas tendría menos.
hint-reason-more-walks = Después, tu caballo tendría { $mine ->
    [one] un recorrido
   *[other] { $mine } recorridos
} y el de tu rival, { $theirs }.
mistake-easy-to-win = Respuestas que ganan: { $count } de { $all }; después de **{ $best }**: { $fewer } de { $instead }.
mistake-loses-sooner = El rival puede ganar en { $turns ->
    [one] un turno
   *[other] { $turns } turnos
}; después de **{ $best }** necesitaría { $more }.
mistake-shut-in = Después de **{ $reply }**, el caballo se queda sin recorridos.
mistake-few-walks = Después de **{ $reply }**, al caballo le { $count ->
    [one] queda un solo recorrido
   *[other] quedan solo { $count } recorridos
}.
mistake-leaves-walks = Deja al rival { $count ->
    [one] un recorrido
   *[other] { $count } recorridos
}; **{ $best }** { $fewer ->
    [0] no le dejaba ninguno
    [one] le dejaba solo uno
   *[other] le dejaba solo { $fewer }
}.
mistake-less-room = El caballo puede llegar a { $mine ->
    [one] una casilla
   *[other] { $mine } casillas
} y el del rival, a { $theirs }; **{ $best }** conservaba más espacio.

## Lecciones: cada una tiene un título, lo que hay que hacer y lo que enseña una vez hecha

lesson-place = Primero cada cual pone un caballo en cualquier casilla. **Pon** el tuyo.
    .title = Poner
    .done = Luego tu rival pone el otro caballo, y se juega por turnos.
lesson-walk = Un caballo camina en L: dos casillas rectas y una al lado, o una recta y dos al lado. Ve a **d3**.
    .title = Dos recorridos
    .done = Dos recorridos llevan allí, por casillas distintas. La casilla que dejas y las dos por las que pasas quedan bloqueadas para siempre.
lesson-wall = Las casillas bloqueadas son un muro para los dos caballos, así que el recorrido importa tanto como su final. Bloquea **d4** pasando por ella.
    .title = El muro
    .done = Ya nadie puede pasar por d4 ni acabar allí.
lesson-leave = Cuantos menos recorridos tenga tu rival, antes se queda sin salida. Déjale **dos como mucho**.
    .title = Quitar espacio
    .done = A tu rival solo le quedan dos recorridos. Cuéntalos antes de cada jugada: los suyos y los tuyos.
lesson-last = Quien no puede moverse pierde. Deja a tu rival **sin recorrido**.
    .title = El último recorrido
    .done = Tu rival no puede moverse: ganas.
lesson-outlast = Ahora mira más lejos: encuentra el recorrido tras el que **el último siempre será tuyo**, haga lo que haga tu rival.
    .title = Aguantar más
    .done = Haga lo que haga, tu rival se queda antes sin recorridos.

## Lo que hace una jugada en vez de lo que pide su lección

lesson-miss-elsewhere = Lleva tu caballo a { $square }.
lesson-miss-not-blocked = Deja abierta la casilla { $square }.
lesson-miss-leaves-more = A tu rival aún { $count ->
    [one] le queda un recorrido
   *[other] le quedan { $count } recorridos
}; puedes dejarle { $fewer } como mucho.
lesson-miss-walks-left = Tu rival todavía puede moverse, por ejemplo **{ $reply }**.
lesson-miss-outlasted = Tu rival responde **{ $reply }** y entonces siempre puede hacer el último recorrido.

## Problemas: cómo se llama cada tipo y qué pide

puzzle-outlast = Encuentra el único recorrido tras el que **el último siempre será tuyo**, haga lo que haga tu rival.
    .title = Aguantar más
puzzle-leave = Déjale a tu rival { $count ->
    [one] **un recorrido** como mucho
   *[other] **{ $count } recorridos** como mucho
}.
    .title = Quitar espacio
puzzle-last = Deja a tu rival **sin recorrido**.
    .title = El último recorrido
