# Los tableros en palabras, para quien no ve la imagen. Los valores son nombres de casillas y números.

alt-last = Última jugada: { $move }.
alt-none = no hay

alt-zertz-white = Canicas blancas: { $value }.
alt-zertz-grey = Canicas grises: { $value }.
alt-zertz-black = Canicas negras: { $value }.
alt-zertz-vacant = Anillos vacíos: { $value }.
alt-zertz-pool = Reserva (blancas/grises/negras): { $value }.
alt-zertz-first = Capturas de quien empezó: { $value }.
alt-zertz-second = Capturas de quien juega en segundo lugar: { $value }.

alt-dvonn-white = Blancas: { $value }.
alt-dvonn-black = Negras: { $value }.
alt-dvonn-red = Piezas rojas solas: { $value }.
alt-dvonn-empty = Espacios vacíos: { $value }.
alt-dvonn-score = Piezas controladas (blancas/negras): { $value }.

alt-barrier-size = Casillas por lado: { $value }.
alt-barrier-white = Caballo blanco: { $value }.
alt-barrier-black = Caballo negro: { $value }.
alt-barrier-blocked = Casillas bloqueadas: { $value }.
