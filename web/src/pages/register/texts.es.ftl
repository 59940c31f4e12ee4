register-title = Crear cuenta
register-submit = Crear cuenta
register-instead = Ya tengo una cuenta: iniciar sesión
register-failed = No se ha podido completar el registro
register-done-title = Cuenta creada
register-done-text = Ya puede iniciar sesión.
register-closed = El registro está cerrado. Solicite una invitación a un administrador.
register-unknown = No se pudo averiguar si el registro está abierto
