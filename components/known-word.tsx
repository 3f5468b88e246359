import type { Unreadable } from '@/contract/console/reading'
import { isAbsent } from '@/lib/format/unreadable'
import { Absent } from './absent'
import { Pill } from './ui/pill'

interface KnownWordProps {
  value: string | Unreadable | null
  /** Words for the values we know; gives any other back as it was. */
  words: (value: string) => string
}

/** A value in words; one this console does not know literally, in a dashed pill; "Not sent" or "Unreadable: …" where there is none. */
export function KnownWord({ value, words }: KnownWordProps) {
  if (isAbsent(value)) return <Absent value={value} />
  const known = words(value)
  return known === value ? <Pill tone="unknown">{value}</Pill> : <>{known}</>
}
