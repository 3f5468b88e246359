import type { Field } from '@/contract/console/view-of'
import { isAbsent } from '@/lib/format/unreadable'
import { Absent } from './absent'
import { Pill } from './ui/pill'
import { VisibleMarks } from './visible-marks'

interface KnownValueProps {
  value: Field<string> | null
  /** Returns the label of a known value, and any other value unchanged. */
  label: (value: string) => string
}

/** A value's label; an unknown value literally in a dashed pill; "Not sent" or "Unreadable: …" without one. */
export function KnownValue({ value, label }: KnownValueProps) {
  if (isAbsent(value)) return <Absent value={value} />
  const known = label(value)
  if (known !== value) return <>{known}</>
  return (
    <Pill tone="unknown">
      <VisibleMarks>{value}</VisibleMarks>
    </Pill>
  )
}
