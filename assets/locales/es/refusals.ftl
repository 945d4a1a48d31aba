# Por qué las reglas rechazan una jugada y qué hacer en su lugar.

marble-white = blanca
marble-grey = gris
marble-black = negra

refusal-zertz-over = La partida ha terminado.
refusal-zertz-unreadable = { $text } no es el texto de una jugada. Escribe Wd4,a1 para colocar y quitar, g5xe3 para capturar.
refusal-zertz-not-a-ring = { $ring } no es un anillo de este tablero.
refusal-zertz-gone = El anillo { $ring } ya no está en el tablero.
refusal-zertz-must-capture = Tienes que capturar: hay { $count } capturas posibles.
refusal-zertz-must-capture-this = Tienes que capturar: solo es posible { $capture }.
refusal-zertz-must-pass = No tienes ninguna canica que colocar, así que solo puedes pasar.
refusal-zertz-must-place = Puedes colocar una canica, así que no puedes pasar.
refusal-zertz-no-marble = No queda ninguna canica { $marble } que colocar.
refusal-zertz-taken = Ese anillo está ocupado: hay una canica en { $ring }.
refusal-zertz-remove-taken = No se puede quitar el anillo { $ring }: tiene una canica encima.
refusal-zertz-cannot-slide = No se puede sacar el anillo { $ring }: no tiene libres dos lados contiguos.
refusal-zertz-must-remove = También tienes que quitar un anillo, por ejemplo { $ring }.
refusal-zertz-nothing-to-decline = No hay ninguna reclamación a la que renunciar: quita la ~.
refusal-zertz-no-jumper = No hay ninguna canica en { $ring } con la que saltar.
refusal-zertz-not-a-jump = De { $from } a { $to } no es un salto: se salta en línea recta sobre un anillo hasta el siguiente.
refusal-zertz-nothing-jumped = No hay ninguna canica en { $ring } sobre la que saltar.
refusal-zertz-landing-taken = El salto no puede terminar en { $ring }: hay una canica.
refusal-zertz-goes-on = La captura tiene que seguir desde { $ring }.

refusal-dvonn-over = La partida ha terminado.
refusal-dvonn-unreadable = { $text } no es el texto de una jugada. Escribe f3 para colocar una pieza, a1a2 para mover una pila.
refusal-dvonn-not-a-space = { $space } no es un espacio de este tablero.
refusal-dvonn-must-place = Todavía se están colocando piezas: indica un espacio vacío.
refusal-dvonn-must-stack = Ya están colocadas todas las piezas: indica la pila que mueves y adónde, como en a1a2.
refusal-dvonn-taken = Ese espacio está ocupado: hay una pieza en { $space }.
refusal-dvonn-empty = En { $space } no hay nada que mover.
refusal-dvonn-not-yours = La pila de { $space } es de tu rival: decide la pieza de arriba.
refusal-dvonn-lone-red = La pieza DVONN de { $space } no puede moverse mientras esté sola.
refusal-dvonn-surrounded = La pila de { $space } no puede moverse: está rodeada por los seis lados.
refusal-dvonn-not-in-line = { $to } no está en línea recta desde { $from }.
refusal-dvonn-wrong-distance = La pila de { $from } se mueve exactamente { $height ->
    [one] { $height } espacio
   *[other] { $height } espacios
}, no { $distance }.
refusal-dvonn-to-empty = Una jugada no puede terminar en { $space }, que está vacío.
refusal-dvonn-must-pass = No tienes ninguna jugada, así que solo puedes pasar.
refusal-dvonn-cannot-pass = No puedes pasar: { $count ->
    [one] hay una jugada posible
   *[other] hay { $count } jugadas posibles
}.

refusal-barrier-over = La partida ha terminado.
refusal-barrier-unreadable = { $text } no es el texto de una jugada. Escribe e4 para colocar el caballo, b1b3c3 (origen, esquina, destino) para moverlo.
refusal-barrier-not-a-square = { $square } no es una casilla de este tablero.
refusal-barrier-must-place = Tu caballo aún no está en el tablero: indica una casilla vacía.
refusal-barrier-must-walk = Tu caballo ya está en el tablero: indica origen, esquina y destino, como en b1b3c3.
refusal-barrier-taken = Esa casilla está ocupada: el otro caballo está en { $square }.
refusal-barrier-not-your-knight = Tu caballo está en { $knight }, no en { $square }.
refusal-barrier-not-an-l = { $from }, { $corner }, { $to } no es un recorrido de caballo: dos casillas rectas y una de lado, o una y dos.
refusal-barrier-two-walks = Hay dos recorridos: escribe { $one } o { $other }.
refusal-barrier-blocked = El recorrido no está libre: { $square } está bloqueada.
refusal-barrier-knight-in-the-way = El recorrido no está libre: el otro caballo está en { $square }.
