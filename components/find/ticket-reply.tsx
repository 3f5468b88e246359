import { ReplyBox } from '@/components/replies/reply-box'
import { buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { forecast } from '@/lib/subscriptions/forecast'
import { subscriptionReply } from '@/lib/subscriptions/subscription-reply'
import { invoiceReply } from '@/lib/invoices/invoice-reply'
import type { Sentences } from '@/lib/text/english'
import { ENGLISH } from '@/lib/text/english'
import { comparePath } from '@/lib/core/paths'
import { readable } from '@/lib/billing-api/unreadable'
import { type Lookup, lookupState } from './lookups'
import type { ReadObject } from './use-read-objects'

interface TicketReplyProps {
  lookups: readonly Lookup[]
  /** The objects of the text, in its order. */
  objects: readonly ReadObject[]
}

/** The reply for all objects of the ticket, and for what was not found. Waits until everything was read. */
export function TicketReply({ lookups, objects }: TicketReplyProps) {
  const isRead = objects.every(({ isPending }) => !isPending)
  const isSearched = lookups.every(({ result }) => result !== undefined)
  if (!isRead || !isSearched) return null
  const missing = lookups.filter((lookup) => lookupState(lookup) === 'none').map(({ id }) => id.trim())
  const hasNothing = objects.length === 0 && lookups.every((lookup) => lookupState(lookup) === 'none')
  const reply = (say: Sentences) => {
    const sentences = objects.map((object) => replyOf(object, say))
    const asks = missing.length > 0 || hasNothing ? say.notFound(missing) : null
    const all = [...sentences, asks].filter((sentence) => sentence !== null)
    return all.length === 0 ? null : all.join('\n')
  }
  return reply(ENGLISH) !== null && <ReplyBox reply={reply} />
}

function replyOf({ view, currency }: ReadObject, say: Sentences): string | null {
  if (view === undefined) return null
  if ('invoiceLineItems' in view) return invoiceReply(view, readable(view.currency) ?? currency, say)
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
