import type { Field } from '@/lib/billing-api/view-of'
import { isAbsent } from '@/lib/billing-api/unreadable'
import { Absent } from '@/components/text/absent'
import { Pill } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/text/visible-marks'

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
