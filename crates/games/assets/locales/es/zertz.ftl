# Texts for ZÈRTZ only. The values are names of cells, moves and numbers.

## Author and rules

author = Kris Burm (el proyecto GIPF)
rules =
    {"**"}ZÈRTZ** — un tablero de anillos que encoge y unas canicas que son de ambos jugadores.
    En tu turno, **coloca** una canica de la reserva, del color que quieras, en un anillo vacío y después **quita** un anillo vacío que pueda salir deslizándose (con dos lados contiguos libres). Se escribe `Wd4,a1`: el color (W blanca, G gris, B negra), el anillo y el anillo que quitas. Si no se puede quitar ningún anillo, solo coloca: `Wd4`.
    Si una canica puede saltar sobre otra contigua y caer en un anillo vacío detrás de ella, **tienes que capturar** en vez de colocar, y seguir mientras esa canica pueda: `g5xe3xc3`. Tú eliges qué captura haces.
    Si en tu turno aíslas un grupo sin anillos vacíos, o llenas un grupo aislado, te llevas sus canicas y anillos (con *captura opcional de grupos aislados*, añade `~` para dejarlos).
    {"**"}Ganas** con 3 canicas de cada color, 4 blancas, 5 grises o 6 negras (blitz: 2 de cada color, 3, 4 o 5), o si ocupas el último anillo vacío. Cuando la reserva está vacía, colocas tus canicas capturadas. Si una posición sale por tercera vez, hay empate.

## Game setups

setup-variant = { $value ->
    [blitz] blitz (37 anillos, menos canicas, objetivos más bajos)
   *[other] { $value } anillos
}
setup-claims-automatic = captura automática de grupos aislados
setup-claims-optional = captura opcional de grupos aislados

## Command options

option-claims =
    .name = grupos-aislados
    .former = reclamaciones
    .challenge = ZÈRTZ: ¿los grupos aislados se capturan siempre o solo cuando se quiere?
    .play = ZÈRTZ: ¿los grupos aislados se capturan siempre o solo cuando se quiere?

## Whose turn it is

turn = { $player }, te toca.
turn-must-capture = { $value ->
    [one] Tienes que capturar.
   *[other] Tienes que capturar: puedes elegir entre { $value } capturas.
}

## Questions while a move is picked

question-marble = ¿Qué canica colocas?
question-ring-white = ¿Dónde colocas la canica blanca?
question-ring-grey = ¿Dónde colocas la canica gris?
question-ring-black = ¿Dónde colocas la canica negra?
question-removed = ¿Qué anillo quitas?
question-claim = ¿Te llevas el grupo que aíslas?
question-jumper = Tienes que capturar. ¿Qué canica salta?
question-landing = ¿Dónde cae ahora la canica?

## Menu choices

pick-white = blanca
pick-grey = gris
pick-black = negra
pick-claim = llevarme el grupo
pick-decline = dejar el grupo
pick-pass = pasar

## Piece names and counts

kind-white = blanca
kind-grey = gris
kind-black = negra
pieces-white = { $count ->
    [one] 1 canica blanca
   *[other] { $count } canicas blancas
}
pieces-grey = { $count ->
    [one] 1 canica gris
   *[other] { $count } canicas grises
}
pieces-black = { $count ->
    [one] 1 canica negra
   *[other] { $count } canicas negras
}

## Results

result-win-goal = { $winner } gana a { $loser } con { $goal ->
    [white] { $count } canicas blancas
    [grey] { $count } canicas grises
    [black] { $count } canicas negras
   *[each] { $count } canicas de cada color
}.
result-win-filled = { $winner } gana a { $loser }: ha ocupado el último anillo vacío.

## Why a game was lost, in the words of the bot that won it

defeat-given = De las { $all } canicas que capturé saltando, { $count } { $count ->
    [one] solo se podía capturar
   *[other] solo se podían capturar
} por la canica que acababas de colocar.
turned-capture = La canica que colocaste me permitió capturar { $marbles }.
turned-sacrifice = Dejé que te llevaras { $given } y a cambio me llevé { $marbles }: un sacrificio.
turned-missed = Se te escapó **{ $best }**, que gana { $marbles }.

## Board descriptions for players who cannot see the picture

