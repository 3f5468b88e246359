import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ReplyBox } from '@/components/replies/reply-box'
import type { InvoiceView } from '@/lib/invoices/invoice'
import type { higherReply } from '@/lib/invoices/comparison-reply'
import { invoiceChain } from '@/lib/invoices/invoice-chain'
import { invoiceReply } from '@/lib/invoices/invoice-reply'
import { lastPeriodOf } from '@/lib/invoices/last-period'
import { previousInvoice } from '@/lib/invoices/previous-invoice'
import { exactOf } from '@/lib/money/decimal'
import type { Sentences } from '@/lib/text/english'
import { operationQuery } from '@/lib/api'
import { useRelated } from './use-comparison'

interface InvoiceReplyBoxProps {
  invoice: InvoiceView
  /** ISO 4217 code; null when it is unknown. */
  currency: string | null
  /** The end of its subscription; null when it has none, or it is unknown. */
  endDate: string | null
}

/** The reply to the customer: what is due, whether it is the last invoice, and why it is higher than the one before. */
export function InvoiceReplyBox({ invoice, currency, endDate }: InvoiceReplyBoxProps) {
  const known = useRelated(invoice)?.invoices ?? []
  const last = lastPeriodOf(invoice, endDate, known)
  const higher = useHigher(invoice, previousInvoice(invoice, known)?.total ?? null)
  return (
    <ReplyBox
      reply={(say) => {
        const state = invoiceReply(invoice, currency, say, last)
        return state === null ? null : [state, higher(say)].filter(Boolean).join(' ')
      }}
    />
  )
}

type SayHigher = (say: Sentences) => string | null
const NOTHING: SayHigher = () => null

/**
 * Returns what says by how much an invoice is higher than the one before. Only then are the two compared, and the words load.
 * @param before the total of the invoice before; null when it is not known
 */
function useHigher(invoice: InvoiceView, before: string | null): SayHigher {
  const [total, other] = [exactOf(invoiceChain(invoice)?.total), exactOf(before)]
  const isHigher = total !== null && other !== null && total.gt(other)
  const { data } = useQuery({
    ...operationQuery('compareInvoices', { invoiceId: invoice.id, with: undefined }),
    enabled: isHigher,
  })
  const [code, setCode] = useState<{ higherReply: typeof higherReply }>()
  useEffect(() => {
    if (!isHigher) return
    import('@/lib/invoices/comparison-reply').then(
      setCode,
      // The reply then has no reason.
      () => undefined,
    )
  }, [isHigher])
  return isHigher && data && code ? (say) => code.higherReply(data, say) : NOTHING
}
