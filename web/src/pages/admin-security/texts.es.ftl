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
