login-title = Le damos la bienvenida
login-email = Correo electrónico
login-password = Contraseña
login-submit = Iniciar sesión
login-create = Crear cuenta
login-email-required = El correo electrónico es obligatorio
login-password-required = La contraseña es obligatoria
login-failed = No se ha podido iniciar sesión
