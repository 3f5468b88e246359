import type { Transaction } from '@/contract/billing/transaction'
import type { Whole } from '@/contract/billing/whole'
import { SAMPLE_CUSTOMER, SAMPLE_DATES } from './sample-customer'

/** Returns the allocation `txn_1` with every field set. */
export function sampleTransaction(merchantId: string, fields: Partial<Transaction> = {}): Whole<Transaction> {
  return {
    ...SAMPLE_DATES,
    id: 'txn_1',
    merchantId,
    customerId: SAMPLE_CUSTOMER.id,
    type: 'planAllocation',
    amount: '1000000',
    previousBalance: '0.0000025',
    newBalance: '1000000.0000025',
    allocationBlockId: 'block_1',
    billableId: 'bil_tokens',
    eventId: null,
    operationId: 'op_1',
    billable: { id: 'bil_tokens', name: 'Tokens' },
    allocationBlock: {
      id: 'block_1',
      amount: '1000000',
      customPricingUnitId: 'unit_credits',
      customPricingUnit: { displayName: 'Credits' },
      invoice: { id: 'inv_1042', vanityId: '1042' },
      subscription: { billingCadence: 'monthly', plan: { name: 'Scale' } },
    },
    ...fields,
  }
}
