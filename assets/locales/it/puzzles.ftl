# Problemi: posizioni in cui una sola idea fa quello che è chiesto.

puzzle-heading = **{ $game }, problema { $number }: { $title }** (punteggio { $rating })
puzzle-picture = Problema { $number }
puzzle-right = **{ $move }**: risolto!
puzzle-wrong = **{ $move }**: no.
puzzle-answer = La soluzione è **{ $move }**.
puzzle-hint = La soluzione ha a che fare con **{ $space }**.
puzzle-rated = Il tuo punteggio nei problemi è ora **{ $rating }** ({ $gain }).
puzzle-none = Non ho problemi nuovi di questo tipo di { $game }. Scegli un altro gioco o un altro tema.
button-puzzle-next = Prossimo problema
button-puzzle-like = Un altro simile
button-puzzle-hint = Aiuto (costa punti)
profile-puzzles = Problemi risolti al primo colpo: { $puzzles }.
profile-puzzles-of = { $game } { $done } di { $count } (punteggio { $rating })
choice-puzzle-win = Vincere
choice-puzzle-most = Catturare il massimo (ZÈRTZ)
choice-puzzle-safe = Non regalare niente (ZÈRTZ)
choice-puzzle-give = Sacrificio (ZÈRTZ)
choice-puzzle-isolate = Isolare un gruppo (ZÈRTZ)
choice-puzzle-cut = Isolare (DVONN)
choice-puzzle-pass = Lasciare senza mosse (DVONN)
choice-puzzle-outlast = Resistere di più (Barrier)
choice-puzzle-leave = Togliere spazio (Barrier)
choice-puzzle-last = L'ultimo percorso (Barrier)
