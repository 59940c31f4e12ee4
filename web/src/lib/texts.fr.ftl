## time

time-now = à l’instant
time-minutes = il y a { $n } min
time-hours = il y a { $n } h
time-days = il y a { $n } j
time-none = Jamais
time-lasted-seconds = { $seconds } s
time-lasted-minutes = { $minutes } min { $seconds } s
time-lasted-hours = { $hours } h { $minutes } min

## type

type-wordpress = WordPress
type-laravel = Laravel
type-nodejs = Node.js
type-orangecms = OrangeCMS
type-other = Application
time-today = Aujourd’hui
time-yesterday = Hier

## provider

provider-custom = Matériel propre

## antd

antd-empty = Rien à choisir
antd-page-before = Page précédente
antd-page-next = Page suivante
antd-copy = Copier
antd-copied = Copié
antd-choose = Choisir
antd-close = Fermer
antd-show = Afficher
antd-hide = Masquer
