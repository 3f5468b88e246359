'use client'

import { useMemo } from 'react'
import type { TransactionView } from '@/contract/console/transaction'
import type { LedgerBalances } from '@/lib/domain/ledger/ledger-balances'
import { sharedPool } from '@/lib/domain/ledger/pool'
import { pageMarks } from './table/page-marks'

/** Returns the marks of the rows, their pool when they share one, and whether their unit is uncertain. */
export function useShownRows(rows: TransactionView[] | undefined, balances: LedgerBalances | undefined) {
  const marks = useMemo(() => pageMarks(rows ?? []), [rows])
  const isUnitUncertain = [...(rows ?? []), ...(balances?.pools ?? [])].some((of) => of.isUnitUncertain === true)
  const rowsPool = rows === undefined ? null : sharedPool(rows)
  return { marks, rowsPool, isUnitUncertain }
}
