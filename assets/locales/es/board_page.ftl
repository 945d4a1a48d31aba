# La página de una partida en el navegador

button-open = Abrir el tablero
button-now-playing = En juego aquí
button-draw = Ofrecer empate
button-take-back = Deshacer
button-best = Mejor jugada
button-plan = Planear
button-plans = Tu plan
what-if-chances = Posibilidades de { $player } desde aquí: { $percent }
link-for-you = Este enlace abre el tablero en tu navegador. Quien lo tenga puede jugar por ti: no lo compartas. Sirve durante un mes, o hasta que uses `/privacidad revocar`.
    { $link }
link-for-watching = Este enlace muestra la partida en el navegador. Quien lo tenga puede verla durante un mes.
    { $link }
link-for-channel = Esta página muestra las partidas en curso de este canal. Quien tenga el enlace puede verlas durante un mes.
    { $link }
link-for-no-channel = Solo los canales de un servidor tienen una página con sus partidas.
watching-off = En este servidor, solo quienes juegan pueden abrir tableros en el navegador. Sus administradores pueden cambiarlo con `/servidor` y `mirar`.
links-revoked = Los enlaces a tableros que te di ya no funcionan. Para tener otro, elige *Abrir el tablero* debajo de un tablero. Tampoco funcionan ya tus tokens para programas.
token-new = Con este token, un programa puede jugar por ti. No lo compartas: quien lo tenga puede jugar por ti. Solo te lo muestro esta vez. Sirve durante un año, o hasta que uses `/token` con `revocar`. En las partidas puntuadas solo puede mirar.
    Token: { $token }
    Dirección: { $link }
token-none = Este bot no tiene interfaz para programas, porque quien lo administra no ha activado los tableros en el navegador.
tokens-revoked = Tus tokens ya no funcionan. Para tener otro, usa `/token`.

## Errores de la página

web-error-link-unknown = Este enlace no abre ningún tablero. Elige «Abrir el tablero» en el chat para tener otro.
web-error-link-expired = Este enlace ha caducado. Elige «Abrir el tablero» en el chat para tener otro.
web-error-link-revoked = Este enlace se ha anulado. Elige «Abrir el tablero» en el chat para tener otro.
web-error-unknown = Esta partida ya no existe.
web-error-too-many = Son muchas peticiones a la vez. Espera unos segundos.
web-error-failed = Algo ha fallado. Prueba otra vez dentro de un momento.
web-error-watching = Este enlace es solo para mirar. Para jugar, elige «Abrir el tablero» en el chat.
web-error-no-action = La página y el bot no se entienden. Recarga la página.
web-error-not-explored = Aquí no puedes probar estas jugadas. En una partida puntuada, o si solo miras, espera a que termine.
web-error-rated = Los programas no pueden jugar en partidas puntuadas.
web-error-no-token = Para esto hace falta un token. Usa `/token` en el chat para tener uno.
web-error-watching-off = En este servidor, solo quienes juegan pueden ver tableros en el navegador.
