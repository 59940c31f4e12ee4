### Cartas a las personas.

reset-subject = Elija otra contraseña para Canopy
reset-text =
    Alguien ha pedido otra contraseña para la cuenta de Canopy { $email }.

    Elíjala aquí antes de una hora; el enlace funciona una sola vez:

    { $link }

    Si no ha sido usted, no haga nada: su contraseña no cambia.
user-subject = Tiene una invitación a Canopy
user-text =
    { $by } ha invitado a { $email } a Canopy.

    Cree su cuenta aquí antes de siete días:

    { $link }

    Si no lo esperaba, no haga nada.
member-subject = Tiene una invitación a un equipo en Canopy
member-text =
    { $by } ha invitado a { $email } al equipo { $team } en Canopy.

    Únase aquí antes de siete días, con su cuenta o con una nueva para esta dirección:

    { $link }

    Si no lo esperaba, no haga nada.
test-subject = Una carta de prueba de Canopy
test-text =
    Un administrador ha pedido enviar esta carta a { $email } para probar el correo de Canopy.

    Ha llegado, así que los ajustes son correctos. Los enlaces de las cartas empiezan como este:

    { $link }
notice-subject = Canopy avisa: { $said }
notice-text =
    { $said }

    Mírelo aquí:

    { $link }

    Recibe esta carta por la regla de notificación «{ $rule }». Desactívela en Canopy donde se creó: en sus ajustes o en la página del equipo.
