import { Check, CircleAlert } from 'lucide-react'
import { WholeNumbers } from '@/components/long-number'
import { Money, Quantity } from '@/components/money'
import { perLabel } from '@/components/charge-label'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { formatAmount, formatCount, formatQuantity, writtenAmount } from '@/lib/format/amount'
import { isAbsent, readable } from '@/lib/format/unreadable'
import { type DifferenceReason, lineArithmetic } from '@/lib/domain/line-arithmetic'

interface LineArithmeticProps {
  line: InvoiceLineItemView
  currency: string | null
}

/** "3 seats × $12.50 = $37.50", whether that is the amount, and why if it is not. */
export function LineArithmetic({ line, currency }: LineArithmeticProps) {
  const { product, difference, reason } = lineArithmetic(line)
  const labels = line.price?.billable ?? null
  const money = (amount: string) => formatAmount(amount, currency)
  const equal = difference !== null && !/[1-9]/.test(difference)
  const Icon = equal ? Check : CircleAlert
  const why = reason === null ? undefined : reasonLabel(reason, line, money)

  const verdict = () => {
    if (isAbsent(line.amount)) return 'The API sent no readable amount for this line.'
    if (product === null || difference === null)
      return `The amount is ${money(line.amount)}${why ? `: ${why}` : ', as the API says'}.`
    if (equal) return 'That is the amount.'
    const size = `The amount is ${money(sizeOf(difference))} ${difference.startsWith('-') ? 'less' : 'more'}`
    return why ? `${size}: ${why}.` : `${size}. Nothing that could be read explains it: the API’s amount stands.`
  }
  return (
    <div className="text-sm">
      <div className="foreign">
        <Quantity quantity={line.quantity} one={labels?.singleUnitLabel} many={labels?.multipleUnitLabel} /> ×{' '}
        <Money amount={line.unitPrice} currency={currency} /> ={' '}
        {product === null ? (
          <span className="text-muted">not known</span>
        ) : (
          <Money amount={product} currency={currency} />
        )}
      </div>
      <p className="mt-1 flex gap-1.5">
        <Icon
          aria-hidden="true"
          className={`mt-0.5 size-4 shrink-0 ${equal ? 'text-green' : why ? 'text-muted' : 'text-yellow'}`}
        />
        <span className="foreign min-w-0">{verdict()}</span>
      </p>
      <WholeNumbers
        numbers={[readable(line.amount), difference && sizeOf(difference)]}
        write={(number) => writtenAmount(number, currency)}
      />
    </div>
  )
}

const sizeOf = (difference: string) => difference.replace('-', '')

function reasonLabel(reason: DifferenceReason, line: InvoiceLineItemView, money: (amount: string) => string): string {
  switch (reason.kind) {
    case 'rounded':
      return `it is rounded to ${formatCount(reason.decimals, 'decimal')}`
    case 'minimum':
      return `the minimum of ${money(reason.bound)} applies`
    case 'maximum':
      return `the maximum of ${money(reason.bound)} applies`
    case 'fixed':
      return `the price is fixed at ${money(reason.price)}, whatever the quantity`
    case 'perUnits':
      return `the price is ${money(reason.price)} for every ${perLabel(reason.quantity, line.price?.billable)}`
    case 'subItems':
      return `it is the sum of its ${formatCount(reason.count, 'sub item')}`
    case 'tiers':
      return `the price has tiers, ${reason.steps
        .map(({ quantity, price }) => `${formatQuantity(quantity)} × ${money(price)}`)
        .join(' + ')} = ${money(readable(line.amount) ?? '')}`
  }
}
