'use client'

import { usePathname } from 'next/navigation'
import { useSyncExternalStore } from 'react'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { neverChanges, storedTicket } from '@/components/ticket/ticket-storage'

const TicketStrip = lazyWithRetry(() => import('./ticket-strip').then((module) => module.TicketStrip))

const OBJECT_PAGE = /^\/(?:subscriptions|invoices|customers|api-customers)\/[^/]/u

/** The strip of the ticket on the page of an object. Its code loads only when there is a ticket. */
export function InThisTicket() {
  const pathname = usePathname()
  // Checked at each navigation; the strip itself follows the ticket.
  const hasTicket = useSyncExternalStore(
    neverChanges,
    () => storedTicket() !== null,
    () => false,
  )
  return hasTicket && OBJECT_PAGE.test(pathname) && <TicketStrip />
}
