notFound-title = Página no encontrada
notFound-text = No hay nada en { $path }
notFound-home = Ir al panel
