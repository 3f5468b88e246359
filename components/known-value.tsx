import type { Unreadable } from '@/contract/console/reading'
import { isAbsent } from '@/lib/format/unreadable'
import { Absent } from './absent'
import { Pill } from './ui/pill'
import { VisibleMarks } from './visible-marks'

interface KnownValueProps {
  value: string | Unreadable | null
  /** The label of a value we know; gives any other back as it was. */
  label: (value: string) => string
}

/** A value's label; one this console does not know literally, in a dashed pill; "Not sent" or "Unreadable: …" where there is none. */
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
