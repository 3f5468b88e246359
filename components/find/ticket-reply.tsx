import { useQueries } from '@tanstack/react-query'
import { customerQuery } from '@/components/customers/customer-queries'
import { ReplyBox } from '@/components/replies/reply-box'
import { SeveralCustomers } from '@/components/replies/several-customers'
import { VisibleMarks } from '@/components/text/visible-marks'
import { buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { CustomerInvoice } from '@/lib/customers/customer'
import { chargedTwiceReply } from '@/lib/customers/charged-twice-reply'
import { forecast } from '@/lib/subscriptions/forecast'
import { replyAmong } from '@/lib/subscriptions/reply-among'
import { subscriptionReply } from '@/lib/subscriptions/subscription-reply'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { invoiceReply } from '@/lib/invoices/invoice-reply'
import { lastPeriodOf } from '@/lib/invoices/last-period'
import { nameInSentence } from '@/lib/text/bidi'
import type { Sentences } from '@/lib/text/english'
import { ENGLISH } from '@/lib/text/english'
import { comparePath } from '@/lib/core/paths'
import { readable } from '@/lib/billing-api/unreadable'
import { type Lookup, lookupState, missingIds } from './lookups'
import { FRESH_MS, type ReadObject } from './use-read-objects'

interface TicketReplyProps {
  lookups: readonly Lookup[]
  /** The objects of the text, in its order. */
  objects: readonly ReadObject[]
  /** True when the text asks whether something is charged twice. */
  asksAboutTwice?: boolean
}

/** The reply for all objects of the ticket, and for what was not found. Waits until everything was read. */
export function TicketReply({ lookups, objects, asksAboutTwice = false }: TicketReplyProps) {
  const isRead = objects.every(({ isPending }) => !isPending)
  const isSearched = lookups.every(({ result }) => result !== undefined)
  const compared = useComparedInvoices(asksAboutTwice && isRead ? objects : [])
  if (!isRead || !isSearched || compared === null) return null
  const missing = missingIds(lookups)
  const hasNothing =
    objects.length === 0 && (lookups.length === 0 || lookups.some((lookup) => lookupState(lookup) === 'none'))
  const linesOf = (say: Sentences) => objects.map((object) => lineOf(object, { objects, compared, say }))
  const reply = (say: Sentences) => {
    const names = missing.flatMap((id) => nameInSentence(id) ?? [])
    const asks = missing.length > 0 || hasNothing ? say.notFound(names) : null
    const all = [...linesOf(say), asks].filter((sentence) => sentence !== null)
    return all.length === 0 ? null : all.join('\n')
  }
  if (reply(ENGLISH) === null) return null
  const lines = linesOf(ENGLISH)
  const leftOut = objects.filter((_, nth) => lines[nth] === null).map(({ id }) => id)
  return (
    <>
      <ReplyBox reply={reply} />
      <SeveralCustomers views={objects.flatMap(({ view }) => view ?? [])} />
      {leftOut.length > 0 && (
        <p className="text-yellow text-sm">
          The reply leaves out{' '}
          <span className="opaque">
            <VisibleMarks>{leftOut.join(', ')}</VisibleMarks>
          </span>
          .
        </p>
      )}
    </>
  )
}

/** Returns what the console knows of the invoices of these customers, with their findings; null while it is read. */
function useComparedInvoices(objects: readonly ReadObject[]): CustomerInvoice[] | null {
  const customerIds = objects.flatMap(({ view }) =>
    view && 'invoiceLineItems' in view ? (readable(view.customerId) ?? []) : [],
  )
  const reads = useQueries({
    queries: [...new Set(customerIds)].map((customerId) => ({
      ...customerQuery({ customerId }),
      staleTime: FRESH_MS,
    })),
  })
  return reads.some(({ isPending }) => isPending) ? null : reads.flatMap(({ data }) => data?.invoices ?? [])
}

interface Known {
  /** All objects of the ticket. */
  objects: readonly ReadObject[]
  /** The invoices that are compared with each other. */
  compared: readonly CustomerInvoice[]
  say: Sentences
}

/** Returns what the reply says of one object; null when it was not read, and when nothing certain can be said. */
function lineOf({ view, currency }: ReadObject, { objects, compared, say }: Known): string | null {
  if (view === undefined) return null
  if ('invoiceLineItems' in view) {
    const last = lastPeriodOf(view, endDateOf(view, objects), [])
    // Only its own page knows whether other invoices follow.
    const lastPeriod = last && { ...last, isLastInvoice: false }
    const state = invoiceReply(view, readable(view.currency) ?? currency, say, lastPeriod)
    return state === null ? null : [state, chargedTwiceReply(view.id, compared, say)].filter(Boolean).join(' ')
  }
  const reply = subscriptionReply(view, forecast(view, view.asOf), say)
  const subscriptions = objects.flatMap((object) =>
    object.view && !('invoiceLineItems' in object.view) ? object.view : [],
  )
  return typeof reply === 'string' ? replyAmong(subscriptions, view, reply) : null
}

/** Returns the end of an invoice's subscription when the ticket has that too; else null. */
function endDateOf({ subscriptionId }: InvoiceView, objects: readonly ReadObject[]): string | null {
  const view = objects.find(({ id }) => id === readable(subscriptionId))?.view
  return view && 'endDate' in view ? readable(view.endDate) : null
}

/** Leads to the comparison of two invoices of one subscription, the later one with the earlier one. */
export function CompareLink({ objects }: Pick<TicketReplyProps, 'objects'>) {
  const invoices = objects.flatMap(({ view }) => (view && 'invoiceLineItems' in view ? [view] : []))
  const [one, other, ...more] = invoices
  if (!one || !other || more.length > 0 || readable(one.subscriptionId) === null) return null
  if (readable(one.subscriptionId) !== readable(other.subscriptionId)) return null
  const isLater = (readable(one.issueDate) ?? '') > (readable(other.issueDate) ?? '')
  const [later, earlier] = isLater ? [one, other] : [other, one]
  return (
    <Link href={comparePath(later.id, earlier.id)} prefetch={false} className={buttonClass('secondary', true)}>
      Compare
    </Link>
  )
}
