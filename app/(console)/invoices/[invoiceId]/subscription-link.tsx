import { Link } from '@/components/ui/link'
import { Identifier } from '@/components/text/identifier'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { subscriptionPath } from '@/lib/core/paths'
import { readable } from '@/lib/billing-api/unreadable'

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
