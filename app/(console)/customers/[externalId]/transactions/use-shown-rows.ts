'use client'

import { useMemo } from 'react'
import type { TransactionView } from '@/contract/console/transaction'
import type { LedgerBalances } from '@/lib/domain/ledger/ledger-balances'
import { poolOf, poolsOf, sharedPool } from '@/lib/domain/ledger/pool'
import { pageMarks } from './page-marks'

/** The rows of a page that are of one pool, or all; what the page's rows tell of each other; the pools there are to choose. */
export function useShownRows(
  rows: TransactionView[] | undefined,
  balances: LedgerBalances | undefined,
  pool: string | null,
) {
  const marks = useMemo(() => pageMarks(rows ?? []), [rows])
  const shown = useMemo(() => (pool === null ? rows : rows?.filter((row) => poolOf(row).key === pool)), [rows, pool])
  const pools = useMemo(() => {
    const known = [...(balances?.pools.map((of) => of.pool) ?? []), ...poolsOf(rows ?? [])]
    return [...new Map(known.map((of) => [of.key, of])).values()]
  }, [rows, balances])
  const isMaybeMinor = [...(rows ?? []), ...(balances?.pools ?? [])].some((of) => of.isMaybeMinor === true)
  // While rows are loading, their unit is expected to be that of the only pool: the header keeps its height.
  const onlyPool = pools.length === 1 ? pools[0] : undefined
  const rowsPool = shown === undefined ? (onlyPool ?? null) : sharedPool(shown)
  return { shown, marks, pools, rowsPool, isMaybeMinor }
}
