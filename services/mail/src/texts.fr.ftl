### Lettres aux personnes.

reset-subject = Choisissez un autre mot de passe pour Canopy
reset-text =
    Un autre mot de passe a été demandé pour le compte Canopy { $email }.

    Choisissez-le ici dans l’heure ; le lien ne sert qu’une fois :

    { $link }

    Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même.
user-subject = Vous êtes invité sur Canopy
user-text =
    { $by } a invité { $email } sur Canopy.

    Créez votre compte ici dans les sept jours :

    { $link }

    Si vous ne vous y attendiez pas, ne faites rien.
member-subject = Vous êtes invité dans une équipe sur Canopy
member-text =
    { $by } a invité { $email } dans l’équipe { $team } sur Canopy.

    Rejoignez-la ici dans les sept jours, avec votre compte ou avec un nouveau pour cette adresse :

    { $link }

    Si vous ne vous y attendiez pas, ne faites rien.
test-subject = Une lettre d’essai de Canopy
test-text =
    Un administrateur a fait envoyer cette lettre à { $email } pour essayer le courrier de Canopy.

    Elle est arrivée : les réglages sont donc bons. Les liens des lettres commencent comme celui-ci :

    { $link }
notice-subject = Canopy signale : { $said }
notice-text =
    { $said }

    À voir ici :

    { $link }

    Vous recevez cette lettre en raison de la règle de notification « { $rule } ». Désactivez-la dans Canopy là où elle a été créée : dans vos paramètres ou sur la page de l’équipe.
