import { NotSent } from './ui/facts'
import { Pill } from './ui/pill'

interface KnownWordProps {
  value: string | null
  /** Words for the values we know; gives any other back as it was. */
  words: (value: string) => string
}

/** A value in words; one this console does not know literally, in a dashed pill; "Not sent" where there is none. */
export function KnownWord({ value, words }: KnownWordProps) {
  if (value === null) return <NotSent />
  const known = words(value)
  return known === value ? <Pill tone="unknown">{value}</Pill> : <>{known}</>
}
