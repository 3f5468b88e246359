import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Money } from '@/components/money'
import { SignedAmount, SignedAmountLabel } from '@/components/signed-amount'
import type { TransactionView } from '@/contract/console/transaction'
import { classNames } from '@/components/ui/class-names'
import { formatAmount } from '@/lib/format/amount'
import { isAbsent, readable } from '@/lib/format/unreadable'
import { balanceBreakWords, offBy } from './balance-break-words'
import type { PageMarks } from './page-marks'
import { RowUnit } from './pool-unit'

interface FigureProps {
  transaction: TransactionView
  marks: PageMarks
}

/** A row's amount with its unit, and a bar that shows how large it is on this page. */
export function AmountFigure({ transaction, marks }: FigureProps) {
  return (
    <>
      <SignedAmount transaction={transaction} signed={marks.signed} />
      <ShareBar share={marks.shares.get(transaction)} />
      {!isAbsent(transaction.amount) && <UnitLine transaction={transaction} />}
    </>
  )
}

/** The balance of a row's pool after it; marked where it does not follow from what came before. */
export function BalanceFigure({ transaction, marks }: FigureProps) {
  const found = marks.breaks.get(transaction)
  return (
    <>
      <Money amount={transaction.newBalance} />
      {!isAbsent(transaction.newBalance) && <UnitLine transaction={transaction} />}
      {found && (
        <div title={balanceBreakWords(found)} className="text-yellow inline-flex items-center gap-1 text-xs">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {offBy(found)}
        </div>
      )}
    </>
  )
}

/** Both, where the table scrolls and their columns would be out of sight; a screen reader has them there. */
export function StackedFigures({ transaction, marks }: FigureProps) {
  const balance = readable(transaction.newBalance)
  const found = marks.breaks.get(transaction)
  return (
    <div aria-hidden="true" className="@max-[47rem]:hidden @min-[62rem]:hidden print:hidden">
      <SignedAmountLabel transaction={transaction} signed={marks.signed} />
      <ShareBar share={marks.shares.get(transaction)} fromLeft />
      {balance !== null && <div className="text-muted text-xs tabular-nums">= {formatAmount(balance)}</div>}
      <UnitLine transaction={transaction} />
      {found && <div className="text-yellow text-xs">{offBy(found)}</div>}
    </div>
  )
}

const UnitLine = ({ transaction: { allocationBlock } }: Pick<FigureProps, 'transaction'>): ReactNode => (
  <div className="text-muted text-xs">
    <RowUnit block={allocationBlock} />
  </div>
)

/** As long as the amount is large; what is not nothing shows at least a trace. Drawn, so that it is there on paper too. */
function ShareBar({ share, fromLeft = false }: { share: number | undefined; fromLeft?: boolean }) {
  const percent = share ? Math.max(1, share * 100) : 0
  return (
    <svg
      aria-hidden="true"
      className={classNames('text-line-strong my-px block h-1 w-full', !fromLeft && '@max-[47rem]:-scale-x-100')}
    >
      <rect x={fromLeft ? '0' : `${100 - percent}%`} width={`${percent}%`} height="100%" fill="currentColor" />
    </svg>
  )
}
