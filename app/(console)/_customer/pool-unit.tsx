import { Money } from '@/components/money'
import { EmptyCell } from '@/components/ui/empty-cell'
import { VisibleMarks } from '@/components/visible-marks'
import type { Pool } from '@/lib/domain/ledger/pool'
import { UNKNOWN } from '@/lib/format/unreadable'

interface PoolUnitProps {
  pool: Pool
  /** All pools of the page: pools that share a name also show their ID. */
  among: readonly Pool[]
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
