register-title = Créer un compte
register-submit = Créer un compte
register-instead = J’ai déjà un compte : me connecter
register-failed = Échec de l’inscription
register-done-title = Compte créé
register-done-text = Vous pouvez maintenant vous connecter.
register-closed = L’inscription est fermée. Veuillez demander une invitation à un administrateur.
register-unknown = Impossible de savoir si l’inscription est ouverte
