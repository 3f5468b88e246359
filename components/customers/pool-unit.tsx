import { Money } from '@/components/money/money'
import { EmptyCell } from '@/components/ui/empty-cell'
import { OwnText } from '@/components/text/own-text'
import { type LedgerPool, PART_KINDS, type PartKind } from '@/lib/ledger/whole-ledger'
import { isUnitShared } from '@/lib/ledger/pool'
import { UNKNOWN } from '@/lib/billing-api/unreadable'

interface PoolUnitProps {
  pool: LedgerPool
  /** All pools of the page: pools that share a name also show their ID. */
  among: readonly LedgerPool[]
}

/** The unit of a pool: its name, else its ID. */
export function PoolUnit({ pool, among }: PoolUnitProps) {
  const { unitName, unitId } = pool
  const needsId = unitName === null || isUnitShared(pool, among)
  const id = unitId !== null && needsId && <OwnText text={unitId} className="opaque" />
  if (unitName === null) return id || 'No unit sent'
  return (
    <>
      <OwnText text={unitName} />
      {id && <> {id}</>}
    </>
  )
}

/** A balance or a sum of a pool, when the signs of its amounts are known. */
export const PoolAmount = ({ amount }: { amount: string | null }) =>
  amount === null ? <EmptyCell label="Unknown: deductions have positive amounts" /> : <Money amount={amount} />

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

/** Returns the rows of a pool. */
export const rowsOfPool = <Row extends { pool: LedgerPool }>(rows: readonly Row[], { key }: LedgerPool): Row[] =>
  rows.filter(({ pool }) => pool.key === key)

/** Names the unit of all rows of a table once. */
export const SharedUnit = ({ pool }: { pool: LedgerPool }) => (
  <>
    {(pool.unitName !== null || pool.unitId !== null) && 'In '}
    <PoolUnit pool={pool} among={[]} /> ·{' '}
  </>
)

/** Returns the kinds that have an amount other than zero in some row, or whose sums are not known: each is a column. */
export const kindsWithAmounts = (rows: readonly { parts: Record<PartKind, string> | null }[]): PartKind[] =>
  PART_KINDS.filter((kind) => rows.some(({ parts }) => parts === null || /[1-9]/.test(parts[kind])))

/** Why a pool has no balance. */
export const UNSIGNED =
  'No balance: the billing API’s deductions have positive amounts, so it is not known which way an amount counts.'
