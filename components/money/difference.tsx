import { formatDateTime } from '@/lib/time/instant'
import type { Difference as Changed } from '@/lib/objects/indexed-objects'
import { statusName } from '@/lib/objects/status-names'
import { Instant } from '@/components/time/instant'
import { Money } from './money'
import { UtcDay } from '@/components/time/utc-day'
import { VisibleMarks } from '@/components/text/visible-marks'

const FIELD_LABELS: Record<Changed['field'], string> = {
  status: 'Status',
  endDate: 'Last day',
  plan: 'Plan',
  price: 'Price',
  total: 'Total',
  dueDate: 'Due',
}

/** A field that changed: "Status: Issued → Paid". */
export function Difference({ difference }: { difference: Changed }) {
  const { field, before, after } = difference
  return (
    <span className="foreign">
      {FIELD_LABELS[field]}: <Value difference={difference} value={before} />
      {' → '}
      <Value difference={difference} value={after} />
    </span>
  )
}

function Value({ difference: { kind, field, currency }, value }: { difference: Changed; value: string | null }) {
  if (field === 'endDate') return <UtcDay iso={value} missing="no end" name="end date" dense isEnd />
  if (field === 'dueDate') return <UtcDay iso={value} missing="no due date" name="due date" dense />
  if (field === 'total') return <Money amount={value} currency={currency} />
  const text = field === 'status' ? statusName(kind, value ?? '') : (value ?? '')
  return <VisibleMarks>{text}</VisibleMarks>
}

interface ChangedBetweenProps extends Pick<Changed, 'beforeAt' | 'afterAt'> {
  /** As of an `Instant`. */
  utc?: boolean
}

/** When something changed: between two reads, or in the minute of both. */
export function ChangedBetween({ beforeAt, afterAt, utc = false }: ChangedBetweenProps) {
  const isOneMinute = formatDateTime(beforeAt, 'UTC') === formatDateTime(afterAt, 'UTC')
  const before = <Instant iso={beforeAt} dense utc={utc} />
  return (
    <>
      Changed {isOneMinute ? 'at' : <>between {before} and</>} <Instant iso={afterAt} dense utc={utc} />
    </>
  )
}
