import { formatAmount, formatQuantity } from '@/lib/format/amount'
import { NotSent } from './ui/facts'

/** An exact amount in tabular figures; without a known currency the plain number, never a bare "$". */
export function Money({ amount, currency }: { amount: string | null; currency?: string | null }) {
  if (amount === null) return <NotSent />
  return <span className="tabular-nums">{formatAmount(amount, currency)}</span>
}

/** A quantity with its unit in the right number: `1 seat`, `3 seats`; without labels the plain number. */
export function Quantity({
  quantity,
  one,
  many,
}: {
  quantity: string | null
  one?: string | null
  many?: string | null
}) {
  if (quantity === null) return <NotSent />
  const unit = /^-?1(\.0+)?$/.test(quantity) ? (one ?? many) : (many ?? one)
  return (
    <span className="tabular-nums">
      {formatQuantity(quantity)}
      {unit && (
        <>
          {' '}
          <span className="foreign">{unit}</span>
        </>
      )}
    </span>
  )
}
