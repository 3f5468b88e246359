import type { InvoiceView } from '@/contract/console/invoice'
import { readable, readableList } from '../../format/unreadable'
import { FieldReader } from '../billing-api/tolerant/field-reader'
import { objectOf } from '../billing-api/tolerant/json-object'
import { transactionsTarget } from '../ledger/list-transactions'
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
    return (await customersOfLedger(context, externalId)).includes(customer) ? externalId : null
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}

/** Returns the customers of the newest entries of a ledger. */
async function customersOfLedger(
  { environment: { billing }, requestId, signal }: OperationContext,
  externalId: string,
): Promise<(string | null)[]> {
  const target = transactionsTarget(billing.settings, { externalId, ...NEWEST_ENTRIES })
  const response = await billing.read(target, { requestId, signal })
  const page = FieldReader.ofResponse(objectOf(response.json) ?? {}, response)
  return readableList(page.list('results', (entry) => readable(entry.text('customerId'))))
}
