// Runs before the first paint, so that a dark page never flashes white. A classic script of its own: a strict
// Content-Security-Policy forbids inline ones. The key and the colours are those of src/theme.
;(function () {
  var choice = 'system'
  try {
    choice = localStorage.getItem('theme') || 'system'
  } catch (e) {
    // Storage may be refused; the system's choice is good enough then.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
