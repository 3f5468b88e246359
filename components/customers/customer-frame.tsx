import { useQuery } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { type ReactNode, useMemo } from 'react'
import { AsOf, RefreshButton } from '@/components/time/as-of'
import { ProblemPanel } from '@/components/page/problem-panel'
import { problemOf } from '@/lib/core/problem-of'
import { mergeEntries } from '@/lib/ledger/newest-entries'
import { type CustomerId, customerQuery, isKnownCustomer } from './customer-queries'
import { NEWEST_ROWS } from '@/components/ledger/ledger-queries'
import { operationQuery } from '@/lib/api'
import { CustomerHeader, type CustomerTab } from './customer-header'
import { useCustomerReads } from './use-customer-reads'

/**
 * Returns what the console knows of a customer, through the ledger: the billing API has no list of a customer's objects.
 * @param rereadsKnown true to read again the subscriptions and invoices that the index knows
 */
export function useCustomer(of: CustomerId, rereadsKnown: boolean) {
  const externalId = 'externalId' in of ? of.externalId : null
  const { data: customer, error, refetch, isFetching } = useQuery(customerQuery(of))
  const reads = useCustomerReads(of, rereadsKnown)
  const { data: ledger } = useQuery({
    ...operationQuery('listTransactions', { externalId: externalId ?? '', ...NEWEST_ROWS }),
    // `useCustomerReads` reads the first page; this query then follows changes.
    enabled: reads.ledger.pages > 0,
  })
  const { entries } = reads.ledger
  const transactions = useMemo(() => mergeEntries(ledger?.results ?? [], entries), [ledger, entries])
  return {
    of,
    /** Null when no ledger is known. */
    externalId,
    /** Undefined until the index was read. */
    customer,
    /** The newest entries; undefined until they are read. */
    ledger,
    /** All entries that were read. */
    transactions,
    reads,
    isReading: reads.progress !== null,
    problem: reads.ledgerProblem ?? reads.customerProblem ?? (error && problemOf(error)),
    isRetrying: reads.progress !== null || isFetching,
    retry: () => (customer ? reads.retry() : void refetch()),
  }
}

interface CustomerFrameProps {
  found: ReturnType<typeof useCustomer>
  tab: CustomerTab
  actions?: ReactNode
  children: ReactNode
}

/** A tab of a customer below its header and the problem of the read. An ID that neither the API nor the index knows is "not found". */
export function CustomerFrame({ found, tab, actions, children }: CustomerFrameProps) {
  const { of, customer, ledger, reads, isReading, problem, isRetrying, retry } = found
  const isKnown = isKnownCustomer(customer)
  if (problem?.code === 'not_found' && !isKnown) notFound()
  return (
    <div className="space-y-4">
      <CustomerHeader
        of={of}
        tab={tab}
        actions={actions}
        asOf={
          ledger ? (
            <AsOf iso={ledger.asOf} refreshing={isReading} onRefresh={reads.refresh} />
          ) : (
            <RefreshButton refreshing={isReading} onRefresh={reads.refresh} />
          )
        }
      />
      {problem && <ProblemPanel problem={problem} retrying={isRetrying} onRetry={retry} />}
      {(isKnown || !problem) && children}
    </div>
  )
}
