/** Keys that do something on a page stay off where somebody types or chooses. */

const TAKES_KEYS = 'input, textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox], [role=combobox], [role=tablist], [role=log]'

/** Whether a key press is for the page: without a modifier, and not in a field, a dialog or a menu. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
  if (document.querySelector('dialog[open], [role=dialog]:not([aria-hidden=true])')) return false
  return !(event.target instanceof Element && event.target.closest(TAKES_KEYS))
}
