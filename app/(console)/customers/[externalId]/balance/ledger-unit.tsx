import type { Column } from '@/components/ui/data-table'
import { VisibleMarks } from '@/components/visible-marks'
import type { LedgerPool } from '@/contract/console/whole-ledger'
import { withoutBidi } from '@/lib/format/bidi'
import { PoolUnit } from '../../../_customer/pool-unit'

const known = (pool: LedgerPool) => ({ ...pool, isKnown: true })

/** The unit of a pool, with its ID where another pool has the same name. */
export const LedgerUnit = ({ pool, among }: { pool: LedgerPool; among: readonly LedgerPool[] }) => (
  <PoolUnit pool={known(pool)} among={among.map(known)} />
)

/** Returns the distinct pools of rows, in order of first appearance. */
export const poolsOfRows = (rows: readonly { pool: LedgerPool }[]): LedgerPool[] => [
  ...new Map(rows.map(({ pool }) => [pool.key, pool])).values(),
]

/**
 * Returns a function that makes columns of amounts in the unit of the row's pool. The header names the unit of an only pool;
 * a card, which has no header, names it beside the amount.
 */
export function figureOfPool<Row extends { pool: LedgerPool }>(pools: readonly LedgerPool[], width?: string) {
  const unit = pools.length === 1 ? (pools[0]?.unitName ?? null) : null
  return (header: string, show: Column<Row>['show']): Column<Row> => ({
    header,
    headerNote: unit !== null && (
      <small className="foreign">
        <VisibleMarks>{unit}</VisibleMarks>
      </small>
    ),
    width,
    isFigure: true,
    show,
    cellProps: ({ pool: { unitName } }) => ({ 'data-unit': unitName === null ? undefined : withoutBidi(unitName) }),
  })
}
