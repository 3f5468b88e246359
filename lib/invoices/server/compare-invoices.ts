import type { InvoiceView } from '../invoice'
import type { ComparedInvoice, InvoiceComparison } from '../invoice-comparison'
import { ProblemError } from '@/lib/core/problem-error'
import { bridgeBetween } from '../invoice-bridge'
import { invoiceNumber } from '../invoice-number'
import { periodOf, previousInvoice } from '../previous-invoice'
import { invoiceCurrency } from '../total-labels'
import { readable } from '@/lib/billing-api/unreadable'
import { comparePath } from '@/lib/core/paths'
import { runInPieces } from '@/lib/core/server/in-pieces'
import { invoicesOfSubscription, readList } from '@/lib/objects/server/seen-objects'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { getInvoice } from './get-invoice'
import { compareWithOthers } from './invoice-file'
import { InvoiceId, InvoiceInput } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'

/**
 * Reads an invoice and another one, by default the one before that the index knows of the subscription, and returns why their totals differ.
 * @throws ProblemError as `getInvoice`, except for another invoice that does not exist; `store_unavailable`
 */
export const compareInvoices = operation('compareInvoices', {
  input: InvoiceInput.extend({
    with: InvoiceId.describe(
      'ID of the other invoice; by default the newest earlier one of the subscription that the console has read, if possible one that covers about as much time',
    ).optional(),
  }),
  describe:
    'The differences between an invoice and an earlier one, by price. By default the earlier one is the newest of the subscription that the console has read, if possible one that covers about as much time. `bridge` says why when they can’t be compared.',
  tool: { page: ({ invoiceId = '', with: other }) => comparePath(invoiceId, other) },
  async run(context, { invoiceId, with: chosen }): Promise<InvoiceComparison> {
    const { environment, signal } = context
    const { source } = environment.index
    const invoice = await getInvoice.run(context, { invoiceId })
    const subscriptionId = readable(invoice.subscriptionId)
    const known =
      subscriptionId === null ? [] : await readList(signal, (db) => invoicesOfSubscription(db, source, subscriptionId))
    const otherId = chosen ?? previousInvoice(invoice, known)?.before.id ?? null
    const other = otherId === null ? null : await invoiceOrNull(context, otherId)
    const missing = otherId === null ? null : ('notFound' as const)
    const checked = async (of: InvoiceView) => {
      // Null when the store fails: the invoice's own findings count then.
      const others = await compareWithOthers(context, of)
      const currency = currencyOf(context, of)
      return { invoice: of, currency, ...(others && { compared: others.findings, reviews: others.reviews }) }
    }
    return {
      invoice: comparedInvoice(invoice),
      other: other && comparedInvoice(other),
      otherId,
      currency: currencyOf(context, invoice),
      bridge: other ? await runInPieces(bridgeBetween(await checked(other), await checked(invoice)), signal) : missing,
      others: known
        .filter(({ id }) => id !== invoice.id)
        .map(({ id, number, status, issueDate }) => ({ id, number, status, issueDate })),
    }
  },
})

async function invoiceOrNull(context: OperationContext, invoiceId: string): Promise<InvoiceView | null> {
  try {
    return await getInvoice.run(context, { invoiceId })
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'not_found') return null
    throw error
  }
}

/** Returns the currency of the invoice, else of its subscription, which was read with it. */
const currencyOf = ({ environment }: OperationContext, invoice: InvoiceView): string | null =>
  invoiceCurrency(invoice, environment.index.termsOf(readable(invoice.subscriptionId) ?? '')?.currency)

const comparedInvoice = (invoice: InvoiceView): ComparedInvoice => ({
  id: invoice.id,
  number: invoiceNumber(invoice),
  issueDate: readable(invoice.issueDate),
  subscriptionId: readable(invoice.subscriptionId),
  ...periodOf(invoice),
  asOf: invoice.asOf,
})
