size-stop-title = Detener { $name }
size-start-title = Iniciar { $name }
size-stop-about = Terminan todos los pods del sitio, también la base de datos. Los volúmenes, las contraseñas, las direcciones y los ajustes se conservan, y entretanto se puede cambiar. Todavía no se ha cambiado nada.
size-start-about = El sitio vuelve a funcionar como se pidió, con lo que se haya cambiado entretanto. Todavía no se ha cambiado nada.
size-stop-begun = { $name } se está deteniendo
size-start-begun = { $name } se está iniciando
size-stop-failed = No se ha podido detener el despliegue. Vuelva a intentarlo.
size-start-failed = No se ha podido iniciar el despliegue. Vuelva a intentarlo.
size-stop-without = Detener sin el plan
size-start-without = Iniciar sin el plan
size-cancel = Cancelar
size-scale-title = Escalar { $name }
size-scale-about = Qué atiende y con cuánto. Lo que se deja vacío se calcula a partir de los demás ajustes.
size-scale-now = En este momento: { $replicas ->
    [one] { $replicas } pod
   *[other] { $replicas } pods
} delante; en total piden { $cpu }, { $memory } y { $storage } de almacenamiento.
size-scale-free = Libre en { $cluster }: { $cpu }, { $memory }.
size-scale-free-unknown = No se sabe qué hay libre en { $cluster }.
size-scale-volume = El volumen tiene { $size } y solo puede crecer.
size-scale-volume-fixed = El volumen tiene { $size }. Su clase de almacenamiento { $class } no permite ampliarlo.
size-scale-stopped = El sitio está detenido; el tamaño cuenta cuando se inicie.
size-scale-look = Mostrar qué cambia
size-scale-begun = { $name } se está escalando
size-scale-failed = No se ha podido escalar el despliegue. Vuelva a intentarlo.
size-move-title = Trasladar { $name }
size-move-about = El sitio se instala en otro clúster y, cuando allí está en marcha, se elimina de donde está ahora. Todavía no se ha cambiado nada.
size-move-look = Mostrar qué cambia
size-move-choose = Elija un clúster
size-move-none = No hay otro clúster.
size-move-begun = { $name } se está trasladando
size-move-failed = No se ha podido trasladar el despliegue. Vuelva a intentarlo.
size-move-there = En { $cluster }
size-move-here = Después, en { $cluster }
