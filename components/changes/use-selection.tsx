import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Column } from '@/components/ui/data-table'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { MAX_GROUP } from '@/lib/changes/change'
import { problemOf } from '@/lib/core/problem-of'
import { useMay, useSignedIn } from '@/components/page/signed-in'
import { takeTyped } from '@/lib/core/typed'
import { formatNumber } from '@/lib/money/amount'
import { selectColumn, SelectionContext } from './select-boxes'
import { pressedRange, withSelected } from './selection'
import { restoreSelected, type SelectedDraft } from './selected-draft'

const loadDialog = () => import('./cancel-selected-dialog')
const CancelSelectedDialog = lazyWithRetry(() => loadDialog().then((module) => module.CancelSelectedDialog))

/** All rows that match the filters of a list, when there may be more than are shown. */
interface AllRows {
  /** Tells one list from another. */
  filters: string
  count: number
  hasMore: boolean
  read: () => Promise<string[]>
}

interface SelectionProps<Row> {
  /** The rows that are shown. */
  rows: readonly Row[]
  /** Returns the ID of the subscription; null for a row that cannot be selected. */
  idOf: (row: Row) => string | null
  all?: AllRows | undefined
  /** The ledger of these subscriptions, sent with each cancel. */
  externalCustomerId?: string | undefined
}

interface SelectionParts<Row, Sort extends string> {
  /** The columns with a checkbox on each row, before the others. */
  withBoxes: (columns: readonly Column<Row, Sort>[]) => readonly Column<Row, Sort>[]
  /** What can be done with the selected rows: above the table with "Select all", else below it, where it moves no row. */
  bar: ReactNode
  /** Gives the checkboxes of this content what is selected, and shows the open dialog beside it. */
  provide: (content: ReactNode) => ReactNode
}

/** Lets people who may cancel select subscriptions and cancel them together. Keep `idOf` between renders. */
export function useSelection<Row, Sort extends string = string>({
  rows,
  idOf,
  all,
  externalCustomerId,
}: SelectionProps<Row>): SelectionParts<Row, Sort> {
  const [selected, setSelected] = useState<readonly string[]>([])
  const lastPressed = useRef<string>(undefined)
  const [open, setOpen] = useState<SelectedDraft>()
  // Typed text outlives the dialog.
  const [typed, setTyped] = useState<Omit<SelectedDraft, 'ids'>>({})
  const { name } = useSignedIn()
  const mayCancel = useMay('cancel')
  const shown = rows.flatMap((row) => idOf(row) ?? [])
  const set = (ids: readonly string[], isOn: boolean) => setSelected((before) => withSelected(before, ids, isOn))
  const press = (id: string, isOn: boolean, isRange: boolean) => {
    set(isRange ? pressedRange(shown, lastPressed.current ?? id, id) : [id], isOn)
    lastPressed.current = id
  }
  const clear = () => {
    setSelected([])
    lastPressed.current = undefined
  }
  // Restores the dialog after a sign-in; nothing was sent.
  useEffect(() => {
    const draft = restoreSelected(takeTyped(name, ({ action }) => action === 'cancelSelected'))
    if (!draft) return
    void loadDialog().then(() => {
      setSelected(draft.ids)
      setOpen(draft)
    })
  }, [name])
  const column = useMemo(() => selectColumn<Row, Sort>(idOf), [idOf])
  const canSelect = mayCancel && (shown.length > 0 || selected.length > 0)
  const withBoxes = useCallback(
    (columns: readonly Column<Row, Sort>[]) => (canSelect ? [column, ...columns] : columns),
    [canSelect, column],
  )
  return {
    withBoxes,
    bar: canSelect && (
      <div className={all ? BAR : selected.length > 0 ? `${BAR} border-t` : 'sr-only'}>
        {all && <SelectAll key={all.filters} all={all} selected={selected} set={set} />}
        <p role="status" className="empty:sr-only">
          {selected.length > 0 && `${formatNumber(selected.length)} selected`}
          {selected.length === MAX_GROUP && ', the most at once'}
        </p>
        {selected.length > 0 && (
          <>
            <Button small onClick={() => setOpen({ ...typed, ids: selected })} {...CancelSelectedDialog.prefetchProps}>
              Cancel selected
            </Button>
            <Button small variant="ghost" onClick={clear}>
              Select none
            </Button>
          </>
        )}
      </div>
    ),
    provide: (content) => (
      <SelectionContext value={{ selected, shown, set, press }}>
        {content}
        {open && (
          <CancelSelectedDialog
            draft={open}
            externalCustomerId={externalCustomerId}
            onStored={clear}
            onDismiss={(text) => {
              setTyped(text)
              setOpen(undefined)
            }}
          />
        )}
      </SelectionContext>
    ),
  }
}

const BAR = 'no-print flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1 text-sm'

interface SelectAllProps {
  all: AllRows
  selected: readonly string[]
  set: (ids: readonly string[], isOn: boolean) => void
}

/** Selects all rows that match the filters. */
function SelectAll({ all: { count, hasMore, read }, selected, set }: SelectAllProps) {
  const [all, setAll] = useState<readonly string[]>([])
  // Set with the press: a mutation is pending only a moment later, and the box would lose its tick until then.
  const [isAsked, setAsked] = useState(false)
  const { mutate, error } = useMutation({
    mutationFn: read,
    onSuccess: (ids) => {
      setAll(ids)
      set(ids, true)
    },
    onSettled: () => setAsked(false),
  })
  const isTooMany = hasMore || count > MAX_GROUP
  const isOn = isAsked || (all.length > 0 && all.every((id) => selected.includes(id)))
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <label className="flex min-h-7 items-center gap-2">
        <input
          type="checkbox"
          checked={isOn}
          disabled={isTooMany}
          onChange={() => {
            if (isAsked) return
            if (isOn) set(all, false)
            else {
              setAsked(true)
              mutate()
            }
          }}
        />
        Select all {formatNumber(count)}
        {hasMore && '+'}
      </label>
      {isTooMany && <span className="text-muted text-xs">Up to {MAX_GROUP}: filter the list first</span>}
      {error && (
        <span role="alert" className="text-red text-xs">
          {problemOf(error).detail}
        </span>
      )}
    </span>
  )
}
