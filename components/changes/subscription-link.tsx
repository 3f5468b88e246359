import { TextLink } from '@/components/text/text-link'
import { subscriptionPath } from '@/lib/core/paths'

/** An ID as a link to its subscription, which is read only when the link is followed. */
export const SubscriptionLink = ({ id }: { id: string }) => (
  <TextLink href={subscriptionPath(id)} className="opaque">
    {id}
  </TextLink>
)