fact-white = Canicas blancas: { $value ->
    [none] ninguna
   *[other] { $value }
}.
fact-grey = Canicas grises: { $value ->
    [none] ninguna
   *[other] { $value }
}.
fact-black = Canicas negras: { $value ->
    [none] ninguna
   *[other] { $value }
}.
fact-vacant = Anillos vacíos: { $value ->
    [none] ninguno
   *[other] { $value }
}.
fact-pool = Reserva (blancas/grises/negras): { $value }.
fact-first = Capturas de quien empezó: { $value }.
fact-second = Capturas de quien juega en segundo lugar: { $value }.

## What is on a cell of the board

cell-white = { $cell }, canica blanca
cell-grey = { $cell }, canica gris
cell-black = { $cell }, canica negra
cell-vacant = { $cell }, anillo vacío
cell-other = { $cell }, sin anillo

## Pictures that explain the rules: each has a title and a caption with numbers

example-placing = Coloca una canica (1) y después quita un anillo vacío (2).
    .title = Colocar
example-removing = Solo puedes quitar anillos del borde que salgan deslizándose: los rojos.
    .title = Anillos que se pueden quitar
example-capturing = Tres capturas posibles. Con la 1, la canica tiene que seguir y captura dos; puede cambiar de dirección.
    .title = Capturar
example-captured = Las canicas sobre las que saltó la captura 1 ya no están.
    .title = Después de la captura
example-claiming = Sin el anillo 1, la canica blanca de 2 queda aislada y sin anillos vacíos: se captura con su anillo.
    .title = Aislar un grupo
example-boards = 40 anillos con los 1; 43, con 1 y 2; 44, con 1 y 3; 48, con todos los que se ven.
    .title = Tableros más grandes

## Rejected moves, and what to do instead

refusal-over = La partida ha terminado.
refusal-unreadable = No entiendo la jugada { $text }. Escribe Wd4,a1 para colocar y quitar, o g5xe3 para capturar.
refusal-not-a-ring = { $ring } no es un anillo de este tablero.
refusal-gone = El anillo { $ring } ya no está en el tablero.
refusal-must-capture = Tienes que capturar: { $count ->
    [one] hay una captura posible
   *[other] hay { $count } capturas posibles
}.
refusal-must-capture-this = Tienes que capturar, y solo puedes con { $capture }.
refusal-must-pass = No te queda ninguna canica que colocar: solo puedes pasar.
refusal-must-place = No puedes pasar: tienes una canica que colocar.
refusal-no-marble = No queda ninguna canica { $marble } por colocar.
refusal-taken = Ese anillo está ocupado: hay una canica en { $ring }.
refusal-remove-taken = No puedes quitar el anillo { $ring }: tiene una canica encima.
refusal-cannot-slide = No puedes quitar el anillo { $ring }: no tiene libres dos lados contiguos.
refusal-must-remove = También tienes que quitar un anillo, por ejemplo { $ring }.
refusal-nothing-to-decline = No hay ningún grupo aislado que dejar: quita la ~.
refusal-no-jumper = En { $ring } no hay ninguna canica con la que saltar.
refusal-not-a-jump = De { $from } a { $to } no es un salto: se salta en línea recta sobre un anillo hasta el siguiente.
refusal-nothing-jumped = En { $ring } no hay ninguna canica sobre la que saltar.
refusal-landing-taken = No puedes caer en { $ring }: hay una canica.
refusal-goes-on = La captura tiene que seguir desde { $ring }.

## Hints: where to look, which piece, and why

