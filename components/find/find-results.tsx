'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { useTicket } from '@/components/ticket/ticket'
import { neverChanges } from '@/components/ticket/ticket-storage'
import { Queries } from '@/components/page/queries'
import { FindBox } from './find-box'
import { resultLinks, TicketPanel } from './ticket-panel'

/** The Find box and the results of the ticket. Without a ticket, `children` take their place. */
export function FindResults({ children }: { children: ReactNode }) {
  const ticket = useTicket()
  // Only the browser knows the ticket, so the first HTML has neither results nor children.
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return (
    <>
      <FindBox large onDown={focusFirst} />
      {ticket ? (
        <Queries>
          <TicketPanel key={ticket.candidates.map(({ id }) => id).join('\n')} ticket={ticket} />
        </Queries>
      ) : (
        isInBrowser && children
      )}
    </>
  )
}

/** Moves the focus to the first row that opens an object; returns false without one. */
function focusFirst(): boolean {
  const [first] = resultLinks()
  first?.focus()
  return first !== undefined
}
