## confirm

confirm-cancel = Annuler
confirm-delete = Supprimer
confirm-type = Saisissez { $name } pour continuer

## errors

errors-UNAUTHORIZED-title = Erreur d’authentification
errors-FORBIDDEN-title = Accès refusé
errors-NOT_FOUND-title = Introuvable
errors-VALIDATION_ERROR-title = Saisie non valide
errors-RATE_LIMIT_EXCEEDED-title = Limite de requêtes dépassée
errors-INTERNAL_SERVER_ERROR-title = Erreur du serveur
errors-NETWORK_ERROR-title = Erreur réseau
errors-TIMEOUT_ERROR-title = Délai d’attente dépassé
errors-CONFLICT-title = Conflit
errors-SERVICE_UNAVAILABLE-title = Temporairement indisponible
errors-title = Erreur
errors-UNAUTHORIZED-text = Veuillez vous reconnecter pour continuer
errors-FORBIDDEN-text = Vous n’avez pas l’autorisation d’effectuer cette action
errors-NOT_FOUND-text = La ressource demandée est introuvable
errors-VALIDATION_ERROR-text = Veuillez vérifier votre saisie et réessayer
errors-RATE_LIMIT_EXCEEDED-text = Trop de requêtes. Veuillez réessayer plus tard
errors-INTERNAL_SERVER_ERROR-text = Une erreur inattendue s’est produite. Veuillez réessayer plus tard.
errors-NETWORK_ERROR-text = Veuillez vérifier votre connexion Internet et réessayer
errors-TIMEOUT_ERROR-text = La requête a pris trop de temps. Veuillez réessayer
errors-CONFLICT-text = Une autre modification a eu lieu en même temps. Veuillez vérifier et réessayer
errors-SERVICE_UNAVAILABLE-text = Une partie de Canopy ne répond pas pour le moment. Veuillez réessayer dans un instant
errors-text = Une erreur inattendue s’est produite. Veuillez réessayer plus tard.

## requestId

requestId-request = Requête { $id }
requestId-copied = Copié

## toast

toast-again = Réessayer
toast-undo = Annuler
toast-undone = Annulation faite
toast-undo-failed = Impossible d’annuler. Veuillez réessayer.
