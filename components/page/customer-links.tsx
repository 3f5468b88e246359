import { Identifier } from '@/components/text/identifier'
import { TextLink } from '@/components/text/text-link'
import type { Field } from '@/lib/billing-api/view-of'
import { apiCustomerPath, customerPath } from '@/lib/core/paths'

interface CustomerLinksProps {
  externalIds: string[]
  /** The customer ID of the billing API. */
  customerId: Field<string>
}

/** An object's customers by their IDs in your own system, where they are known, and the ID of the billing API; what opens is a link. */
export const CustomerLinks = ({ externalIds, customerId }: CustomerLinksProps) => (
  <>
    {externalIds.map((externalId) => (
      <TextLink key={externalId} href={customerPath(externalId)} className="no-print font-medium">
        {externalId}
      </TextLink>
    ))}
    <Identifier id={customerId} of="customer" {...(externalIds.length === 0 && { path: apiCustomerPath })} />
  </>
)
