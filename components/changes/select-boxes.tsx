'use client'

import { useSyncExternalStore } from 'react'
import type { Column } from '@/components/ui/data-table'
import type { Selection } from './selection'

const NONE: readonly string[] = []

/** Returns the selected IDs. */
export const useSelected = (selection: Selection): readonly string[] =>
  useSyncExternalStore(selection.subscribe, selection.ids, () => NONE)

/**
 * Returns the column with a checkbox on each row, and one for all rows that are shown.
 * @param idOf returns the ID of the subscription; null for a row that cannot be selected
 */
export const selectColumn = <Row, Sort extends string = string>(
  selection: Selection,
  idOf: (row: Row) => string | null,
): Column<Row, Sort> => ({
  header: 'Select',
  hasNoHeader: true,
  headerNote: <ShownBox selection={selection} />,
  width: '2.25rem',
  show: (row) => {
    const id = idOf(row)
    return id === null ? null : <RowBox selection={selection} id={id} />
  },
})

// Above the link that covers its row in Find's results.
const BOX = 'relative z-1 block size-4'

function RowBox({ selection, id }: { selection: Selection; id: string }) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${id}`}
      className={BOX}
      checked={useSelected(selection).includes(id)}
      // A press with Shift selects a range; the event of a change does not say so.
      onClick={({ currentTarget: { checked }, shiftKey }) => selection.toggle(id, checked, shiftKey)}
      readOnly
    />
  )
}

function ShownBox({ selection }: { selection: Selection }) {
  const selected = useSelected(selection)
  const shown = useSyncExternalStore(selection.subscribe, selection.shown, () => NONE)
  const count = shown.filter((id) => selected.includes(id)).length
  const isAll = count > 0 && count === shown.length
  return (
    <input
      type="checkbox"
      aria-label="Select this page"
      className={BOX}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll
      }}
      onChange={() => selection.set(shown, !isAll)}
    />
  )
}
