teams-title = Equipos
teams-about = Quién trabaja con quién y en qué despliegues
teams-about-all = Todos los equipos de esta instalación
teams-create = Crear equipo
teams-search = Buscar equipos...
teams-scope-label = Qué equipos
teams-scope-own = Mis equipos
teams-scope-all = Todos los equipos
teams-empty = No se han encontrado equipos. Cree un equipo nuevo para empezar.
teams-empty-search = Ningún equipo coincide con «{ $q }».
teams-empty-clear = Borrar búsqueda
teams-failed = Error al cargar los equipos. Vuelva a intentarlo más tarde.
teams-loading = Cargando equipos
teams-first = Solo se muestran los primeros { $n } equipos.
teams-memberCount =
    { $n ->
        [one] { $n } miembro
       *[other] { $n } miembros
    }
teams-you = Usted
teams-owner = Propietario
teams-admin = Administrador
teams-member = Miembro
teams-members = Miembros
teams-deployments = Despliegues
teams-remove = Quitar
teams-remove-label = Quitar a { $name }
teams-remove-title = ¿Quitar a { $name } de { $team }?
teams-remove-text = Dejará de ver los despliegues de este equipo. Se le puede volver a añadir.
teams-leave = Abandonar equipo
teams-leave-title = ¿Abandonar { $team }?
teams-leave-text = Dejará de ver los despliegues de este equipo. Un administrador del equipo puede volver a añadirle.
teams-remove-failed = No se ha podido quitar al miembro del equipo. Vuelva a intentarlo.
teams-removed = Miembro quitado
teams-removed-text = { $name } ya no está en { $team }.
teams-removed-self = Ya no está en { $team }.
teams-add = Añadir miembro
teams-add-who = Usuario que se va a añadir
teams-add-placeholder = Nombre, correo electrónico o ID de usuario
teams-add-about = A las personas de sus otros equipos puede buscarlas por su nombre. Para cualquier otra, pegue su ID de usuario, que esa persona ve en su página de equipos.
teams-add-required = Elija un usuario o pegue un ID de usuario
teams-add-id = ID de usuario { $id }
teams-add-none = No se ha encontrado a nadie. Pegue el ID de usuario completo.
teams-add-failed = No se ha podido añadir al miembro del equipo
teams-add-unknown = No hay ningún usuario activo con este ID.
teams-added = Miembro añadido
teams-added-text = { $name } está ahora en { $team }.
teams-yourId = Su ID de usuario, para quien quiera añadirle a un equipo:
teams-count-running = En ejecución
teams-count-pending = Pendientes
teams-count-failed = Fallidos
teams-count-all = En total
teams-count-failedToLoad = No se han podido contar los despliegues de este equipo
teams-count-none = Aún no hay despliegues.
teams-count-create = Crear despliegue
teams-teamId = ID del equipo
teams-created = Creado
teams-new-title = Crear equipo
teams-new-about = Usted será su propietario y podrá añadir a otras personas.
teams-name = Nombre del equipo
teams-description = Descripción
teams-cancel = Cancelar
teams-name-short = El nombre del equipo debe tener al menos { $n } caracteres.
teams-name-long = El nombre del equipo no puede superar los { $n } caracteres.
teams-description-short = La descripción debe tener al menos { $n } caracteres.
teams-description-long = La descripción no puede superar los { $n } caracteres.
teams-done = Equipo creado
teams-done-text = { $name } está listo.
teams-new-error = Error
teams-new-failed = No se ha podido crear el equipo. Vuelva a intentarlo.
teams-role = Su rol
teams-deploymentCount =
    { $n ->
        [one] { $n } despliegue
       *[other] { $n } despliegues
    }
