import { SHORTCUTS_COOKIE } from '@/lib/text/preferences'

/** True unless the person turned the keys off in Display. */
export const areShortcutsOn = () => !document.cookie.split('; ').includes(`${SHORTCUTS_COOKIE}=off`)

const isShown = (element: Element) => element.checkVisibility()

/** The controls that a key presses have `aria-keyshortcuts`. */
export const controlOf = (key: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].find(
    (control) => control.getAttribute('aria-keyshortcuts') === key && isShown(control),
  )

/** `?` shows the keys, `j` and `k` move through rows, others press the control that names them. */
export function pressKey(event: KeyboardEvent, showKeys: () => void): void {
  const { key } = event
  if (event.defaultPrevented || event.isComposing || isTyping(event.target) || isCovered() || !areShortcutsOn()) return
  if (key === '?') showKeys()
  else if (key === 'j' || key === 'k') moveToRow(key === 'j' ? 1 : -1)
  // Later, so that the letter is not typed into a dialog that opens with it.
  else if (!event.repeat) setTimeout(() => controlOf(key)?.click())
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu]') !== null

/** True while a dialog or a menu is open. */
const isCovered = () => document.querySelector('dialog[open], [popover]:popover-open') !== null

/** Focuses the first control of the next or previous row; of the first or last row when none has the focus. */
function moveToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody > tr, main section li')].flatMap((row) => {
    const control = row.hasAttribute('tabindex') ? row : row.querySelector<HTMLElement>('a[href], button')
    return control && isShown(control) ? [{ row, control }] : []
  })
  const now = rows.findIndex(({ row }) => row.contains(document.activeElement))
  rows.at(now < 0 ? (step > 0 ? 0 : -1) : Math.min(Math.max(now + step, 0), rows.length - 1))?.control.focus()
}
