'use client'

import { useMemo } from 'react'
import type { TransactionView } from '@/contract/console/transaction'
import type { LedgerBalances } from '@/lib/domain/ledger/ledger-balances'
import { poolOf, poolsOf, sharedPool } from '@/lib/domain/ledger/pool'
import { pageMarks } from './table/page-marks'

/** Returns the rows of the selected pool, the marks of the whole page, and the pools to choose from. */
export function useShownRows(
  rows: TransactionView[] | undefined,
  balances: LedgerBalances | undefined,
  pool: string | null,
) {
  const marks = useMemo(() => pageMarks(rows ?? []), [rows])
  const shownRows = useMemo(
    () => (pool === null ? rows : rows?.filter((row) => poolOf(row).key === pool)),
    [rows, pool],
  )
  const pools = useMemo(() => {
    const known = [...(balances?.pools.map((of) => of.pool) ?? []), ...poolsOf(rows ?? [])]
    return [...new Map(known.map((of) => [of.key, of])).values()]
  }, [rows, balances])
  const isUnitUncertain = [...(rows ?? []), ...(balances?.pools ?? [])].some((of) => of.isUnitUncertain === true)
  const rowsPool = shownRows === undefined ? null : sharedPool(shownRows)
  return { shownRows, marks, pools, rowsPool, isUnitUncertain }
}
