import { Money } from '@/components/money'
import type { Column } from '@/components/ui/data-table'
import { EmptyCell } from '@/components/ui/empty-cell'
import { VisibleMarks } from '@/components/visible-marks'
import type { LedgerPool } from '@/contract/console/whole-ledger'
import { withoutBidi } from '@/lib/format/bidi'
import { UNKNOWN } from '@/lib/format/unreadable'

interface PoolUnitProps {
  pool: LedgerPool
  /** All pools of the page: pools that share a name also show their ID. */
  among: readonly LedgerPool[]
}

/** The unit of a pool: its name, else its ID. */
export function PoolUnit({ pool: { key, unitName, unitId }, among }: PoolUnitProps) {
  const isShared = unitName !== null && among.some((other) => other.key !== key && other.unitName === unitName)
  const id = unitId !== null && (unitName === null || isShared) && (
    <span className="opaque">
      <VisibleMarks>{unitId}</VisibleMarks>
    </span>
  )
  if (unitName === null) return id || 'No unit sent'
  return (
    <>
      <span className="foreign">
        <VisibleMarks>{unitName}</VisibleMarks>
      </span>
      {id && <> {id}</>}
    </>
  )
}

/** What is left of a block, marked when it is below zero. */
export function AmountLeft({ amount }: { amount: string | null }) {
  if (amount === null) return <EmptyCell label={UNKNOWN} />
  const isOverdrawn = amount.startsWith('-')
  return (
    <span className={isOverdrawn ? 'text-red' : undefined}>
      <Money amount={amount} />
      {isOverdrawn && <span className="block text-xs">Below zero</span>}
    </span>
  )
}

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

/** Why a pool has no balance. */
export const UNSIGNED =
  'No balance: the billing API’s deductions have positive amounts, so it is not known which way an amount counts.'
