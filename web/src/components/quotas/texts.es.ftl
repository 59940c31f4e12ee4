quotas-failed = No se han podido cargar las cuotas
quotas-deployments-team =
    { $most ->
        [one] { $used } de { $most } despliegue de este equipo
       *[other] { $used } de { $most } despliegues de este equipo
    }
quotas-deployments-user =
    { $most ->
        [one] { $used } de { $most } despliegue creado por usted
       *[other] { $used } de { $most } despliegues creados por usted
    }
quotas-tasks-team =
    { $most ->
        [one] { $used } de { $most } tarea sin terminar de este equipo
       *[other] { $used } de { $most } tareas sin terminar de este equipo
    }
quotas-tasks-user =
    { $most ->
        [one] { $used } de { $most } tarea sin terminar iniciada por usted
       *[other] { $used } de { $most } tareas sin terminar iniciadas por usted
    }
quotas-deployments-team-label = Despliegues de este equipo
quotas-deployments-user-label = Despliegues creados por usted
quotas-tasks-team-label = Tareas sin terminar de este equipo
quotas-tasks-user-label = Tareas sin terminar iniciadas por usted
quotas-near = Casi en el límite
quotas-full = En el límite: la creación se rechazaría
quotas-deployments-team-full = Elimine uno que ya no haga falta, elija otro equipo o pida a un administrador un límite más alto.
quotas-deployments-user-full = Elimine uno que ya no haga falta o pida a un administrador un límite más alto.
quotas-tasks-team-full = Espere a que termine una.
quotas-tasks-user-full = Espere a que termine una.
