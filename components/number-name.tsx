import type { Field } from '@/contract/console/view-of'
import { writtenName } from '@/lib/format/amount'
import { isAbsent } from '@/lib/format/unreadable'
import { Absent } from './absent'
import { LongNumber } from './long-number'

/** A number that identifies an object, such as an invoice number, as sent. A very long one unfolds. */
export function NumberName({ name }: { name: Field<string> | null }) {
  if (isAbsent(name)) return <Absent value={name} />
  return (
    <span className="foreign">
      <LongNumber written={writtenName(name)} allDigits={name} />
    </span>
  )
}
