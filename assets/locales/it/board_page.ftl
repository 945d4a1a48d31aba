# La pagina di una partita nel browser

button-open = Apri il tavoliere
button-now-playing = In corso qui
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
link-for-channel = Questa pagina mostra le partite in corso in questo canale. Chi ha il link può guardarle per un mese.
    { $link }
link-for-no-channel = Solo i canali di un server hanno una pagina con le loro partite.
watching-off = In questo server solo chi gioca può aprire i tavolieri nel browser. Chi gestisce il server può cambiarlo con `/server` e `guardare`.
links-revoked = I link ai tavolieri che ti ho dato non funzionano più. Per averne un altro, scegli *Apri il tavoliere* sotto un tavoliere. Non funzionano più nemmeno i tuoi token per i programmi.
token-new = Con questo token un programma può giocare al posto tuo. Non condividerlo: chi lo possiede può giocare al posto tuo. Te lo mostro solo questa volta. Vale un anno, o finché non usi `/token` con `revoca`. Nelle partite classificate può solo guardare.
    Token: { $token }
    Indirizzo: { $link }
token-none = Questo bot non ha un'interfaccia per i programmi, perché chi lo gestisce non ha attivato i tavolieri nel browser.
tokens-revoked = I tuoi token non funzionano più. Per averne un altro, usa `/token`.

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
web-error-rated = I programmi non possono giocare nelle partite classificate.
web-error-no-token = Per questo serve un token. Usa `/token` nella chat per averne uno.
web-error-watching-off = In questo server solo chi gioca può vedere i tavolieri nel browser.
