import { Identifier } from '@/components/text/identifier'
import type { Field } from '@/lib/billing-api/view-of'
import { apiCustomerPath, customerPath } from '@/lib/core/paths'
import { readable } from '@/lib/billing-api/unreadable'
import { TextLink } from '@/components/text/text-link'

interface CustomerLinksProps {
  externalIds: string[]
  /** The customer ID of the billing API. */
  customerId: Field<string>
}

/** An object's customers by their IDs in your own system, where they are known, and the ID of the billing API; what opens is a link. */
export function CustomerLinks({ externalIds, customerId }: CustomerLinksProps) {
  const known = externalIds.length === 0 ? readable(customerId) : null
  return (
    <>
      {externalIds.map((externalId) => (
        <TextLink key={externalId} href={customerPath(externalId)} className="no-print font-medium">
          {externalId}
        </TextLink>
      ))}
      <Identifier id={customerId} of="customer">
        {known === null ? undefined : <TextLink href={apiCustomerPath(known)}>{known}</TextLink>}
      </Identifier>
    </>
  )
}
