import { LongNumber } from '@/components/money/long-number'
import { Absent, AbsentStatus } from '@/components/text/absent'
import { VisibleMarks } from '@/components/text/visible-marks'
import { Pill, type Tone } from '@/components/ui/pill'
import { isAbsent } from '@/lib/billing-api/unreadable'
import type { Field } from '@/lib/billing-api/view-of'
import { writtenName } from '@/lib/money/amount'

/** A value that the console does not know, as sent. */
const UnknownValue = ({ children }: { children: string }) => (
  <Pill tone="unknown" title="This console does not know this value">
    <VisibleMarks>{children}</VisibleMarks>
  </Pill>
)

interface KnownValueProps {
  value: Field<string> | null
  /** Returns the label of a known value, and any other value unchanged. */
  label: (value: string) => string
}

/** Shows the label of a known value, an unknown value as sent in a dashed pill, and a missing or unreadable one as `Absent` does. */
export function KnownValue({ value, label }: KnownValueProps) {
  if (isAbsent(value)) return <Absent value={value} />
  const text = label(value)
  return text === value ? <UnknownValue>{value}</UnknownValue> : text
}

interface FlagProps {
  value: Field<boolean> | null
  yes?: string
  no?: string
}

/** A boolean from the API; `yes` and `no` may state its meaning. */
export function Flag({ value, yes = 'Yes', no = 'No' }: FlagProps) {
  if (isAbsent(value)) return <Absent value={value} />
  return value ? yes : no
}

/** Statuses of plans, prices and billables that gaps.md names; others show literally. */
const CATALOG_STATUSES = new Map<string, { label: string; tone: Tone }>([
  ['available', { label: 'Available', tone: 'green' }],
  ['active', { label: 'Active', tone: 'green' }],
  ['draft', { label: 'Draft', tone: 'grey' }],
  ['archived', { label: 'Archived', tone: 'grey' }],
  ['deleted', { label: 'Deleted', tone: 'grey' }],
])

export function CatalogStatusPill({ status }: { status: Field<string> | null }) {
  if (isAbsent(status)) return <AbsentStatus value={status} />
  const known = CATALOG_STATUSES.get(status)
  return known ? <Pill tone={known.tone}>{known.label}</Pill> : <UnknownValue>{status}</UnknownValue>
}

/** A number that identifies an object, such as an invoice number, as sent. A very long one unfolds. */
export function NumberName({ name }: { name: Field<string> | null }) {
  if (isAbsent(name)) return <Absent value={name} />
  return (
    <span className="foreign">
      <LongNumber written={writtenName(name)} allDigits={name} />
    </span>
  )
}
