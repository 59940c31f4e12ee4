security-title = Seguridad
security-about = Inicios de sesión fallidos, sesiones abiertas y quién entra solo con contraseña
security-refresh = Actualizar
security-failed = No se pudo cargar el estado de la seguridad
security-overview = Resumen
security-sessions = Sesiones
security-tokens = Tokens de API
security-users = Cuentas activas
security-without = Sin segundo factor
security-sign-ins = Inicios de sesión fallidos
security-sign-ins-about = De las últimas 24 horas. No se cuenta el que fue seguido por un inicio correcto en la misma cuenta.
security-sign-ins-none = Ningún inicio de sesión ha fallado en las últimas 24 horas.
security-sign-ins-total = { $n ->
    [one] Un inicio de sesión fallido en total
   *[other] { $n } inicios de sesión fallidos en total
}
security-sign-ins-unplaced = { $n ->
    [one] Otra contraseña o código incorrecto llegó desde donde ya se había entrado en su cuenta; no se guarda desde dónde.
   *[other] Otras { $n } contraseñas o códigos incorrectos llegaron desde donde ya se había entrado en sus cuentas; no se guarda desde dónde.
}
security-address = Dirección
security-address-none = No a través de la consola
security-attempts = Intentos
security-last = Último
security-state = Estado
security-throttled = Frenada hasta { $time }
security-open = Sin frenar
security-administrators = Administradores
security-person = Nombre
security-last-sign-in = Último inicio de sesión
security-password-only = Solo contraseña
security-people = Sin autenticación de dos factores
security-people-none = Todos entran con un segundo factor.
security-people-some = Los primeros { $shown } de { $n }
security-manage = Usuarios
security-provider = Inicio de sesión con un proveedor
security-provider-on = Activado
security-provider-off = No configurado
security-provider-about = OpenID Connect, configurado por quien opera Canopy con los ajustes CANOPY_OIDC del rol auth.
security-provider-name = Nombre
security-provider-issuer = Emisor
security-provider-linked = Cuentas conectadas
security-provider-accounts = Quién obtiene una cuenta
security-provider-accounts-of =
    { $of ->
        [always] Todos los que avala
        [invited] Quien está invitado
       *[never] Nadie
    }
security-provider-link = Cuentas que ya existen
security-provider-link-explicit = Después de que su dueño las conecte
security-provider-link-email = También por una dirección verificada
security-provider-second = Segundo factor
security-provider-second-own = Se pide el propio
security-provider-second-provider = Basta el del proveedor
security-provider-roles = Roles por grupo
security-provider-roles-none = Los roles se dan aquí
security-rights = Quién puede hacer qué
security-rights-about = Lo que un rol permite en todas partes y lo que un lugar en un equipo permite en ese equipo.
security-rights-by = Ordenado por
security-rights-by-person = Por persona
security-rights-by-team = Por equipo
security-rights-search-people = Buscar personas...
security-rights-search-teams = Buscar equipos...
security-rights-loading = Cargando quién puede hacer qué
security-rights-failed = No se ha podido cargar quién puede hacer qué
security-rights-none = Nadie se llama así
security-rights-found = { $from } a { $to } de { $total }
security-rights-role = Rol
security-rights-may = Puede
security-rights-may-admin = Todo, en todos los equipos
security-rights-may-manager = Leer los sitios, las tareas, los eventos y los clústeres de todos los equipos, sin contraseñas ni registros; lo demás, según su lugar en un equipo
security-rights-may-user = Leer los centros de datos y los clústeres; lo demás, según su lugar en un equipo
security-rights-may-nothing = Nada: la cuenta está inactiva
security-rights-team = Equipo
security-rights-owner = Propietario
security-rights-members = Miembros
security-rights-admin = Administrador del equipo
security-rights-member = Miembro
security-rights-may-in-owner = Todo lo que puede un administrador del equipo; además, quitar administradores, traspasar el equipo y eliminarlo
security-rights-may-in-admin = Todo lo que puede un miembro; además, cambiar el equipo y sus personas y ver las contraseñas de sus sitios
security-rights-may-in-member = Crear, cambiar y eliminar los sitios del equipo y leer sus registros
security-rights-no-team = En ningún equipo
