import { Link } from '@/components/ui/link'
import type { ActivityEntry } from '@/contract/console/activity'
import { invoicePath, ledgerPath, subscriptionPath } from '@/lib/browser/paths'
import { VisibleMarks } from '@/components/visible-marks'

const PATHS: Readonly<Record<string, (id: string) => string>> = {
  subscription: subscriptionPath,
  invoice: invoicePath,
  customer: ledgerPath,
}

/** The object of an audit entry, as a link when the console has a page for it. */
export function ActivityObject({ object }: Pick<ActivityEntry, 'object'>) {
  if (!object) return null
  const path = Object.hasOwn(PATHS, object.kind) ? PATHS[object.kind] : undefined
  if (!path)
    return (
      <span className="opaque text-muted">
        <VisibleMarks>{object.id}</VisibleMarks>
      </span>
    )
  return (
    <Link href={path(object.id)} prefetch={false} className="opaque text-accent hover:underline">
      {object.id}
    </Link>
  )
}
