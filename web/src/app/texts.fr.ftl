## errorPage

errorPage-title = Impossible d’afficher cette page
errorPage-update = Une version plus récente de Canopy a peut-être été installée. Rechargez la page pour l’utiliser.
errorPage-reload = Recharger
errorPage-home = Aller au tableau de bord
errorPage-details = Détails

## routes

routes-login = Connexion
routes-register = Créer un compte
routes-forgotPassword = Mot de passe oublié
routes-resetPassword = Changer de mot de passe
routes-setup = Configuration initiale
routes-invite = Invitation
routes-notFound = Page introuvable
routes-loading = Chargement

## session

session-title = Accès non autorisé
session-text = Votre session a expiré. Veuillez vous reconnecter pour continuer.
