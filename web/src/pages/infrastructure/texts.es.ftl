infrastructure-title = Infraestructura
infrastructure-about = Centros de datos y los clústeres de Kubernetes que contienen
infrastructure-addDatacenter = Añadir centro de datos
infrastructure-registerCluster = Registrar clúster
infrastructure-addCluster = Añadir clúster
infrastructure-search = Buscar centros de datos...
infrastructure-loading = Cargando centros de datos
infrastructure-failed = No se han podido cargar los centros de datos
infrastructure-failed-404 = No se han podido cargar los centros de datos: el endpoint del servidor no está disponible.
infrastructure-clusters-failed = No se han podido cargar los clústeres
infrastructure-clusters-failed-404 = No se han podido cargar los clústeres: el endpoint del servidor no está disponible.
infrastructure-clusters-failed-403 = Permiso denegado: no tiene el rol necesario para ver los clústeres.
infrastructure-empty = No hay centros de datos
infrastructure-empty-admin = Añada primero un centro de datos y registre después un clúster en él.
infrastructure-empty-user = Un administrador debe añadir un centro de datos y registrar un clúster antes de que se pueda desplegar nada.
infrastructure-empty-search = Ningún centro de datos coincide con «{ $q }».
infrastructure-empty-clear = Borrar búsqueda
infrastructure-first = Solo se muestran los primeros { $n } centros de datos.
infrastructure-clusterCount =
    { $n ->
        [one] { $n } clúster
       *[other] { $n } clústeres
    }
infrastructure-deploymentCount =
    { $n ->
        [one] { $n } despliegue
       *[other] { $n } despliegues
    }
infrastructure-deploymentCount-more = más de { $n } despliegues
infrastructure-nodeCount =
    { $n ->
        [one] { $n } nodo
       *[other] { $n } nodos
    }
infrastructure-coreCount =
    { $n ->
        [one] { $n } núcleo de CPU
       *[other] { $n } núcleos de CPU
    }
infrastructure-gigabytes = { $n } GB
infrastructure-milliseconds = { $n } ms
infrastructure-percent = { $n } %
infrastructure-latency = Latencia
infrastructure-availability = Disponibilidad
infrastructure-notMeasured = Todavía no se ha medido ningún clúster en él
infrastructure-notObserved-kubeconfig = Aún sin kubeconfig
infrastructure-notObserved-waiting = Aún sin observar
infrastructure-address = Dirección
infrastructure-city = Ciudad
infrastructure-country = País
infrastructure-provider = Proveedor
infrastructure-datacenter = Centro de datos
infrastructure-region = Región
infrastructure-status = Estado
infrastructure-domains = Dominios
infrastructure-domains-none = No hay dominios configurados
infrastructure-clusters = Clústeres
infrastructure-clusters-none = Aún no hay clústeres en este centro de datos.
infrastructure-detached = Clústeres sin centro de datos
infrastructure-configuration = Configuración
infrastructure-version-head = Versión
infrastructure-version = Versión de Kubernetes
infrastructure-nodes = Nodos
infrastructure-cpu = CPU en total
infrastructure-memory = Memoria total
infrastructure-network = Red y acceso
infrastructure-endpoint = Endpoint de la API
infrastructure-endpoint-none = Sin configurar
infrastructure-access = Tipo de acceso
infrastructure-access-standard = Acceso estándar
infrastructure-security = Conexión
infrastructure-secured = Protegida
infrastructure-unsecured = Sin proteger
infrastructure-secured-about = En cada conexión se comprueba la autoridad de certificación del clúster
infrastructure-unsecured-about = No hay ningún kubeconfig con una autoridad de certificación
infrastructure-lastSeen = Último contacto
infrastructure-clusterId = ID del clúster
infrastructure-datacenterId = ID del centro de datos
infrastructure-description = Descripción
infrastructure-deployments = Despliegues
infrastructure-deployments-failed = No se han podido cargar los despliegues de este clúster
infrastructure-deployments-none = Aún no hay despliegues en este clúster.
infrastructure-deployments-none-own = Sus equipos no tienen despliegues en este clúster.
infrastructure-createDeployment = Crear despliegue
infrastructure-manage = Gestionar
infrastructure-manage-label = Gestionar { $name }
infrastructure-viewAll = Ver todos
infrastructure-viewAll-label = Ver todos los despliegues de { $name }

