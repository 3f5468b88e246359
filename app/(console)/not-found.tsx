'use client'

import { usePathname } from 'next/navigation'
import { VisibleMarks } from '@/components/text/visible-marks'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'

/** Loaded lazily, because the page "Not found" is part of every page. */
const SameApiId = lazyWithRetry(() => import('@/components/customers/nothing-yet').then((module) => module.SameApiId))

/** Splits `/subscriptions/sub_1` into the kind in words and the ID. */
function missingObject(pathname: string): { what: string; id: string } | null {
  const [, place, segment] = pathname.split('/')
  const what = { subscriptions: 'Subscription', invoices: 'Invoice', customers: 'Customer' }[place ?? '']
  return what && segment ? { what, id: decodeURIComponent(segment) } : null
}

export default function NotFound() {
  const missing = missingObject(usePathname())
  if (!missing)
    return (
      <>
        <h1 className="mb-4 text-2xl font-semibold">Page not found</h1>
        <p className="text-muted text-sm">Search above, or use the menu.</p>
      </>
    )
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">{missing.what} not found</h1>
      <p className="opaque text-sm font-semibold">
        <VisibleMarks>{missing.id}</VisibleMarks>
      </p>
      <p className="text-muted mt-1 text-sm">
        No {missing.what.toLowerCase()} found with this ID. Check it, or search above.
        {missing.what === 'Customer' && <SameApiId id={missing.id} />}
      </p>
    </>
  )
}
