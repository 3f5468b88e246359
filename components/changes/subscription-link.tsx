import { Link } from '@/components/ui/link'
import { VisibleMarks } from '@/components/text/visible-marks'
import { subscriptionPath } from '@/lib/core/paths'

/** An ID as a link to its subscription, which is read only when the link is followed. */
export function SubscriptionLink({ id }: { id: string }) {
  return (
    <Link href={subscriptionPath(id)} prefetch={false} className="opaque text-accent hover:underline">
      <VisibleMarks>{id}</VisibleMarks>
    </Link>
  )
}
