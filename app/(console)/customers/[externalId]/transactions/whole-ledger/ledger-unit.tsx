import type { ReactNode } from 'react'
import { VisibleMarks } from '@/components/visible-marks'
import type { LedgerPool } from '@/contract/console/whole-ledger'
import { PoolUnit } from '../../../../_customer/pool-unit'

const known = (pool: LedgerPool) => ({ ...pool, isKnown: true })

/** The unit of a pool, with its ID where another pool has the same name. */
export const LedgerUnit = ({ pool, among }: { pool: LedgerPool; among: readonly LedgerPool[] }) => (
  <PoolUnit pool={known(pool)} among={among.map(known)} />
)

/** The unit beside an amount where a table's rows are cards, which have no headers. */
export const CardUnit = ({ pool: { unitName } }: { pool: LedgerPool }) =>
  unitName !== null && (
    <span className="text-muted text-xs @min-[62rem]:hidden print:hidden">
      {' '}
      <span className="foreign">
        <VisibleMarks>{unitName}</VisibleMarks>
      </span>
    </span>
  )

/** Returns the distinct pools of rows, in order of first appearance. */
export const poolsOfRows = (rows: readonly { pool: LedgerPool }[]): LedgerPool[] => [
  ...new Map(rows.map(({ pool }) => [pool.key, pool])).values(),
]

/** A header of amounts, with the unit that all rows share. */
export const FigureHeader = ({ unit, children }: { unit: string | null; children: ReactNode }) => (
  <th scope="col" className="figure-cell">
    {children}
    {unit !== null && (
      <small className="foreign">
        <VisibleMarks>{unit}</VisibleMarks>
      </small>
    )}
  </th>
)
