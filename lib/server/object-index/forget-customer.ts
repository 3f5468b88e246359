import type { CustomerForgotten } from '@/contract/console/indexed-list'
import type { ConsoleInput } from '@/contract/console/operations'
import type { OperationContext } from '../operation-context'
import { consoleStore } from '../store/console-store'
import { forgetCustomer as deleteCustomer } from './forget-objects'

/** Deletes all that the index knows of a customer, in every source, and writes the audit entry. The billing API is not asked. */
export async function forgetCustomer(
  { actor: { name, role }, environment: { index }, requestId, now }: OperationContext,
  { externalId }: ConsoleInput<'forgetCustomer'>,
): Promise<CustomerForgotten> {
  // A read that waits to be written would bring the customer back.
  await index.written()
  const by = { name, role, action: 'forgetCustomer', requestId, now: now() }
  const rows = await deleteCustomer(await consoleStore(), by, externalId)
  index.resetWrittenRows()
  return { accepted: true, rows }
}
