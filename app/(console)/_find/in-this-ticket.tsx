'use client'

import { usePathname } from 'next/navigation'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { useTicket } from '@/lib/browser/ticket'

const TicketStrip = lazyWithRetry(
  () => import('./ticket-strip').then((module) => module.TicketStrip),
  <div className="mb-4 h-11" />,
)

const OBJECT_PAGE = /^\/(?:subscriptions|invoices|customers|api-customers)\/[^/]/u

/** The strip of the ticket on the page of any object, while there is more than that object to tell. */
export function InThisTicket() {
  const ticket = useTicket()
  const pathname = usePathname()
  if (!ticket || !OBJECT_PAGE.test(pathname) || (ticket.found.length < 2 && ticket.number === null)) return null
  return <TicketStrip ticket={ticket} />
}
