'use client'

import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { CHECK_KINDS, type CheckKind, type CheckList, MAX_CHECKED } from '@/contract/console/checks'
import { problemOf } from '@/lib/browser/problem-of'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { FIELD_LOOK } from '../_filters/filter-fields'
import { CheckProblem, useStartCheck } from '../_lists/check-these'
import { CHECK_KIND_NAMES, durationLabel } from './check-labels'
import { idColumns, likelyColumn, textOfFile, UnreadableList } from './pasted-ids'

const FIELD = `${FIELD_LOOK} min-h-9`

/** Starts the check of a pasted list or a file. The browser reads the file and sends only the IDs. */
export function NewCheck({ list }: { list: CheckList }) {
  const id = useId()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<CheckKind>('invoice')
  const [chosen, setChosen] = useState<number | null>(null)
  const opening = useMutation({ mutationFn: textOfFile })
  // The columns of the newest text only.
  const parsing = useMutation({ mutationFn: idColumns })
  const start = useStartCheck()
  const read = (typed: string) => {
    opening.reset()
    start.reset()
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
  const problem =
    (unreadable && messageOf(unreadable)) ?? column?.problem ?? (ids.length > MAX_CHECKED ? TOO_LONG : null)
  const canStart = ids.length > 0 && problem === null
  return (
    <Section title="New check">
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (canStart) start.mutate({ kind, ids })
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
          <label className="text-sm">
            <span className="mb-1 block font-medium">What they are</span>
            <select
              value={kind}
              onChange={({ currentTarget }) =>
                setKind(CHECK_KINDS.find((each) => each === currentTarget.value) ?? 'any')
              }
              className={FIELD}
            >
              {CHECK_KINDS.map((each) => (
                <option key={each} value={each}>
                  {CHECK_KIND_NAMES[each]}
                </option>
              ))}
            </select>
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
          <Button type="submit" variant="primary" pending={start.isPending} aria-disabled={!canStart}>
            Check
          </Button>
        </div>
        <p
          id={`${id}-about`}
          role={problem === null ? 'status' : 'alert'}
          className={problem === null ? 'text-muted text-xs' : 'text-red text-xs'}
        >
          {problem ?? aboutLabel(ids.length, list)}
          {columns.length === 1 && column?.name != null && ` The first line, “${column.name}”, is the header.`}
        </p>
        {start.error && <CheckProblem error={start.error} />}
      </form>
    </Section>
  )
}

const TOO_LONG = `A check takes up to ${formatNumber(MAX_CHECKED)} IDs. Paste a part of the list, and check the rest later.`

const messageOf = (error: Error) => (error instanceof UnreadableList ? error.message : problemOf(error).detail)

function aboutLabel(count: number, list: CheckList): string {
  if (count === 0)
    return `Each is read again and checked, at most ${formatNumber(list.perSecond)} a second. Up to ${formatNumber(MAX_CHECKED)}.`
  return `${formatCount(count, 'ID')}. Takes ${durationLabel(count, list)}. You can leave the page meanwhile.`
}
