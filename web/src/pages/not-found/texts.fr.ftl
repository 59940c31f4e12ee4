notFound-title = Page introuvable
notFound-text = Il n’y a rien à l’adresse { $path }
notFound-home = Aller au tableau de bord