infrastructure-datacenter-title = Añadir centro de datos
infrastructure-datacenter-about = Un lugar para clústeres. Con un proveedor conocido, la ubicación se rellena sola.
infrastructure-catalogue-failed = No se han podido cargar los proveedores y las regiones
infrastructure-name = Nombre
infrastructure-name-required = El nombre es obligatorio
infrastructure-provider-required = El proveedor es obligatorio
infrastructure-country-required = El país es obligatorio
infrastructure-city-required = La ciudad es obligatoria
infrastructure-address-required = La dirección es obligatoria
infrastructure-region-required = La región es obligatoria
infrastructure-region-follows = Depende del país
infrastructure-place-follows = Depende de la región
infrastructure-domains-about = Opcional, por ejemplo example.com. Pulse Intro después de cada uno.
infrastructure-cancel = Cancelar
infrastructure-datacenter-submit = Crear centro de datos
infrastructure-datacenter-failed = No se ha podido crear el centro de datos. Vuelva a intentarlo.
infrastructure-datacenter-failed-400 = No se ha podido crear el centro de datos: revise los datos que ha introducido.
infrastructure-datacenter-done = Listo
infrastructure-datacenter-done-text = El centro de datos se ha creado correctamente

infrastructure-cluster-title = Registrar clúster
infrastructure-cluster-about = Un clúster de Kubernetes en el que se pueden ejecutar despliegues.
infrastructure-cluster-datacenter = Centro de datos
infrastructure-cluster-pick = Elija primero un centro de datos
infrastructure-cluster-noDatacenter = Todavía no hay ningún centro de datos
infrastructure-cluster-noDatacenter-text = Un clúster se registra en un centro de datos.
infrastructure-cluster-name = Nombre del clúster
infrastructure-cluster-name-required = El nombre del clúster es obligatorio
infrastructure-cluster-description = Descripción
infrastructure-cluster-description-required = La descripción es obligatoria
infrastructure-cluster-endpoint = Endpoint de Kubernetes
infrastructure-cluster-endpoint-required = El endpoint de Kubernetes es obligatorio
infrastructure-cluster-endpoint-about = Se rellena con un kubeconfig validado.
infrastructure-cluster-submit = Crear clúster
infrastructure-cluster-saving = Creando clúster...
infrastructure-cluster-failed = No se ha podido crear el clúster. Vuelva a intentarlo.
infrastructure-cluster-failed-400 = No se ha podido crear el clúster: revise los datos que ha introducido.
infrastructure-cluster-done = Clúster creado
infrastructure-cluster-done-with = { $name } se ha registrado con su kubeconfig y se está examinando ahora.
infrastructure-cluster-done-without = { $name } se ha registrado. No se ha indicado ningún kubeconfig: se podrá desplegar en cuanto lo tenga.

infrastructure-kubeconfig = Kubeconfig
infrastructure-kubeconfig-about = Aquí es opcional, pero hace falta para poder desplegar. Se guarda cifrado.
infrastructure-kubeconfig-validate = Validar kubeconfig
infrastructure-kubeconfig-asking = Consultando al clúster…
infrastructure-kubeconfig-required = El kubeconfig es obligatorio
infrastructure-kubeconfig-sections = Parece que al kubeconfig le faltan secciones obligatorias
infrastructure-kubeconfig-valid = El kubeconfig es válido.
infrastructure-kubeconfig-valid-endpoint = El kubeconfig es válido. Se ha actualizado el endpoint.
infrastructure-kubeconfig-first = Valide el kubeconfig antes de crear el clúster.
infrastructure-kubeconfig-first-update = Valide el kubeconfig antes de actualizar el clúster.
infrastructure-kubeconfig-refused = Kubeconfig no válido: revise el formato y el contenido de su archivo kubeconfig.
infrastructure-kubeconfig-unchecked = No se ha podido comprobar el kubeconfig. Vuelva a intentarlo.
infrastructure-kubeconfig-set = Definir kubeconfig
infrastructure-kubeconfig-replace = Sustituir kubeconfig
infrastructure-kubeconfig-save = Guardar kubeconfig
infrastructure-kubeconfig-saving = Subiendo kubeconfig...
infrastructure-kubeconfig-saved = Kubeconfig guardado
infrastructure-kubeconfig-saved-text = { $name } se está examinando ahora.
infrastructure-kubeconfig-failed = No se ha podido guardar el kubeconfig. Vuelva a intentarlo.
infrastructure-kubeconfig-none = Este clúster no tiene kubeconfig. Se podrá desplegar en cuanto lo tenga.
infrastructure-preflight-title = Lo que dice el clúster
infrastructure-preflight-endpoint = Endpoint
infrastructure-preflight-access = Tipo de acceso
infrastructure-preflight-ca = Huella de la CA (SHA-256)
infrastructure-preflight-ca-none = Ninguna: se confía en las autoridades de certificación públicas
infrastructure-preflight-expires = Caducidad de las credenciales
infrastructure-preflight-expires-none = No indicada
infrastructure-preflight-reachable = Accesibilidad
infrastructure-preflight-yes = Accesible, Kubernetes { $version }
infrastructure-preflight-yes-noVersion = Accesible
infrastructure-preflight-no = Inaccesible
infrastructure-preflight-rights = Permisos
infrastructure-preflight-rights-all = Todo lo que Canopy necesita
infrastructure-preflight-rights-unknown = Desconocidos
infrastructure-preflight-missing = Permisos que faltan

