import { Link } from '@/components/ui/link'
import { Identifier } from '@/components/identifier'
import { VisibleMarks } from '@/components/visible-marks'
import type { InvoiceView } from '@/contract/console/invoice'
import { subscriptionPath } from '@/lib/format/paths'
import { readable } from '@/lib/format/unreadable'

/** The ID of an invoice's subscription, as a link. */
export function SubscriptionLink({ id }: { id: InvoiceView['subscriptionId'] }) {
  const known = readable(id)
  return (
    <Identifier id={id} of="subscription">
      {known !== null && (
        <Link href={subscriptionPath(known)} className="text-accent hover:underline">
          <VisibleMarks>{known}</VisibleMarks>
        </Link>
      )}
    </Identifier>
  )
}
