import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { MAX_READ, type ReadKind } from '@/lib/reads/reads'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { problemOf } from '@/lib/core/problem-of'
import { FIELD_LOOK } from './filter-fields'
import { idColumns, likelyColumn, textOfFile, UnreadableList } from './pasted-ids'

const FIELD = `${FIELD_LOOK} min-h-9`

const ABOUT: Record<ReadKind, string> = {
  invoice: 'IDs of invoices, or numbers of invoices that the console has read',
  subscription: 'IDs of subscriptions',
  customer: 'External IDs of customers',
}
const MOST = formatNumber(MAX_READ)
const TOO_LONG = `A run reads up to ${MOST}. Paste a part of the list, and the rest afterwards.`

interface ReadIdsDialogProps {
  kind: ReadKind
  isStarting: boolean
  /** Why it was not started. */
  problem: string | null | undefined
  onStart: (ids: string[]) => void
  /** Called when another list is read. */
  onRead: () => void
  onDismiss: () => void
}

/**
 * Takes a pasted list or a file of IDs, to read the objects again. The browser reads the file and sends only the IDs. Mount it to open it.
 */
export function ReadIdsDialog({ kind, isStarting, problem, onStart, onRead, onDismiss }: ReadIdsDialogProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const opening = useMutation({ mutationFn: textOfFile })
  // The columns of the newest text only.
  const parsing = useMutation({ mutationFn: idColumns })
  const read = (typed: string) => {
    opening.reset()
    onRead()
    setText(typed)
    setChosen(null)
    parsing.mutate(typed)
  }
  const readFile = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (!file) return
    read('')
    opening.mutate(file, { onSuccess: read })
  }
  const columns = parsing.data ?? []
  const position = chosen ?? likelyColumn(columns, kind)
  const column = columns[position]
  const ids = column?.ids ?? []
  const unreadable = opening.error ?? parsing.error
  const whyNot = (unreadable && messageOf(unreadable)) ?? column?.problem ?? (ids.length > MAX_READ ? TOO_LONG : null)
  const canStart = ids.length > 0 && whyNot === null
  return (
    <Dialog title="Read IDs" role="dialog" locked={isStarting} onDismiss={onDismiss}>
      <form
        className="mt-3 space-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (canStart) onStart(ids)
        }}
      >
        <div>
          <label htmlFor={`${id}-list`} className="block text-sm font-medium">
            IDs
          </label>
          <textarea
            id={`${id}-list`}
            value={text}
            rows={5}
            spellCheck={false}
            autoComplete="off"
            aria-describedby={`${id}-about`}
            placeholder="One a line, or a table with a column of IDs"
            onChange={(event) => read(event.currentTarget.value)}
            className="border-line-strong bg-surface mt-1 block w-full rounded-md border px-2.5 py-1.5 font-mono text-sm"
          />
        </div>
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <label className="text-sm">
            <span className="mb-1 block font-medium">or a CSV file</span>
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              onChange={readFile}
              className="file:border-line-strong file:bg-surface file:hover:bg-hover text-muted file:text-text min-h-9 max-w-full text-sm file:mr-2 file:min-h-9 file:rounded-md file:border file:px-3 file:font-medium"
            />
          </label>
          {columns.length > 1 && (
            <label className="min-w-0 text-sm">
              <span className="mb-1 block font-medium">Column</span>
              <select
                value={position}
                onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
                className={`${FIELD} max-w-full`}
              >
                {columns.map(({ name, ids: [example] }, nth) => (
                  <option key={nth} value={nth}>
                    {name}: {example}
                  </option>
                ))}
              </select>
            </label>
          )}
          <Button type="submit" variant="primary" pending={isStarting} aria-disabled={!canStart}>
            Read
          </Button>
          <Button onClick={onDismiss} aria-disabled={isStarting}>
            Cancel
          </Button>
        </div>
        <p
          id={`${id}-about`}
          role={whyNot === null ? 'status' : 'alert'}
          className={whyNot === null ? 'text-muted text-xs' : 'text-red text-xs'}
        >
          {whyNot ?? (ids.length === 0 ? `${ABOUT[kind]}, up to ${MOST}.` : `${formatCount(ids.length, 'ID')}.`)}
          {columns.length === 1 && column?.name != null && ` The first line, “${column.name}”, is the header.`}
        </p>
        {problem && (
          <p role="alert" className="text-red text-sm">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}

const messageOf = (error: Error) => (error instanceof UnreadableList ? error.message : problemOf(error).detail)