infrastructure-cluster = Clúster
infrastructure-details = Detalles: { $name }
infrastructure-deploymentCount-own =
    { $n ->
        [one] { $n } despliegue de sus equipos
       *[other] { $n } despliegues de sus equipos
    }
infrastructure-clusters-lost =
    { $n ->
        [one] { $n } clúster inaccesible
       *[other] { $n } clústeres inaccesibles
    }
infrastructure-clusters-unset =
    { $n ->
        [one] { $n } clúster sin kubeconfig
       *[other] { $n } clústeres sin kubeconfig
    }
infrastructure-availability-days = { $value } disponible en 30 días
infrastructure-availability-since = { $value } disponible desde { $when }

infrastructure-nodes-of = { $n } de { $all } nodos
infrastructure-nodes-unready = { $n } no disponibles
infrastructure-nodes-cordoned = { $n } acordonados
infrastructure-cpu-requested = Núcleos de CPU que piden los pods
infrastructure-memory-requested = Memoria que piden los pods
infrastructure-amount-of = { $n } de { $all }
infrastructure-view = Vista
infrastructure-view-list = Lista
infrastructure-view-topology = Topología
infrastructure-topology-about = Centros de datos y sus clústeres
infrastructure-topology-key = El tamaño del círculo indica los despliegues del clúster; su anillo, el estado. Un clic abre el clúster en la lista.
infrastructure-cpu-head = Núcleos
infrastructure-memory-head = Memoria

