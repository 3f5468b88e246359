import type { Field } from '@/lib/billing-api/view-of'
import { writtenName } from '@/lib/money/amount'
import { isAbsent } from '@/lib/billing-api/unreadable'
import { Absent } from '@/components/text/absent'
import { LongNumber } from '@/components/money/long-number'

/** A number that identifies an object, such as an invoice number, as sent. A very long one unfolds. */
export function NumberName({ name }: { name: Field<string> | null }) {
  if (isAbsent(name)) return <Absent value={name} />
  return (
    <span className="foreign">
      <LongNumber written={writtenName(name)} allDigits={name} />
    </span>
  )
}
