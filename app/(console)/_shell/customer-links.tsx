import { Link } from '@/components/ui/link'
import { VisibleMarks } from '@/components/visible-marks'
import { apiCustomerPath, customerPath } from '@/lib/browser/paths'

interface CustomerLinksProps {
  externalIds: string[]
  /** The customer ID of the billing API; null when none was sent. */
  customerId: string | null
}

/** Links to an object's customers: by their IDs in your own system where they are known, else by the ID of the billing API. */
export function CustomerLinks({ externalIds, customerId }: CustomerLinksProps) {
  const look = 'foreign text-accent block font-semibold hover:underline'
  if (externalIds.length === 0)
    return (
      customerId !== null && (
        <Link href={apiCustomerPath(customerId)} prefetch={false} className={look}>
          Open customer
        </Link>
      )
    )
  return externalIds.map((externalId) => (
    <Link key={externalId} href={customerPath(externalId)} prefetch={false} className={look}>
      <VisibleMarks>{externalId}</VisibleMarks>
    </Link>
  ))
}
