# Textos solo para Barrier. Los valores son nombres de casillas, jugadas y números.

## Autor y reglas

author = Karl Scherer
rules =
    {"**"}Barrier** — dos caballos que bloquean todas las casillas por las que pasan.
    Las blancas y después las negras colocan un caballo en una casilla vacía: `e4`. Luego, por turnos, cada caballo **recorre** una L como en el ajedrez: dos casillas rectas y una de lado, o una recta y dos de lado. Los dos caminos a la misma casilla son jugadas distintas y se escriben con origen, esquina y destino: `b1b3c3` o `b1c1c3`.
    La casilla que deja el caballo y las casillas por las que pasa quedan bloqueadas para siempre. El recorrido no puede tocar casillas bloqueadas ni el otro caballo.
    {"**"}Quien no puede mover pierde.**

## Opciones de la partida

setup-variant = { $value }×{ $value } casillas

## A quién le toca

turn = { $player }, te toca con { $seat ->
    [1] blancas
   *[other] negras
}.

## Resultados

result-win-blocked = { $winner } gana a { $loser }, que no puede mover.

## Descripciones del tablero para quien no ve la imagen

fact-size = Casillas por lado: { $value }.
fact-white = Caballo blanco: { $value }.
fact-black = Caballo negro: { $value }.
fact-blocked = Casillas bloqueadas: { $value }.

## Imágenes que explican las reglas: cada una con título y pie con números

example-walking = Dos caminos de b2 a c4: el 1 se escribe b2b4c4 y el 2, b2c2c4. Bloquean casillas distintas.
    .title = Caminar
example-blocking = Tras b2b4c4 quedan bloqueadas las casillas amarillas: donde estaba el caballo y por donde caminó.
    .title = Casillas bloqueadas
example-ending = El caballo negro, en amarillo, ya no puede caminar: ganan las blancas.
    .title = El final

## Jugadas rechazadas y qué hacer

refusal-over = La partida ha terminado.
refusal-unreadable = { $text } no es el texto de una jugada. Escribe e4 para colocar el caballo, b1b3c3 (origen, esquina, destino) para moverlo.
refusal-not-a-square = { $square } no es una casilla de este tablero.
refusal-must-place = Tu caballo aún no está en el tablero: indica una casilla vacía.
refusal-must-walk = Tu caballo ya está en el tablero: indica origen, esquina y destino, como en b1b3c3.
refusal-taken = Esa casilla está ocupada: el otro caballo está en { $square }.
refusal-not-your-knight = Tu caballo está en { $knight }, no en { $square }.
refusal-not-an-l = { $from }, { $corner }, { $to } no es un recorrido de caballo: dos casillas rectas y una de lado, o una y dos.
refusal-two-walks = Hay dos recorridos: escribe { $one } o { $other }.
refusal-blocked = El recorrido no está libre: { $square } está bloqueada.
refusal-knight-in-the-way = El recorrido no está libre: el otro caballo está en { $square }.

## Pistas: dónde mirar, qué pieza y por qué

hint-look-separate = Puedes separar los caballos para siempre.
hint-look-few = Puedes dejar a tu rival { $count ->
    [one] un solo recorrido
   *[other] { $count } recorridos
}.
hint-piece-target = Ve a { $square }.
hint-reason-shuts-in = A tu rival no le queda ningún recorrido.
hint-reason-separates = Separa los caballos para siempre: a ti te quedan { $mine } recorridos seguidos y a tu rival { $theirs }.
hint-reason-leaves = A tu rival le { $count ->
    [one] queda un solo recorrido
   *[other] quedan { $count } recorridos
}.
hint-reason-more-walks = Tu caballo podría elegir entonces entre { $mine } recorridos y el de tu rival entre { $theirs }.
