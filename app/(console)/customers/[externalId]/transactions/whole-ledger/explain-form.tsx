'use client'

import { type SubmitEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { typedDay } from '@/lib/domain/time/typed-day'
import type { Days } from '@/lib/domain/whole-ledger/days-in-words'
import { FilterText } from '../../../../_filters/filter-fields'

const DAY_MS = 86_400_000
const PRESETS = [7, 30]

interface ExplainFormProps {
  /** The UTC days that are explained; null for none. */
  days: Days | null
  onDays: (days: Days | null) => void
  /** The last day of the presets; null for no presets. */
  asOfDay: string | null
}

/** Chooses the days to explain, by typing them or by a preset. */
export function ExplainForm({ days, onDays, asOfDay }: ExplainFormProps) {
  const [refused, setRefused] = useState<{ why: string; shown: string } | null>(null)
  const errorId = useId()
  const shown = days ? `${days.from}..${days.to}` : ''
  // An error is about what was typed: days that come from elsewhere, such as Back, replace it.
  const error = refused?.shown === shown ? refused.why : null
  const choose = (chosen: Days | null) => {
    setRefused(null)
    onDays(chosen)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = new FormData(event.currentTarget)
    const [from = '', to = ''] = ['from', 'to'].map((name) => typedText(sent.get(name)))
    const parsed = from === '' && to === '' ? null : daysOf(from, to)
    if (typeof parsed === 'string') setRefused({ why: parsed, shown })
    else choose(parsed)
  }
  return (
    <form onSubmit={submit} noValidate className="no-print">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <div className="grid min-w-0 grow grid-cols-2 gap-3 sm:max-w-72">
          <FilterText
            label="From"
            name="from"
            value={days?.from ?? null}
            placeholder="YYYY-MM-DD"
            errorId={error === null ? undefined : errorId}
          />
          <FilterText
            label="To"
            name="to"
            value={days?.to ?? null}
            placeholder="YYYY-MM-DD"
            errorId={error === null ? undefined : errorId}
          />
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Button type="submit" small className="min-h-8">
            Explain
          </Button>
          {asOfDay !== null &&
            PRESETS.map((count) => (
              <Button
                key={count}
                small
                variant="ghost"
                className="min-h-8"
                onClick={() => choose({ from: daysBefore(asOfDay, count - 1), to: asOfDay })}
              >
                Last {count} days
              </Button>
            ))}
        </div>
      </div>
      <p id={errorId} role="alert" className="text-red mt-1 text-xs empty:hidden">
        {error}
      </p>
    </form>
  )
}

/** Returns the days that were typed, or why they are refused. */
function daysOf(typedFrom: string, typedTo: string): Days | string {
  const [from, to] = [typedDay(typedFrom), typedDay(typedTo)]
  if (from === null || to === null) return 'Use 2026-03-03 or 3 Mar 2026'
  return from > to ? 'From is after To. Swap the days.' : { from, to }
}

const daysBefore = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10)

const typedText = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value.trim() : '')
