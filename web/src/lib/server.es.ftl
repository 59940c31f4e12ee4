## Refusals

ALREADY_MEMBER = Este usuario ya es miembro de este equipo.
CHANGE_UNFINISHED = El último cambio de este despliegue no se ha llevado a cabo. Reinténtelo o descártelo primero.
CHANGED_MEANWHILE = Alguien ha modificado este despliegue desde que lo abrió. Vuelva a cargarlo para ver el cambio.
CLUSTER_REACHABLE = El clúster de este despliegue responde. Elimine el despliegue en su lugar.
DELETING = Este despliegue se está eliminando.
DOMAIN_TAKEN = Otro despliegue de este clúster ya usa este dominio.
EMAIL_TAKEN = Esta dirección de correo electrónico ya está registrada.
KUBECONFIG_CHANGED = Se ha definido otro kubeconfig al mismo tiempo.
MEMBER_LIMIT = Un equipo no puede tener más de { $most } miembros.
NAME_TAKEN = Este nombre ya está en uso.
NOT_INSTALLED = La instalación de este despliegue nunca se completó. Reinténtela o elimine el despliegue.
NOTHING_TO_DISCARD = El último cambio de este despliegue está en vigor.
NOTHING_TO_RETRY = Lo que se pidió de este despliegue está en vigor. No hay nada que volver a ejecutar.
RELEASE_TAKEN = No se le ha podido dar un nombre. Vuelva a intentarlo.
SETUP_COMPLETED = Canopy ya está configurado. Inicie sesión.
TASK_FINISHED = Esta tarea ya ha finalizado.
TASK_OUTDATED = Solo se puede volver a ejecutar la última tarea de un despliegue.
TASK_RUNNING = Hay una tarea en curso. Espere a que termine o cancélela primero.
TASK_SUCCEEDED = Esta tarea se ha completado. No hay nada que volver a ejecutar.
TEAM_LIMIT = No puede ser propietario de más de { $most } equipos.

## Refusals on the way to a cluster

FENCED = Otro proceso se ha hecho cargo de este despliegue.
FOREIGN_NAMESPACE = El espacio de nombres { $namespace } ya existe y no pertenece a este despliegue.
FOREIGN_RELEASE = La revisión { $revision } de la release { $release } no la ha creado esta tarea.
KUBE_CONFLICT = Clúster «{ $cluster }»: { $said }
LOCKED = Otra operación de Helm ocupa la release.
NOTHING_TO_RESTART = La release { $release } no tiene ningún Deployment que se pueda reiniciar.
OVERTAKEN = Alguien ha modificado la release { $release } mientras se aplicaba la revisión { $revision }.
PAUSED = El Deployment { $name } está en pausa; reanúdelo antes de reiniciarlo.

## History

ClusterCreated = Se ha registrado el clúster «{ $cluster }».
ClusterReachable = El clúster «{ $cluster }» vuelve a ser accesible.
ClusterUnreachable = No se puede acceder al clúster «{ $cluster }»: { $said }
DatacenterCreated = Se ha creado el centro de datos «{ $datacenter }».
DeletionRequested = Se ha solicitado la eliminación del despliegue «{ $deployment }».
DeadLetterDropped = Se ha descartado un mensaje fallido de { $service }: { $method }.
DeadLetterResent = Se ha vuelto a enviar un mensaje fallido de { $service }: { $method }.
DeploymentAbandoned = Se ha abandonado el despliegue «{ $deployment }». En el clúster «{ $cluster }» puede permanecer: { $remains }.
DeploymentCreated = Se ha creado el despliegue «{ $deployment }» del equipo «{ $team }» en el clúster «{ $cluster }».
DeploymentDeleted = Se ha eliminado el despliegue «{ $deployment }» del clúster «{ $cluster }».
KubeconfigRead = Se ha leído el kubeconfig del clúster «{ $cluster }».
KubeconfigSet = Se ha definido el kubeconfig del clúster «{ $cluster }».
MemberAdded = Se ha añadido a «{ $user }» al equipo «{ $team }».
MemberRemoved = «{ $user }» ya no forma parte del equipo «{ $team }».
RestartRequested = Se ha solicitado el reinicio del despliegue «{ $deployment }».
RetryRequested =
    { $kind ->
        [install] Se ha solicitado otro intento de instalación del despliegue «{ $deployment }».
        [restart] Se ha solicitado otro intento de reinicio del despliegue «{ $deployment }».
        [upgrade] Se ha solicitado otro intento de cambio del despliegue «{ $deployment }».
       *[uninstall] Se ha solicitado otro intento de eliminación del despliegue «{ $deployment }».
    }
SecretsRevealed = Se han mostrado las contraseñas del despliegue «{ $deployment }».
SetupCompleted = Se ha configurado Canopy. «{ $user }» es su primer administrador.
TaskCancelled =
    { $kind ->
        [install] Se ha cancelado la instalación del despliegue «{ $deployment }».
        [restart] Se ha cancelado el reinicio del despliegue «{ $deployment }».
        [upgrade] Se ha cancelado el cambio del despliegue «{ $deployment }».
       *[uninstall] Se ha cancelado la desinstalación del despliegue «{ $deployment }».
    }
TaskCompleted =
    { $kind ->
        [install] El despliegue «{ $deployment }» se ha instalado en el clúster «{ $cluster }».
        [restart] El despliegue «{ $deployment }» se ha reiniciado en el clúster «{ $cluster }».
        [upgrade] El despliegue «{ $deployment }» se ha modificado en el clúster «{ $cluster }».
       *[uninstall] El despliegue «{ $deployment }» se ha desinstalado del clúster «{ $cluster }».
    }
TaskFailed =
    { $kind ->
        [install] La instalación del despliegue «{ $deployment }» ha fallado: { $said }
        [restart] El reinicio del despliegue «{ $deployment }» ha fallado: { $said }
        [upgrade] El cambio del despliegue «{ $deployment }» ha fallado: { $said }
       *[uninstall] La desinstalación del despliegue «{ $deployment }» ha fallado: { $said }
    }
TeamCreated = Se ha creado el equipo «{ $team }».
UserRegistered = «{ $user }» se ha registrado.

## Steps of tasks, by their names

Step_check = Comprobar el clúster
Step_namespace = Preparar el espacio de nombres
Step_secrets = Escribir los secretos
Step_apply = Aplicar la release
Step_rollout = Esperar a los pods
Step_hooks = Configurar el sitio
Step_restart = Reiniciar la aplicación
Step_uninstall = Desinstalar la release
