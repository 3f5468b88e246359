'use client'

import { usePathname } from 'next/navigation'
import { Notice } from '@/components/ui/notice'
import { VisibleMarks } from '@/components/visible-marks'

/** Splits `/subscriptions/sub_1` into the kind in words and the ID. */
function missingObject(pathname: string): { what: string; id: string } | null {
  const [, place, segment] = pathname.split('/')
  const what = { subscriptions: 'subscription', invoices: 'invoice', customers: 'customer' }[place ?? '']
  return what && segment ? { what, id: decodeURIComponent(segment) } : null
}

export default function NotFound() {
  const missing = missingObject(usePathname())
  if (!missing)
    return (
      <>
        <h1 className="mb-4 text-2xl font-semibold">There is no such page</h1>
        <p className="text-muted text-sm">Use Find above with an id, or the menu.</p>
      </>
    )
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">No such {missing.what}</h1>
      <Notice
        tone="watch"
        title={
          <span className="opaque">
            <VisibleMarks>{missing.id}</VisibleMarks>
          </span>
        }
      >
        <p>No {missing.what} found with this ID. Check it, or search above.</p>
      </Notice>
    </>
  )
}
