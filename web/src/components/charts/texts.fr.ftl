charts-range = Période
charts-24h = 24 heures
charts-7d = 7 jours
charts-30d = 30 jours
charts-since = Mesuré depuis { $when }.
charts-table = Afficher en tableau
charts-time = Heure
