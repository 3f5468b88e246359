import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import type { TreeRow } from './tree-rows'

/**
 * Handles the arrow keys of the ARIA treegrid pattern with row focus: one row is in the tab order; Up, Down, Home and
 * End move; Right unfolds or goes to the first child; Left folds or goes to the parent; Enter and Space toggle.
 */
export function useTreegridKeys(rows: TreeRow[], toggle: (key: string) => void) {
  const [focusedKey, setFocusedKey] = useState<string | null>(null)
  const activeKey = rows.some(({ key }) => key === focusedKey) ? focusedKey : (rows[0]?.key ?? null)

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const { target, currentTarget: table } = event
    if (!(target instanceof HTMLTableRowElement) || event.ctrlKey || event.metaKey || event.altKey) return
    const index = rows.findIndex(({ key }) => key === target.dataset.key)
    const row = rows[index]
    if (!row) return
    const focusRow = (key: string | null | undefined) =>
      [...table.rows].find((element) => element.dataset.key === key)?.focus()

    const actions: Record<string, () => void> = {
      ArrowDown: () => focusRow(rows[index + 1]?.key),
      ArrowUp: () => focusRow(rows[index - 1]?.key),
      Home: () => focusRow(rows[0]?.key),
      End: () => focusRow(rows.at(-1)?.key),
      ArrowRight: () => (row.expanded === false ? toggle(row.key) : row.expanded && focusRow(rows[index + 1]?.key)),
      ArrowLeft: () => (row.expanded ? toggle(row.key) : focusRow(row.parentKey)),
      Enter: () => row.expanded !== undefined && toggle(row.key),
      ' ': () => row.expanded !== undefined && toggle(row.key),
    }
    const act = actions[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLTableRowElement && target.dataset.key) setFocusedKey(target.dataset.key)
  }
  return { activeKey, onKeyDown, onFocus }
}
