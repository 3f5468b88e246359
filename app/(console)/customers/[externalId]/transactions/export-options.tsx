'use client'

import { useTimeZone } from '@/components/time/time-zone'
import { LEDGER_COLUMNS } from '@/lib/ledger/whole-ledger'

/** What an exported ledger has. */
export interface ExportOptions {
  /** True to add the creation in the zone that the page shows. */
  isZoned: boolean
  /** The numbers of the columns (`LEDGER_COLUMNS`); all by default. */
  columns: readonly number[]
}

export const ALL_COLUMNS: ExportOptions = {
  isZoned: false,
  columns: LEDGER_COLUMNS.map((_, index) => index),
}

interface ExportOptionsFormProps {
  options: ExportOptions
  onChange: (options: ExportOptions) => void
}

/** Chooses the zone and the columns of an exported ledger. */
export function ExportOptionsForm({ options, onChange }: ExportOptionsFormProps) {
  const timeZone = useTimeZone()
  const toggle = (index: number) => {
    const columns = options.columns.includes(index)
      ? options.columns.filter((each) => each !== index)
      : [...options.columns, index].toSorted((one, other) => one - other)
    // A file has at least one column.
    if (columns.length > 0) onChange({ ...options, columns })
  }
  return (
    <div role="group" aria-label="Export options" className="no-print w-full space-y-2 text-sm">
      {timeZone !== 'UTC' && (
        <Check
          label={`Created also in ${timeZone}`}
          isChecked={options.isZoned}
          onToggle={() => onChange({ ...options, isZoned: !options.isZoned })}
        />
      )}
      <fieldset>
        <legend className="text-muted text-xs">Columns</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {LEDGER_COLUMNS.map((name, index) => (
            <Check key={name} label={name} isChecked={options.columns.includes(index)} onToggle={() => toggle(index)} />
          ))}
        </div>
      </fieldset>
    </div>
  )
}

interface CheckProps {
  label: string
  isChecked: boolean
  onToggle: () => void
}

const Check = ({ label, isChecked, onToggle }: CheckProps) => (
  <label className="flex min-h-7 items-center gap-1.5">
    <input type="checkbox" checked={isChecked} onChange={onToggle} />
    {label}
  </label>
)
