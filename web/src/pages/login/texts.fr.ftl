login-title = Bienvenue
login-email = E-mail
login-password = Mot de passe
login-submit = Se connecter
login-create = Créer un compte
login-email-required = L’e-mail est obligatoire
login-password-required = Le mot de passe est obligatoire
login-failed = Échec de la connexion
