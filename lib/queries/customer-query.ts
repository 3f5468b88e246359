import { queryOptions } from '@tanstack/react-query'
import { readOperation } from '../browser/operation'

/** A customer: by the external ID of a ledger, or by the ID of the billing API. */
export type CustomerId = { externalId: string } | { customerId: string }

/** What the index knows of a customer. */
export const customerQuery = (of: CustomerId) =>
  queryOptions({
    queryKey: ['externalId' in of ? 'getCustomer' : 'getApiCustomer', of],
    queryFn: ({ signal }) =>
      'externalId' in of ? readOperation('getCustomer', of, signal) : readOperation('getApiCustomer', of, signal),
  })