hint-look-must-capture = Tienes que capturar, y { $count ->
    [one] hay una captura posible
   *[other] hay { $count } capturas posibles
}.
hint-look-isolate = Puedes llevarte canicas sin saltar.
hint-look-give = Si sacrificas una canica, puedes ganar más.
hint-look-threat = Tu rival amenaza con llevarse { $marbles }.
hint-look-ask-force = ¿Cómo podrías obligar a tu rival a capturar?
hint-look-ask-gains = ¿Puedes preparar una captura que tu rival no pueda aprovechar antes?
hint-look-ask-quiet = ¿Dónde puedes colocar una canica sin regalar nada?
hint-look-ask-safe = ¿Cómo puedes dejar a tu rival pocos anillos seguros?
hint-look-ask-colour = ¿Qué color le sirve menos a tu rival?
hint-look-ask-lines = ¿Dónde sería difícil saltar por encima de una canica?
hint-look-ask-ring = ¿Qué anillo conviene quitar?
hint-piece-marble = Coloca una canica { $marble }.
hint-piece-jumper = Captura con la canica de { $ring }.
hint-reason-goal = Con { $marbles } alcanzas el objetivo.
hint-reason-goal-each = Con { $count } canicas de cada color alcanzas el objetivo.
hint-reason-fills = Ocupas el último anillo vacío.
hint-reason-captures = Captura { $marbles }.
hint-reason-captures-less = Captura { $marbles }; { $other } capturaría { $more }, pero al final vale menos.
hint-reason-isolates = Se lleva { $marbles } de un grupo sin anillos vacíos.
hint-reason-gives = Obliga a tu rival a llevarse { $given }; luego puedes llevarte { $marbles }, por ejemplo con { $then }.
hint-reason-gives-isolates = Obliga a tu rival a llevarse { $given }; luego aíslas un grupo con { $then } y te llevas { $marbles }.
hint-reason-combination = Tu rival tiene que capturar primero; en la mejor línea te llevas { $marbles } y tu rival, { $given }.
hint-reason-forces = Obliga a { $reply }, que se lleva { $marbles }; después puedes jugar { $then }.
hint-reason-forces-some = { $count ->
    [one] Tu rival tiene que capturar con { $reply }, y después puedes jugar { $then }.
   *[other] Tu rival tiene que capturar y puede hacerlo de { $count } maneras; la mejor es { $reply }, y después puedes jugar { $then }.
}
hint-reason-exchange = En la mejor línea que veo, te llevas { $marbles } y tu rival, { $given }.
hint-reason-stops = Así impides { $threat }, con la que tu rival se llevaría { $marbles }.
hint-reason-landing = Sin el anillo { $ring }, nadie puede caer allí tras saltar sobre la canica de { $marble }.
hint-reason-safe = A tu rival { $count ->
    [0] no le queda ningún anillo
    [one] le queda un solo anillo
   *[other] le quedan { $count } anillos
} donde colocar sin sacrificar una canica.
hint-reason-gains = En la mejor línea que veo, luego te llevas { $marbles }.
hint-reason-gains-more = En la mejor línea que veo, luego te llevas { $marbles } y tu rival, { $given }.
hint-reason-quiet = No le da a tu rival nada que capturar, a diferencia de la mayoría de las otras jugadas.
hint-reason-fewer-safe = Reduce los anillos donde tu rival puede colocar sin riesgo de { $before } a { $count }.
hint-reason-far-colour = Tu rival todavía necesita { $marbles }, más que de ningún otro color: este es el que menos le sirve.
hint-reason-alone = Junto a { $ring } no hay ninguna canica, así que nadie puede saltar por encima en el próximo turno.
hint-reason-lines = { $count ->
    [0] Por encima de una canica en { $ring } no se puede saltar; en la mayoría de los anillos libres, sí.
    [one] Por encima de una canica en { $ring } solo se puede saltar en una línea, menos que en la mayoría de los anillos libres.
   *[other] Por encima de una canica en { $ring } solo se puede saltar en { $count } líneas, menos que en la mayoría de los anillos libres.
}
hint-reason-shelters = Sin el anillo { $ring } hay una línea menos para saltar por encima de la canica de { $marble }.
hint-reason-calm = Todavía no hay nada que capturar, y a tu rival { $count ->
    [one] le queda un anillo
   *[other] le quedan { $count } anillos
} donde colocar sin riesgo.
hint-reason-otherwise = Con { $other }, en cambio, tu rival se llevaría { $marbles }.
mistake-allows = Permite que el rival se lleve { $marbles }, empezando por **{ $reply }**.
mistake-allows-for = Permite que el rival se lleve { $marbles } a cambio de { $given }, empezando por **{ $reply }**.
mistake-misses = **{ $best }** ganaba { $marbles }.
mistake-gives-safe = Deja al rival { $count ->
    [one] un anillo
   *[other] { $count } anillos
} donde colocar sin riesgo; **{ $best }** { $fewer ->
    [0] no le dejaba ninguno
    [one] le dejaba solo uno
   *[other] le dejaba solo { $fewer }
}.
mistake-forces = La mejor respuesta es **{ $reply }**, que obliga a **{ $capture }**.

