import { WholeNumbers } from '@/components/long-number'
import { Money, Quantity } from '@/components/money'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { lineVerdict } from '@/lib/domain/invoice/line-verdict'
import { writtenAmount } from '@/lib/format/amount'
import { readable } from '@/lib/format/unreadable'
import { VerdictIcon } from '../verdict-icon'
import { amountWorking, priceWorking } from './working-label'
import { VisibleMarks } from '@/components/visible-marks'

interface LineWorkingProps {
  line: InvoiceLineItemView
  currency: string | null
}

/** The calculation "3 seats × $12.50 = $37.50", whether it matches the amount, why not, and the rules of the price. */
export function LineWorking({ line, currency }: LineWorkingProps) {
  const verdict = lineVerdict(line)
  const { product, difference } = verdict.arithmetic
  const workings = [amountWorking(line, verdict.arithmetic, currency), priceWorking(line, verdict, currency)]
  return (
    <div className="text-sm">
      <div className="foreign">
        <Quantity quantity={line.quantity} labels={line.price?.billable} /> ×{' '}
        <Money amount={line.unitPrice} currency={currency} exact /> ={' '}
        {product === null ? (
          <span className="text-muted">not known</span>
        ) : (
          <Money amount={product} currency={currency} exact />
        )}
      </div>
      {workings.map(({ state, text }) => (
        <p key={text} className="mt-1 flex gap-1.5">
          <VerdictIcon state={state} className="mt-0.5 size-4 shrink-0" />
          <span className="foreign min-w-0">
            <VisibleMarks>{text}</VisibleMarks>
          </span>
        </p>
      ))}
      <WholeNumbers
        numbers={[readable(line.amount), difference && difference.replace('-', '')]}
        write={(number) => writtenAmount(number, currency)}
      />
    </div>
  )
}