infrastructure-save = Guardar cambios
infrastructure-back = Volver a Infraestructura
infrastructure-actions = Acciones: { $name }
infrastructure-deleted-text = Se ha eliminado { $name }.
infrastructure-datacenter-edit = Editar centro de datos
infrastructure-datacenter-edit-title = Editar centro de datos
infrastructure-datacenter-edit-about = Sus clústeres siguen a su proveedor y su región.
infrastructure-datacenter-gone = Este centro de datos no existe.
infrastructure-datacenter-updated = Centro de datos actualizado
infrastructure-datacenter-updated-text = Los cambios se han guardado.
infrastructure-datacenter-update-failed = No se ha podido actualizar el centro de datos. Inténtelo de nuevo.
infrastructure-datacenter-update-failed-400 = No se ha podido actualizar el centro de datos: compruebe los datos introducidos.
infrastructure-datacenter-delete = Eliminar centro de datos
infrastructure-datacenter-delete-ask = ¿Eliminar este centro de datos?
infrastructure-datacenter-delete-text = No tiene clústeres.
infrastructure-datacenter-delete-failed = No se ha podido eliminar el centro de datos. Inténtelo de nuevo.
infrastructure-datacenter-delete-refused = No se ha podido eliminar el centro de datos
infrastructure-datacenter-deleted = Centro de datos eliminado
infrastructure-cluster-edit = Editar clúster
infrastructure-cluster-edit-title = Editar clúster
infrastructure-cluster-edit-about = Su nombre, su lugar y su kubeconfig
infrastructure-cluster-unread = Error al cargar los detalles del clúster.
infrastructure-cluster-gone = No se ha encontrado el clúster solicitado. Puede que se haya eliminado.
infrastructure-cluster-update = Actualizar clúster
infrastructure-cluster-updating = Actualizando clúster...
infrastructure-cluster-updated = Clúster actualizado
infrastructure-cluster-updated-text = Los cambios de { $name } se han guardado.
infrastructure-cluster-update-failed = No se ha podido actualizar el clúster. Inténtelo de nuevo.
infrastructure-cluster-update-failed-400 = No se ha podido actualizar el clúster: compruebe los datos introducidos.
infrastructure-cluster-delete = Eliminar clúster
infrastructure-cluster-delete-ask = ¿Eliminar este clúster?
infrastructure-cluster-delete-text = Canopy olvida el clúster y su kubeconfig. En el propio clúster no se toca nada.
infrastructure-cluster-delete-failed = No se ha podido eliminar el clúster. Inténtelo de nuevo.
infrastructure-cluster-deleted = Clúster eliminado
infrastructure-refresh = Actualizar estado
infrastructure-refresh-done = Estado actualizado
infrastructure-refresh-well = { $name } responde.
infrastructure-refresh-failed = No se ha podido consultar el clúster. Inténtelo de nuevo.
infrastructure-maintenance-begin = Activar el modo de mantenimiento
infrastructure-maintenance-end = Terminar el mantenimiento
infrastructure-maintenance-ask = ¿Activar el modo de mantenimiento?
infrastructure-maintenance-end-ask = ¿Terminar el mantenimiento?
infrastructure-maintenance-text = Hasta que termine no se empieza nada nuevo en este clúster: no se crea, cambia ni reinicia ningún sitio. Las tareas en curso terminan, y se puede seguir eliminando.
infrastructure-maintenance-end-text = En este clúster se podrán crear, cambiar y reiniciar sitios de nuevo.
infrastructure-maintenance-begun = El mantenimiento ha empezado
infrastructure-maintenance-ended = El mantenimiento ha terminado
infrastructure-maintenance-failed = No se ha podido cambiar el mantenimiento. Inténtelo de nuevo.
infrastructure-maintenance-on = Este clúster está en mantenimiento.
infrastructure-maintenance-about = No se empieza nada nuevo en él. Lo que está en curso termina, y los sitios siguen funcionando.
infrastructure-kubeconfig-download = Descargar el kubeconfig
infrastructure-kubeconfig-download-ask = ¿Descargar el kubeconfig?
infrastructure-kubeconfig-download-text = Contiene las credenciales de todo el clúster. En los eventos queda constancia de que lo ha leído.
infrastructure-kubeconfig-download-failed = No se ha podido descargar el kubeconfig. Inténtelo de nuevo.
infrastructure-kubeconfig-none-set = Este clúster no tiene kubeconfig.
infrastructure-kubeconfig-keep = Déjelo vacío para conservar el actual.
infrastructure-preflight-same = El mismo clúster que ahora
infrastructure-preflight-other = Este es otro clúster.
infrastructure-preflight-other-about = Su espacio de nombres kube-system no es el del clúster conocido. Se rechaza mientras haya despliegues en este clúster.
infrastructure-datacenter-delete-clusters =
    { $n ->
        [one] Su clúster permanece, sin centro de datos. Esta acción no se puede deshacer.
       *[other] Sus { $n } clústeres permanecen, sin centro de datos. Esta acción no se puede deshacer.
    }
infrastructure-datacenter-delete-sites =
    { $n ->
        [one] Hay un despliegue en sus clústeres que hay que eliminar antes.
       *[other] Hay { $n } despliegues en sus clústeres que hay que eliminar antes.
    }
infrastructure-cluster-delete-sites =
    { $n ->
        [one] No se puede eliminar un clúster con despliegues: antes hay que eliminar { $n }.
       *[other] No se puede eliminar un clúster con despliegues: antes hay que eliminar { $n }.
    }
infrastructure-kubeconfig-file = Elegir archivo…
infrastructure-kubeconfig-file-large = Este archivo ocupa más de 256 KiB, demasiado para un kubeconfig.
infrastructure-kubeconfig-context = Contexto
infrastructure-kubeconfig-context-pick = Elija un contexto
infrastructure-kubeconfig-context-first = Elija qué contexto se debe usar.
infrastructure-kubeconfig-context-about = El archivo tiene { $n } contextos. Se usa el elegido.

