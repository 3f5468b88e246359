'use client'

import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { ReadKind } from '@/lib/reads/reads'
import { problemOf } from '@/lib/core/problem-of'
import { FIELD_LOOK } from './filter-fields'
import { idColumns, likelyColumn, textOfFile, UnreadableList } from './pasted-ids'

const FIELD = `${FIELD_LOOK} min-h-9`

interface IdsFormProps {
  /** The label of the button that starts. */
  label: string
  /** What the IDs are, which finds their column in a table. */
  kind: ReadKind
  maxIds: number
  /** The message for a longer list. */
  tooLong: string
  /** Says what happens with so many IDs. */
  aboutLabel: (count: number) => string
  isStarting: boolean
  onStart: (ids: string[]) => void
  /** Called when another list is read. */
  onRead: () => void
  /** Shown below the form: why it was not started. */
  problem: ReactNode
  /** More buttons. */
  beside?: ReactNode
}

/** Takes a pasted list or a file of IDs. The browser reads the file and sends only the IDs. */
export function IdsForm(props: IdsFormProps) {
  const { label, kind, maxIds, tooLong, aboutLabel, isStarting, onStart, onRead } = props
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
  const problem = (unreadable && messageOf(unreadable)) ?? column?.problem ?? (ids.length > maxIds ? tooLong : null)
  const canStart = ids.length > 0 && problem === null
  return (
    <form
      className="space-y-3"
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
          {label}
        </Button>
        {props.beside}
      </div>
      <p
        id={`${id}-about`}
        role={problem === null ? 'status' : 'alert'}
        className={problem === null ? 'text-muted text-xs' : 'text-red text-xs'}
      >
        {problem ?? aboutLabel(ids.length)}
        {columns.length === 1 && column?.name != null && ` The first line, “${column.name}”, is the header.`}
      </p>
      {props.problem}
    </form>
  )
}

const messageOf = (error: Error) => (error instanceof UnreadableList ? error.message : problemOf(error).detail)
