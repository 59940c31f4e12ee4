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
