import { VisibleMarks } from '@/components/visible-marks'
import type { SubscriptionChange } from '@/contract/console/change'

/** Shows the external customer ID that the approved cancel sends; nothing when it sends none. */
export function ProposedCustomer({ proposal }: Pick<SubscriptionChange, 'proposal'>) {
  if (proposal === null || proposal.externalCustomerId === null) return null
  return (
    <span className="block">
      External customer ID{' '}
      <span className="opaque">
        <VisibleMarks>{proposal.externalCustomerId}</VisibleMarks>
      </span>
    </span>
  )
}
