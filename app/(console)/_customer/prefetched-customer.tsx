import type { ReactNode } from 'react'
import { type CustomerId, customerQuery } from '@/lib/queries/customer-queries'
import { noteOpenedPage, runForPage } from '@/lib/server/http/run-for-page'
import { Prefetched } from '../_shell/prefetched'

interface PrefetchedCustomerProps {
  /** The ID in the page's route parameter, still percent-encoded. */
  param: string
  /** Needs a key: it keeps the state of one customer. */
  children: (of: CustomerId, key: string) => ReactNode
}

/** A tab of a customer by their external ID, whose first HTML has what the index knows. Notes that the user opened the customer. */
export const PrefetchedCustomer = ({ param, children }: PrefetchedCustomerProps) => (
  <Prefetched
    param={param}
    prefetch={(client, externalId) =>
      Promise.all([
        client.fetchQuery({
          ...customerQuery({ externalId }),
          queryFn: () => runForPage('getCustomer', { externalId }),
        }),
        noteOpenedPage('customer', externalId),
      ])
    }
  >
    {(externalId) => children({ externalId }, externalId)}
  </Prefetched>
)

/** The same for a customer ID of the billing API. Notes nothing: "Opened recently" has customers by their external ID. */
export const PrefetchedApiCustomer = ({ param, children }: PrefetchedCustomerProps) => (
  <Prefetched
    param={param}
    prefetch={(client, customerId) =>
      client.fetchQuery({
        ...customerQuery({ customerId }),
        queryFn: () => runForPage('getApiCustomer', { customerId }),
      })
    }
  >
    {(customerId) => children({ customerId }, customerId)}
  </Prefetched>
)
