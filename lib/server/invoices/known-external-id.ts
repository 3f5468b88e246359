import type { InvoiceView } from '@/contract/console/invoice'
import { readable } from '../../format/unreadable'
import { listTransactions } from '../ledger/list-transactions'
import type { OperationContext } from '../operation-context'
import { ProblemError } from '../problem'

const NEWEST_ENTRIES = { page: 1, pageSize: 20, order: 'desc' } as const

/**
 * Returns the external ID of the page that the user came from if an entry of its ledger names the invoice's customer.
 * Otherwise null, also when the ledger cannot be read: the ID in an address is not trusted.
 */
export async function knownExternalId(
  context: OperationContext,
  { customerId }: Pick<InvoiceView, 'customerId'>,
  externalId: string | undefined,
): Promise<string | null> {
  const customer = readable(customerId)
  if (externalId === undefined || customer === null) return null
  try {
    const { customers } = await listTransactions(context, { externalId, ...NEWEST_ENTRIES })
    return customers.some(({ id }) => id === customer) ? externalId : null
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}