infrastructure-look-known = Lo que se sabe de él
infrastructure-look-loading = Leyendo el clúster
infrastructure-look-failed = No se ha podido leer el clúster
infrastructure-look-unread = Esto no se ha podido leer.
infrastructure-look-unread-why = Esto no se ha podido leer: { $why }
infrastructure-look-at = Leído del clúster
infrastructure-look-nodes = Nodos
infrastructure-look-node = Nodo
infrastructure-look-pods = Pods
infrastructure-look-pods-of = { $n } de { $all }
infrastructure-look-kubelet = Kubelet
infrastructure-look-requests-unread = No se ha podido leer lo que solicitan los pods: las cifras son lo que tienen los nodos.
infrastructure-look-nodes-none = El clúster no tiene nodos.
infrastructure-look-nodes-more = Solo se muestran los primeros { $n } nodos.
infrastructure-look-node-ready = Listo
infrastructure-look-node-cordoned = Acordonado
infrastructure-look-node-unready = No listo
infrastructure-look-default = Predeterminada
infrastructure-look-sites = Lo que necesitan los sitios
infrastructure-look-ingress = Clases de ingress
infrastructure-look-ingress-none = No hay ninguna: nadie llega a un sitio desde fuera.
infrastructure-look-ingress-noDefault = Ninguna es la predeterminada. Los sitios no nombran ninguna clase, así que el controlador debe aceptar los que no la tienen.
infrastructure-look-storage = Clases de almacenamiento
infrastructure-look-storage-none = No hay ninguna: los volúmenes de los sitios no se crean nunca.
infrastructure-look-certificates = Certificados
infrastructure-look-certificates-yes = cert-manager está instalado
infrastructure-look-certificates-no = cert-manager no está instalado: los certificados deben venir de otro lugar
infrastructure-look-rights = Lo que permiten las credenciales
infrastructure-look-rights-lacks = A las credenciales les falta lo que Canopy necesita:
infrastructure-look-rights-all = Todo lo que Canopy necesita, uno por uno
infrastructure-look-right-missing = No permiten { $verbs } en { $resource }
infrastructure-look-right-shell = No permiten { $verbs } en pods/exec: nadie puede abrir una terminal en un contenedor. Todo lo demás funciona sin ello.
infrastructure-look-right-may = permiten { $verbs }
infrastructure-look-right-maynot = no permiten { $verbs }
infrastructure-look-warnings = Advertencias del clúster
infrastructure-look-warning = Advertencia
infrastructure-look-about = Sobre
infrastructure-look-count = Veces
infrastructure-look-history = Eventos en Canopy
infrastructure-look-warnings-none = Kubernetes no advierte de nada. Guarda las advertencias alrededor de una hora.
infrastructure-look-warnings-more = Solo se muestran las { $n } más recientes.
infrastructure-metrics-title = Capacidad
infrastructure-metrics-about = Lo que los pods han solicitado a lo largo del tiempo, junto a lo que los nodos pueden dar
infrastructure-metrics-view = Capacidad en el tiempo
infrastructure-metrics-failed = No se pudo cargar la capacidad
infrastructure-metrics-cpu = Núcleos de CPU
infrastructure-metrics-memory = Memoria
infrastructure-metrics-nodes = Nodos
infrastructure-metrics-requested = Solicitado
infrastructure-metrics-total = Capacidad
infrastructure-metrics-ready = Listos
infrastructure-metrics-unready = No listos
infrastructure-metrics-caption = Los pods han solicitado de { $low } a { $high }; ahora { $now } de { $all } ({ $share }).
infrastructure-metrics-caption-same = Los pods han solicitado { $now } de { $all } ({ $share }).
infrastructure-metrics-caption-nodes = De { $low } a { $high } listos; ahora { $now }.
infrastructure-metrics-caption-nodes-same = { $now } listos.
infrastructure-metrics-gaps = Donde falta una línea, el clúster no respondió.
infrastructure-metrics-unread = No disponible: las credenciales no pueden listar nodos o pods, o hay demasiados pods.
infrastructure-metrics-empty = Todavía no se ha medido nada
infrastructure-metrics-empty-text = Canopy mide un clúster cada vez que lo consulta. El primer punto aparece en cuanto el clúster ha respondido.
