size-stop-title = Arrêter { $name }
size-start-title = Démarrer { $name }
size-stop-about = Tous les pods du site se terminent, base de données comprise. Les volumes, les mots de passe, les adresses et les réglages restent, et il peut être modifié entre-temps. Rien n’a encore été changé.
size-start-about = Le site revient tel qu’il a été demandé, avec ce qui a été modifié entre-temps. Rien n’a encore été changé.
size-stop-begun = { $name } est en cours d’arrêt
size-start-begun = { $name } est en cours de démarrage
size-stop-failed = Échec de l’arrêt du déploiement. Veuillez réessayer.
size-start-failed = Échec du démarrage du déploiement. Veuillez réessayer.
size-stop-without = Arrêter sans le plan
size-start-without = Démarrer sans le plan
size-cancel = Annuler
size-scale-title = Redimensionner { $name }
size-scale-about = Ce qui répond, et avec combien. Ce qui reste vide est calculé d’après les autres réglages.
size-scale-now = En ce moment : { $replicas ->
    [one] { $replicas } pod
   *[other] { $replicas } pods
} en façade ; ensemble ils demandent { $cpu }, { $memory } et { $storage } de stockage.
size-scale-free = Libre sur { $cluster } : { $cpu }, { $memory }.
size-scale-free-unknown = Ce qui est libre sur { $cluster } n’est pas disponible.
size-scale-volume = Le volume a { $size } et ne peut que grandir.
size-scale-volume-fixed = Le volume a { $size }. Sa classe de stockage { $class } ne permet pas de l’agrandir.
size-scale-stopped = Le site est arrêté ; la taille comptera à son démarrage.
size-scale-look = Voir ce qui change
size-scale-begun = { $name } est en cours de redimensionnement
size-scale-failed = Échec du redimensionnement du déploiement. Veuillez réessayer.
size-move-title = Déplacer { $name }
size-move-about = Le site est installé sur un autre cluster et, une fois en place là-bas, retiré de son emplacement actuel. Rien n’a encore été modifié.
size-move-look = Voir ce qui change
size-move-choose = Choisissez un cluster
size-move-none = Il n’y a pas d’autre cluster.
size-move-begun = { $name } est en cours de déplacement
size-move-failed = Échec du déplacement du déploiement. Veuillez réessayer.
size-move-there = Sur { $cluster }
size-move-here = Ensuite, sur { $cluster }
