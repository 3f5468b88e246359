'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ConsoleInput } from '@/contract/console/operations'
import type { TransactionPageView } from '@/contract/console/transaction'
import { ledgerBalances } from '@/lib/domain/ledger/ledger-balances'
import { isNewestRows, ledgerBalancesQuery } from '@/lib/queries/ledger-balances-query'

/** Returns the balances of a ledger: from the page shown when it holds the newest rows, else from a separate read. */
export function useLedgerBalances(
  { externalId, ...search }: ConsoleInput<'listTransactions'>,
  shown: TransactionPageView | undefined,
) {
  const isOfShown = isNewestRows(search)
  const { data, error, isFetching, refetch } = useQuery({ ...ledgerBalancesQuery(externalId), enabled: !isOfShown })
  const ofShown = useMemo(() => (isOfShown && shown ? ledgerBalances(shown) : undefined), [isOfShown, shown])
  return {
    balances: ofShown ?? data,
    /** Why the separate read failed; the ledger itself reports failures of the page shown. */
    error: isOfShown ? null : error,
    retrying: isFetching,
    onRetry: () => (isOfShown ? undefined : void refetch()),
  }
}
