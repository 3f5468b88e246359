import type { CustomerInvoice } from './customer'
import { nameInSentence } from '@/lib/text/bidi'
import type { Sentences } from '@/lib/text/english'

/**
 * Returns the reply on a customer's balance, and that an invoice is still to come: "Your balance was … Invoice 1043 is not final yet."
 * The amount of a draft can still change. Null without a balance; only the balance when there is no draft, or more than one.
 * @param invoices the customer's invoices that were just read
 */
export function balanceAndDraft(
  balance: string | null,
  invoices: readonly Pick<CustomerInvoice, 'status' | 'goneAt' | 'number'>[],
  say: Sentences,
): string | null {
  const [draft, ...others] = invoices.filter(({ status, goneAt }) => status === 'draft' && goneAt === null)
  if (balance === null || !draft || others.length > 0) return balance
  return `${balance} ${say.notFinal(say.invoice(nameInSentence(draft.number), null))}`
}
