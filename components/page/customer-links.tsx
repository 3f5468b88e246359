import { Identifier } from '@/components/text/identifier'
import { Link } from '@/components/ui/link'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { Field } from '@/lib/billing-api/view-of'
import { apiCustomerPath, customerPath } from '@/lib/core/paths'
import { readable } from '@/lib/billing-api/unreadable'

interface CustomerLinksProps {
  externalIds: string[]
  /** The customer ID of the billing API. */
  customerId: Field<string>
}

/** An object's customers by their IDs in your own system, where they are known, and the ID of the billing API; what opens is a link. */
export function CustomerLinks({ externalIds, customerId }: CustomerLinksProps) {
  const look = 'foreign text-accent font-medium hover:underline'
  const known = externalIds.length === 0 ? readable(customerId) : null
  return (
    <>
      {externalIds.map((externalId) => (
        <Link key={externalId} href={customerPath(externalId)} prefetch={false} className={`no-print ${look}`}>
          <VisibleMarks>{externalId}</VisibleMarks>
        </Link>
      ))}
      <Identifier id={customerId} of="customer">
        {known === null ? undefined : (
          <Link href={apiCustomerPath(known)} prefetch={false} className="text-accent hover:underline">
            <VisibleMarks>{known}</VisibleMarks>
          </Link>
        )}
      </Identifier>
    </>
  )
}
