import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { customerQuery } from '@/components/customers/customer-queries'
import { ReplyBox } from '@/components/replies/reply-box'
import { useTicket } from '@/components/ticket/ticket'
import { readable } from '@/lib/billing-api/unreadable'
import { chargedTwiceReply } from '@/lib/customers/charged-twice-reply'
import type { InvoiceView } from '@/lib/invoices/invoice'
import type { higherReply } from '@/lib/invoices/comparison-reply'
import { invoiceChain } from '@/lib/invoices/invoice-chain'
import { invoiceReply } from '@/lib/invoices/invoice-reply'
import { lastPeriodOf } from '@/lib/invoices/last-period'
import { previousInvoice } from '@/lib/invoices/previous-invoice'
import { exactOf } from '@/lib/money/decimal'
import type { Sentences } from '@/lib/text/english'
import { operationQuery } from '@/lib/api'
import type { RelatedObjects } from '@/lib/customers/customer'
import { useRelated } from './use-comparison'

export interface InvoiceReplyBoxProps {
  invoice: InvoiceView
  /** ISO 4217 code; null when it is unknown. */
  currency: string | null
  /** The end of its subscription; null when it has none, or it is unknown. */
  endDate: string | null
}

/**
 * The reply to the customer: what is due, whether it is the last invoice, why it is higher than the one before, and whether it charges
 * something twice when the ticket asks that.
 */
export function InvoiceReplyBox({ invoice, currency, endDate }: InvoiceReplyBoxProps) {
  const known = useRelated(invoice)?.invoices
  // A later invoice may exist until the known ones are read.
  const last = known ? lastPeriodOf(invoice, endDate, known) : null
  const previous = previousInvoice(invoice, known ?? [])
  const higher = useHigher(invoice, previous?.isSameLength ? previous.before : undefined)
  const twice = useChargedTwice(invoice)
  return (
    <>
      <ReplyBox
        reply={(say) => {
          const state = invoiceReply(invoice, currency, say, last)
          return state === null ? null : [state, higher.sentence(say), twice.sentence(say)].filter(Boolean).join(' ')
        }}
      />
      {(higher.isPending || twice.isPending) && (
        <p role="status" className="no-print text-muted text-xs">
          Comparing with other invoices: the reply may get another sentence…
        </p>
      )}
    </>
  )
}

/** A sentence of the reply that follows from a comparison. */
interface ComparedSentence {
  /** Returns it; null when nothing certain is known, or nothing needs to be said. */
  sentence: (say: Sentences) => string | null
  /** True until that is known. */
  isPending: boolean
}

/** Compares an invoice with the one before when its total is higher. Only then do the words load. */
function useHigher(invoice: InvoiceView, before: RelatedObjects['invoices'][number] | undefined): ComparedSentence {
  const [total, other] = [exactOf(invoiceChain(invoice)?.total), exactOf(before?.total ?? null)]
  const isHigher = total !== null && other !== null && total.gt(other)
  const { data, error } = useQuery({
    ...operationQuery('compareInvoices', { invoiceId: invoice.id, with: before?.id }),
    enabled: isHigher,
  })
  const [code, setCode] = useState<{ higherReply: typeof higherReply } | 'failed'>()
  useEffect(() => {
    if (isHigher) import('@/lib/invoices/comparison-reply').then(setCode, () => setCode('failed'))
  }, [isHigher])
  if (!isHigher || error || code === 'failed') return { sentence: () => null, isPending: false }
  return {
    sentence: (say) => (data && code ? code.higherReply(data, say) : null),
    isPending: data === undefined || code === undefined,
  }
}

/** Says whether something is charged twice, when the ticket has this invoice and asks that. */
function useChargedTwice(invoice: InvoiceView): ComparedSentence {
  const ticket = useTicket()
  const isAsked = ticket?.asksAboutTwice === true && ticket.found.some(({ id }) => id === invoice.id)
  const customerId = readable(invoice.customerId)
  const { data, isLoading } = useQuery({
    ...customerQuery({ customerId: customerId ?? '' }),
    enabled: isAsked && customerId !== null,
  })
  return {
    sentence: (say) => (isAsked && data ? chargedTwiceReply(invoice.id, data.invoices, say) : null),
    isPending: isLoading,
  }
}
