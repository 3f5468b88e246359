import { useQueries } from '@tanstack/react-query'
import { customerQuery } from '@/components/customers/customer-queries'
import { ReplyBox } from '@/components/replies/reply-box'
import { buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { CustomerInvoice } from '@/lib/customers/customer'
import { chargedTwiceReply } from '@/lib/find/charged-twice-reply'
import { forecast } from '@/lib/subscriptions/forecast'
import { subscriptionReply } from '@/lib/subscriptions/subscription-reply'
import { invoiceReply } from '@/lib/invoices/invoice-reply'
import type { Sentences } from '@/lib/text/english'
import { ENGLISH } from '@/lib/text/english'
import { comparePath } from '@/lib/core/paths'
import { readable } from '@/lib/billing-api/unreadable'
import { type Lookup, lookupState } from './lookups'
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
  const missing = lookups.filter((lookup) => lookupState(lookup) === 'none').map(({ id }) => id.trim())
  const hasNothing = objects.length === 0 && lookups.every((lookup) => lookupState(lookup) === 'none')
  const reply = (say: Sentences) => {
    const sentences = objects.map((object) => replyOf(object, compared, say))
    const asks = missing.length > 0 || hasNothing ? say.notFound(missing) : null
    const all = [...sentences, asks].filter((sentence) => sentence !== null)
    return all.length === 0 ? null : all.join('\n')
  }
  return reply(ENGLISH) !== null && <ReplyBox reply={reply} />
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

function replyOf({ view, currency }: ReadObject, compared: readonly CustomerInvoice[], say: Sentences): string | null {
  if (view === undefined) return null
  if ('invoiceLineItems' in view) {
    const state = invoiceReply(view, readable(view.currency) ?? currency, say)
    return state === null ? null : [state, chargedTwiceReply(view.id, compared, say)].filter(Boolean).join(' ')
  }
  const reply = subscriptionReply(view, forecast(view, view.asOf), say)
  return typeof reply === 'string' ? reply : null
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
