import { VisibleMarks } from '@/components/visible-marks'
import type { Pool } from '@/lib/domain/ledger/pool'

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
