## time

time-now = just now
time-minutes = { $n }m ago
time-hours = { $n }h ago
time-days = { $n }d ago
time-none = Never
time-lasted-seconds = { $seconds }s
time-lasted-minutes = { $minutes }m { $seconds }s
time-lasted-hours = { $hours }h { $minutes }m

## type

type-wordpress = WordPress
type-laravel = Laravel
type-nodejs = Node.js
type-orangecms = OrangeCMS
type-other = Application
time-today = Today
time-yesterday = Yesterday

## provider

provider-custom = Own hardware

## antd

antd-empty = Nothing to choose from
antd-page-before = Previous page
antd-page-next = Next page
antd-copy = Copy
antd-copied = Copied
antd-choose = Choose
antd-close = Close
antd-show = Show
antd-hide = Hide
