login-title = Bienvenue
login-email = E-mail
login-password = Mot de passe
login-submit = Se connecter
login-create = Créer un compte
login-email-required = L’e-mail est obligatoire
login-password-required = Le mot de passe est obligatoire
login-failed = Échec de la connexion
login-code = Code
login-code-about = De votre application d’authentification, ou un de vos codes de récupération
login-code-required = Le code est requis
login-code-back = Revenir au mot de passe
login-forgot = Mot de passe oublié ?
login-provider-or = ou
login-provider-sign-in = Se connecter avec { $provider }
login-provider-under-way = Connexion en cours…
login-provider-linking = Relier votre compte
login-provider-linked = Votre compte est relié
login-provider-back = Retour à la page de connexion
login-provider-to-settings = Retour aux paramètres
login-provider-over = Cette connexion a pris trop de temps ou a été commencée dans une autre fenêtre. Veuillez recommencer.
login-provider-error =
    { $code ->
        [access_denied] Le fournisseur ne vous a pas laissé entrer, ou vous n’avez pas donné votre accord ({ $code }).
        [temporarily_unavailable] Le fournisseur est occupé pour le moment. Veuillez réessayer ({ $code }).
        [server_error] Le fournisseur a une défaillance. Veuillez réessayer ({ $code }).
        [login_required] Le fournisseur veut que vous vous connectiez d’abord chez lui ({ $code }).
        [invalid_scope] Le fournisseur ne connaît pas ce que Canopy lui demande. Un administrateur peut y remédier ({ $code }).
        [unauthorized_client] Le fournisseur ne connaît pas Canopy. Un administrateur peut y remédier ({ $code }).
       *[other] Le fournisseur a mis fin à la connexion ({ $code }).
    }
