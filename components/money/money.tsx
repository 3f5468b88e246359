import type { Field } from '@/lib/billing-api/view-of'
import { unitLabel, type UnitLabels, writtenAmount, writtenMoney, writtenQuantity } from '@/lib/money/amount'
import { isAbsent } from '@/lib/billing-api/unreadable'
import { Absent } from '@/components/text/absent'
import { LongNumber } from './long-number'
import { OwnText } from '@/components/text/own-text'

interface MoneyProps {
  amount: Field<string> | null
  /**
   * ISO 4217 code, null when it is unknown. Omit it for an amount that is not money, such as credits: it keeps its
   * digits.
   */
  currency?: string | null
  /** Shows all digits, for unit prices and calculations. */
  exact?: boolean
  /** The text without an amount. */
  missing?: string
}

/**
 * An amount in tabular figures, in cents when it is money; a plain number without a known currency, never a bare "$". A very
 * long one unfolds, so it may not stand in a `<p>`: a browser would end the paragraph before it.
 */
export function Money({ amount, currency, exact = false, missing }: MoneyProps) {
  if (isAbsent(amount)) return <Absent value={amount}>{missing}</Absent>
  const isRounded = currency !== undefined && !exact
  return (
    <LongNumber
      written={isRounded ? writtenMoney(amount, currency) : writtenAmount(amount, currency)}
      allDigits={amount}
    />
  )
}

interface QuantityProps {
  quantity: Field<string> | null
  labels?: UnitLabels | null
}

/** A quantity with its unit in singular or plural: `1 seat`, `3 seats`; a plain number without labels. */
export function Quantity({ quantity, labels }: QuantityProps) {
  if (isAbsent(quantity)) return <Absent value={quantity} />
  const unit = unitLabel(quantity, labels)
  return (
    <>
      <LongNumber written={writtenQuantity(quantity)} allDigits={quantity} />
      {unit && (
        <>
          {' '}
          <OwnText text={unit} />
        </>
      )}
    </>
  )
}
