# Textos solo para ZÈRTZ. Los valores son nombres de casillas, jugadas y números.

## Autor y reglas

author = Kris Burm (el proyecto GIPF)
rules =
    {"**"}ZÈRTZ** — un tablero de anillos que se hace más pequeño y canicas que pertenecen a ambos jugadores.
    En tu turno, **coloca** una canica de cualquier color de la reserva en un anillo vacío y después **quita** un anillo vacío que se pueda sacar deslizándolo (dos lados contiguos libres). Se escribe `Wd4,a1`: el color (W blanca, G gris, B negra), el anillo y el anillo que quitas. Si no se puede quitar ningún anillo, solo coloca: `Wd4`.
    Si una canica puede saltar sobre otra contigua hasta un anillo vacío detrás de ella, **tienes que capturar** en vez de colocar, y seguir mientras esa canica pueda: `g5xe3xc3`. Tú eliges qué captura haces.
    Si en tu turno aíslas un grupo sin anillos vacíos, o llenas un grupo aislado, te llevas sus canicas y anillos (con *reclamaciones opcionales*, añade `~` para dejarlos).
    {"**"}Ganas** con 3 canicas de cada color, 4 blancas, 5 grises o 6 negras (blitz: 2 de cada color, 3, 4 o 5), o al ocupar el último anillo vacío. Cuando la reserva está vacía, colocas tus canicas capturadas. Una posición que se da por tercera vez es empate.

## Opciones de la partida

setup-variant = { $value ->
    [blitz] blitz (37 anillos, menos canicas, objetivos más bajos)
   *[other] { $value } anillos
}
setup-claims-automatic = reclamaciones automáticas
setup-claims-optional = reclamaciones opcionales

## Opciones de los comandos

option-claims =
    .name = reclamaciones
    .challenge = ZÈRTZ: si los grupos aislados se capturan siempre o a elección
    .play = ZÈRTZ: si los grupos aislados se capturan siempre o a elección

## A quién le toca

turn = { $player }, te toca.

## Menús

pick-white = blanca
pick-grey = gris
pick-black = negra
pick-claim = llevarse el grupo
pick-decline = dejar el grupo
pick-pass = pasar

## Nombres y cantidades de piezas

kind-white = blanca
kind-grey = gris
kind-black = negra
pieces-white = { $count ->
    [one] una canica blanca
   *[other] { $count } canicas blancas
}
pieces-grey = { $count ->
    [one] una canica gris
   *[other] { $count } canicas grises
}
pieces-black = { $count ->
    [one] una canica negra
   *[other] { $count } canicas negras
}

## Resultados

result-win-goal = { $winner } gana a { $loser } al alcanzar un objetivo.
result-win-filled = { $winner } gana a { $loser } al ocupar el último anillo vacío.

## Descripciones del tablero para quien no ve la imagen

fact-white = Canicas blancas: { $value }.
fact-grey = Canicas grises: { $value }.
fact-black = Canicas negras: { $value }.
fact-vacant = Anillos vacíos: { $value }.
fact-pool = Reserva (blancas/grises/negras): { $value }.
fact-first = Capturas de quien empezó: { $value }.
fact-second = Capturas de quien juega en segundo lugar: { $value }.

## Imágenes que explican las reglas: cada una con título y pie con números

example-placing = Coloca una canica (1) y después quita un anillo libre (2).
    .title = Colocar
example-removing = Solo se pueden quitar los anillos del borde que salen deslizándose: los amarillos.
    .title = Anillos que se pueden quitar
example-capturing = Tres capturas posibles. Con la 1 la canica debe seguir y toma dos; se puede girar.
    .title = Capturar
example-captured = Tras la captura 1: las canicas sobre las que se saltó ya no están.
    .title = Después de la captura
example-claiming = Sin el anillo 1, la canica blanca de 2 queda aislada sin anillos vacíos: se captura con su anillo.
    .title = Aislar un grupo
example-boards = Tableros mayores: 40 anillos con los 1, 43 con 1 y 2, 44 con 1 y 3, 48 con todos.
    .title = Tableros mayores

## Jugadas rechazadas y qué hacer

refusal-over = La partida ha terminado.
refusal-unreadable = { $text } no es el texto de una jugada. Escribe Wd4,a1 para colocar y quitar, g5xe3 para capturar.
refusal-not-a-ring = { $ring } no es un anillo de este tablero.
refusal-gone = El anillo { $ring } ya no está en el tablero.
refusal-must-capture = Tienes que capturar: hay { $count } capturas posibles.
refusal-must-capture-this = Tienes que capturar: solo es posible { $capture }.
refusal-must-pass = No tienes ninguna canica que colocar, así que solo puedes pasar.
refusal-must-place = Puedes colocar una canica, así que no puedes pasar.
refusal-no-marble = No queda ninguna canica { $marble } que colocar.
refusal-taken = Ese anillo está ocupado: hay una canica en { $ring }.
refusal-remove-taken = No se puede quitar el anillo { $ring }: tiene una canica encima.
refusal-cannot-slide = No se puede sacar el anillo { $ring }: no tiene libres dos lados contiguos.
refusal-must-remove = También tienes que quitar un anillo, por ejemplo { $ring }.
refusal-nothing-to-decline = No hay ninguna reclamación a la que renunciar: quita la ~.
refusal-no-jumper = No hay ninguna canica en { $ring } con la que saltar.
refusal-not-a-jump = De { $from } a { $to } no es un salto: se salta en línea recta sobre un anillo hasta el siguiente.
refusal-nothing-jumped = No hay ninguna canica en { $ring } sobre la que saltar.
refusal-landing-taken = El salto no puede terminar en { $ring }: hay una canica.
refusal-goes-on = La captura tiene que seguir desde { $ring }.

## Pistas: dónde mirar, qué pieza y por qué

hint-look-must-capture = Tienes que capturar, y hay { $count } capturas posibles.
hint-look-isolate = Puedes llevarte canicas sin saltar.
hint-look-give = Entregar una canica puede darte más.
hint-look-threat = Tu rival amenaza con llevarse { $marbles }.
hint-piece-marble = Coloca una canica { $marble }.
hint-piece-jumper = Captura con la canica de { $ring }.
hint-reason-goal = El objetivo se alcanza con { $marbles }.
hint-reason-goal-each = El objetivo se alcanza con { $count } canicas de cada color.
hint-reason-fills = Se ocupa el último anillo vacío.
hint-reason-captures = Captura { $marbles }.
hint-reason-captures-less = Captura { $marbles }; { $other } capturaría { $more }, pero al final vale menos.
hint-reason-isolates = Se lleva { $marbles } de un grupo sin anillos vacíos.
hint-reason-gives = Tu rival tiene que llevarse { $given }, y luego puedes llevarte { $marbles }, por ejemplo con { $then }.
hint-reason-gives-isolates = Tu rival tiene que llevarse { $given }, y luego { $then } aísla { $marbles } para ti.
hint-reason-combination = Tu rival tiene que capturar primero; en la mejor variante te llevas { $marbles }, y tu rival { $given }.
hint-reason-stops = Evita { $threat }, que se llevaría { $marbles }.
hint-reason-landing = Sin el anillo { $ring }, nadie puede caer allí al saltar sobre la canica de { $marble }.
hint-reason-safe = A tu rival le { $count ->
    [one] queda un solo anillo
   *[other] quedan { $count } anillos
} donde colocar sin entregar una canica.
hint-reason-otherwise = Tras { $other }, en cambio, tu rival se llevaría { $marbles }.
