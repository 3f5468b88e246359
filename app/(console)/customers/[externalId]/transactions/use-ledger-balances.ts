'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ConsoleInput } from '@/contract/console/operations'
import type { TransactionPageView } from '@/contract/console/transaction'
import { ledgerBalances } from '@/lib/domain/ledger/ledger-balances'
import { isNewestRows, ledgerBalancesQuery } from '@/lib/queries/ledger-balances-query'

/** The balances of a ledger: of the page shown where that holds the newest rows, else of a read of their own. */
export function useLedgerBalances(
  { externalId, ...search }: ConsoleInput<'listTransactions'>,
  shown: TransactionPageView | undefined,
) {
  const isOfShown = isNewestRows(search)
  const { data, error, isFetching, refetch } = useQuery({ ...ledgerBalancesQuery(externalId), enabled: !isOfShown })
  const ofShown = useMemo(() => (isOfShown && shown ? ledgerBalances(shown) : undefined), [isOfShown, shown])
  return {
    balances: ofShown ?? data,
    /** Why they could not be read; what becomes of the page shown is told there. */
    error: isOfShown ? null : error,
    retrying: isFetching,
    onRetry: () => (isOfShown ? undefined : void refetch()),
  }
}
