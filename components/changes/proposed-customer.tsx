import { OwnText } from '@/components/text/own-text'
import type { SubscriptionChange } from '@/lib/changes/change'

/** Shows the external customer ID that the approved cancel sends; nothing when it sends none. */
export function ProposedCustomer({ proposal }: Pick<SubscriptionChange, 'proposal'>) {
  if (proposal === null || proposal.externalCustomerId === null) return null
  return (
    <span className="block">
      External customer ID <OwnText text={proposal.externalCustomerId} className="opaque" />
    </span>
  )
}