## Lecciones: cada una tiene un título, lo que hay que hacer y lo que enseña una vez hecha

lesson-place = Un turno tiene dos partes: pon una canica de cualquier color en un anillo libre y luego retira un anillo libre del borde.
    .title = Poner y retirar
    .done = Una canica más, un anillo menos: el tablero se encoge en cada turno. Las canicas son de los dos.
lesson-capture = Una canica salta por encima de su vecina al anillo libre que está justo detrás, y te quedas con la canica saltada. Captura la canica **blanca**.
    .title = Capturar
    .done = La canica blanca es tuya. Si puedes capturar, tienes que hacerlo: en este turno no podías hacer otra cosa, y a tu rival le pasa lo mismo.
lesson-chain = Una canica sigue saltando mientras pueda, y puede cambiar de dirección. Captura **tres canicas** en un solo turno.
    .title = Saltos en cadena
    .done = Tres canicas en un turno. Cuando hay varias capturas, elige la que te convenga.
lesson-safe = Ahora piensa en lo que viene después: pon una canica de modo que tu rival **no pueda capturar nada**.
    .title = No regalar nada
    .done = Tu rival no puede capturar nada. Dos canicas juntas corren peligro cuando hay un anillo libre detrás de una de ellas.
lesson-give = Capturar es obligatorio, también para tu rival. Regala una canica de modo que después puedas capturar **dos**.
    .title = Dar una para ganar dos
    .done = Tu rival tiene que capturar y luego tú capturas dos. Así se gana en ZÈRTZ: decides lo que tu rival tiene que hacer.
lesson-isolate = Cuando una parte del tablero queda separada y tiene una canica en cada anillo, te llevas todas sus canicas. **Aísla** la gris y la blanca: pon una canica donde quieras y retira el anillo adecuado.
    .title = Aislar un grupo
    .done = Las dos canicas son tuyas sin saltar.
lesson-win = Ganas con 4 canicas blancas, 5 grises, 6 negras o 3 de cada color. Tienes tres blancas: **gana** ahora.
    .title = Ganar
    .done = Es la cuarta canica blanca: ganas.

## Lo que hace una jugada en vez de lo que pide su lección

lesson-miss-captures-other = Captura { $marbles }. Te quedas con la canica saltada, no con la que salta.
lesson-miss-captures-fewer = Solo captura { $marbles }. Puedes capturar { $count ->
    [one] una canica
   *[other] { $count } canicas
}.
lesson-miss-captures-nothing = No captura nada.
lesson-miss-allows = Entonces tu rival puede capturar { $marbles } con **{ $reply }**.
lesson-miss-not-forced = Entonces tu rival no tiene nada que capturar, así que nada le obliga.
lesson-miss-gives = Tu rival captura { $given } con **{ $reply }**, y luego no hay nada que puedas capturar.
lesson-miss-gives-too-much = Tu rival captura { $given } con **{ $reply }**, y luego puedes capturar como mucho { $marbles }.
lesson-miss-whole = El tablero sigue siendo una sola pieza: no queda nada aislado.
lesson-miss-open-part = Una parte queda separada, pero su anillo **{ $ring }** está libre, así que sigue en juego.
lesson-miss-no-goal = Captura { $marbles }, y con eso aún no alcanzas ningún objetivo.
lesson-miss-not-won = Tu rival responde **{ $reply }** y ya no puedes forzar la victoria a tiempo.
lesson-miss-not-won-end = Termina la partida, pero no la ganas.

## Problemas: cómo se llama cada tipo y qué pide

puzzle-win = { $count ->
    [one] **Gana** en este turno.
   *[other] **Gana** en { $count } turnos tuyos como mucho, haga lo que haga tu rival.
}
    .title = Ganar
puzzle-most = Captura { $count ->
    [one] **una canica**
   *[other] **{ $count } canicas**
} en este turno.
    .title = Capturar lo máximo
puzzle-safe = No le dejes a tu rival **nada que capturar**.
    .title = No regalar nada
puzzle-give = Obliga a tu rival a capturar de modo que luego puedas capturar { $count ->
    [one] **una canica**
   *[other] **{ $count } canicas**
}, y más de las que se lleve tu rival.
    .title = Sacrificio
puzzle-isolate = Llévate canicas **aislando** un grupo.
    .title = Aislar un grupo
