## time

time-now = ahora mismo
time-minutes = hace { $n } min
time-hours = hace { $n } h
time-days = hace { $n } d
time-none = Nunca
time-lasted-seconds = { $seconds } s
time-lasted-minutes = { $minutes } min { $seconds } s
time-lasted-hours = { $hours } h { $minutes } min

## type

type-wordpress = WordPress
type-laravel = Laravel
type-nodejs = Node.js
type-orangecms = OrangeCMS
type-other = Aplicación
time-today = Hoy
time-yesterday = Ayer

## provider

provider-custom = Hardware propio

## antd

antd-empty = No hay nada que elegir
antd-page-before = Página anterior
antd-page-next = Página siguiente
antd-copy = Copiar
antd-copied = Copiado
antd-choose = Elegir
antd-close = Cerrar
antd-show = Mostrar
antd-hide = Ocultar
