login-title = Le damos la bienvenida
login-email = Correo electrónico
login-password = Contraseña
login-submit = Iniciar sesión
login-create = Crear cuenta
login-email-required = El correo electrónico es obligatorio
login-password-required = La contraseña es obligatoria
login-failed = No se ha podido iniciar sesión
login-code = Código
login-code-about = De su aplicación de autenticación, o uno de sus códigos de recuperación
login-code-required = El código es obligatorio
login-code-back = Volver a la contraseña
login-forgot = ¿Ha olvidado la contraseña?
login-provider-or = o
login-provider-sign-in = Iniciar sesión con { $provider }
login-provider-under-way = Iniciando sesión…
login-provider-linking = Conectar su cuenta
login-provider-linked = Su cuenta está conectada
login-provider-back = Volver al inicio de sesión
login-provider-to-settings = Volver a los ajustes
login-provider-over = Este inicio de sesión ha tardado demasiado o se empezó en otra ventana. Vuelva a empezar.
login-provider-error =
    { $code ->
        [access_denied] El proveedor no le ha dejado entrar, o usted no ha dado su consentimiento ({ $code }).
        [temporarily_unavailable] El proveedor está ocupado en este momento. Inténtelo de nuevo ({ $code }).
        [server_error] El proveedor tiene un fallo. Inténtelo de nuevo ({ $code }).
        [login_required] El proveedor quiere que antes inicie sesión allí ({ $code }).
        [invalid_scope] El proveedor no conoce lo que Canopy le pide. Un administrador puede cambiarlo ({ $code }).
        [unauthorized_client] El proveedor no conoce a Canopy. Un administrador puede cambiarlo ({ $code }).
       *[other] El proveedor ha terminado el inicio de sesión ({ $code }).
    }
