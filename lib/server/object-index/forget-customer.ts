import type { CustomerForgotten } from '@/contract/console/indexed-objects'
import type { ConsoleInput } from '@/contract/console/operations'
import type { OperationContext } from '../operation-context'
import { consoleStore } from '../store/console-store'
import { forgetCustomer as deleteCustomer } from './forget-objects'

/** Deletes all that the index knows of a customer, in every source, and writes the audit entry. The billing API is not asked. */
export async function forgetCustomer(
  { actor: { name, role }, environment: { index }, requestId, now }: OperationContext,
  { externalId }: ConsoleInput<'forgetCustomer'>,
): Promise<CustomerForgotten> {
  // Pages that were just read may name further customers of the ledger.
  await index.written()
  const by = { name, role, action: 'forgetCustomer', requestId, now: now() }
  const { rows, forgetting } = await deleteCustomer(await consoleStore(), by, externalId)
  index.noteForgetting(forgetting)
  return { accepted: true, rows }
}
