notFound-title = Page not found
notFound-text = There is nothing at { $path }
notFound-home = Go to Dashboard
