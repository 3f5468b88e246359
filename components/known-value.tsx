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

/** Shows the label of a known value, an unknown value as sent in a dashed pill, and a missing or unreadable one as `Absent` does. */
export function KnownValue({ value, label }: KnownValueProps) {
  if (isAbsent(value)) return <Absent value={value} />
  const text = label(value)
  if (text !== value) return <>{text}</>
  return (
    <Pill tone="unknown">
      <VisibleMarks>{value}</VisibleMarks>
    </Pill>
  )
}
