import { createContext, use } from 'react'
import type { Column } from '@/components/ui/data-table'

interface SelectedRows {
  selected: readonly string[]
  /** The rows that are shown and can be selected, in their order. */
  shown: readonly string[]
  set: (ids: readonly string[], isOn: boolean) => void
  /** Selects or deselects a row; with `isRange` also those between it and the row before. */
  press: (id: string, isOn: boolean, isRange: boolean) => void
}

/** A context keeps the other cells from rendering again with each press. */
export const SelectionContext = createContext<SelectedRows>({
  selected: [],
  shown: [],
  set: () => undefined,
  press: () => undefined,
})

/**
 * Returns the column with a checkbox on each row, and one for all rows that are shown.
 * @param idOf returns the ID of the subscription; null for a row that cannot be selected
 */
export const selectColumn = <Row, Sort extends string = string>(
  idOf: (row: Row) => string | null,
): Column<Row, Sort> => ({
  header: 'Select',
  hasNoHeader: true,
  headerNote: <ShownBox />,
  width: '2.25rem',
  show: (row) => {
    const id = idOf(row)
    return id === null ? null : <RowBox id={id} />
  },
})

// Above the link that covers its row in Find's results.
const BOX = 'relative z-1 block size-4'

function RowBox({ id }: { id: string }) {
  const { selected, press } = use(SelectionContext)
  return (
    <input
      type="checkbox"
      aria-label={`Select ${id}`}
      className={BOX}
      checked={selected.includes(id)}
      // A press with Shift selects a range; the event of a change does not say so.
      onClick={({ currentTarget: { checked }, shiftKey }) => press(id, checked, shiftKey)}
      readOnly
    />
  )
}

function ShownBox() {
  const { selected, shown, set } = use(SelectionContext)
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
      onChange={() => set(shown, !isAll)}
    />
  )
}
