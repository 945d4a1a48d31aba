# La pagina di una partita nel browser

button-open = Apri il tavoliere
button-draw = Offri la patta
button-take-back = Ritira la mossa
button-best = Mossa migliore
button-plan = Pianifica
button-plans = Il tuo piano
what-if-chances = Possibilità di { $player } da qui: { $percent }
link-for-you = Questo link apre il tavoliere nel browser. Chi lo possiede può giocare al posto tuo: non condividerlo. Vale un mese, o finché non usi `/privacy revoca`.
    { $link }
link-for-watching = Questo link mostra la partita nel browser. Chi lo possiede può guardarla per un mese.
    { $link }
links-revoked = I link ai tavolieri che ti ho dato non funzionano più. Per averne un altro, scegli *Apri il tavoliere* sotto un tavoliere.

## Errori della pagina

web-error-link-unknown = Questo link non apre nessun tavoliere. Scegli «Apri il tavoliere» nella chat per averne un altro.
web-error-link-expired = Questo link è scaduto. Scegli «Apri il tavoliere» nella chat per averne un altro.
web-error-link-revoked = Questo link è stato annullato. Scegli «Apri il tavoliere» nella chat per averne un altro.
web-error-unknown = Questa partita non esiste più.
web-error-too-many = Troppe richieste insieme. Aspetta qualche secondo.
web-error-failed = Qualcosa è andato storto. Riprova tra un momento.
web-error-watching = Questo link serve solo a guardare. Per giocare, scegli «Apri il tavoliere» nella chat.
web-error-no-action = La pagina e il bot non si capiscono. Ricarica la pagina.
web-error-not-explored = Qui non puoi provare queste mosse. In una partita classificata, o se stai solo guardando, aspetta che finisca.
