import type { Unreadable } from '@/contract/console/reading'
import { writtenAmount, writtenMoney, writtenQuantity } from '@/lib/format/amount'
import { type UnitLabels, unitLabel } from '@/lib/format/unit-label'
import { isAbsent } from '@/lib/format/unreadable'
import { Absent } from './absent'
import { LongNumber } from './long-number'
import { VisibleMarks } from './visible-marks'

interface MoneyProps {
  amount: string | Unreadable | null
  /** ISO 4217 code, null where it is not known. Left out of an amount that is no money, such as credits: it keeps its digits. */
  currency?: string | null
  /** Shows all digits: of a unit price, and where a sum is worked out. */
  exact?: boolean
}

/** An amount in tabular figures, in cents where it is money; without a known currency the plain number, never a bare "$". */
export function Money({ amount, currency, exact = false }: MoneyProps) {
  if (isAbsent(amount)) return <Absent value={amount} />
  const isRounded = currency !== undefined && !exact
  return (
    <LongNumber written={isRounded ? writtenMoney(amount, currency) : writtenAmount(amount, currency)} whole={amount} />
  )
}

interface QuantityProps {
  quantity: string | Unreadable | null
  labels?: UnitLabels | null
}

/** A quantity with its unit in the right number: `1 seat`, `3 seats`; without labels the plain number. */
export function Quantity({ quantity, labels }: QuantityProps) {
  if (isAbsent(quantity)) return <Absent value={quantity} />
  const unit = unitLabel(quantity, labels)
  return (
    <>
      <LongNumber written={writtenQuantity(quantity)} whole={quantity} />
      {unit && (
        <>
          {' '}
          <span className="foreign">
            <VisibleMarks>{unit}</VisibleMarks>
          </span>
        </>
      )}
    </>
  )
}
