import { TriangleAlert } from 'lucide-react'
import { Money } from '@/components/money'
import { SignedAmount, SignedAmountLabel } from '@/components/signed-amount'
import type { TransactionView } from '@/contract/console/transaction'
import { classNames } from '@/components/ui/class-names'
import type { AmountShare } from '@/lib/domain/ledger/amount-shares'
import { formatAmount } from '@/lib/format/amount'
import { isAbsent, readable } from '@/lib/format/unreadable'
import { balanceBreakLabel, offByLabel } from './balance-break-label'
import type { PageMarks } from './page-marks'
import { RowUnit } from './pool-unit'

/** The parts of a clipped bar, in percent. */
const CLIPPED = [
  { from: 0, to: 84 },
  { from: 88, to: 91 },
  { from: 95, to: 100 },
]

interface FigureProps {
  transaction: TransactionView
  marks: PageMarks
  /** True when the column header names the unit: then only cards, which have no header, repeat it. */
  isUnitInHeader: boolean
}

/** A row's amount with its unit, and a bar for its size relative to the page. */
export function AmountFigure({ transaction, marks, isUnitInHeader }: FigureProps) {
  return (
    <>
      <SignedAmount transaction={transaction} signed={marks.signed} />
      <ShareBar of={marks.shares.get(transaction)} />
      {!isAbsent(transaction.amount) && <UnitLine transaction={transaction} isUnitInHeader={isUnitInHeader} />}
    </>
  )
}

/** The balance of a row's pool after it; marked when it does not follow from the row before. */
export function BalanceFigure({ transaction, marks, isUnitInHeader }: FigureProps) {
  const found = marks.breaks.get(transaction)
  return (
    <>
      <Money amount={transaction.newBalance} />
      {!isAbsent(transaction.newBalance) && <UnitLine transaction={transaction} isUnitInHeader={isUnitInHeader} />}
      {found && (
        <div title={balanceBreakLabel(found)} className="text-yellow inline-flex items-center gap-1 text-xs">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {offByLabel(found)}
        </div>
      )}
    </>
  )
}

/** Amount and balance in one cell, where the table scrolls and hides their columns; screen readers read the columns. */
export function StackedFigures({ transaction, marks }: Omit<FigureProps, 'isUnitInHeader'>) {
  const balance = readable(transaction.newBalance)
  const found = marks.breaks.get(transaction)
  return (
    <div aria-hidden="true" className="@max-[47rem]:hidden @min-[62rem]:hidden print:hidden">
      <SignedAmountLabel transaction={transaction} signed={marks.signed} />
      <ShareBar of={marks.shares.get(transaction)} fromLeft />
      {balance !== null && <div className="text-muted text-xs tabular-nums">= {formatAmount(balance)}</div>}
      <UnitLine transaction={transaction} isUnitInHeader={false} />
      {found && <div className="text-yellow text-xs">{offByLabel(found)}</div>}
    </div>
  )
}

/** The size of a row's block, with its unit. */
export function BlockFigure({ transaction, isUnitInHeader }: Omit<FigureProps, 'marks'>) {
  return (
    <>
      <Money amount={transaction.allocationBlock?.amount ?? null} />
      <UnitLine transaction={transaction} isUnitInHeader={isUnitInHeader} />
    </>
  )
}

function UnitLine({ transaction: { allocationBlock }, isUnitInHeader }: Omit<FigureProps, 'marks'>) {
  return (
    <div className={classNames('text-muted text-xs', isUnitInHeader && '@min-[47rem]:hidden print:hidden')}>
      <RowUnit block={allocationBlock} />
    </div>
  )
}

/**
 * A bar as long as the amount is large; an amount other than 0 shows at least a trace. A clipped bar has a gap before
 * its end. It is an SVG, so that it also prints.
 */
function ShareBar({ of, fromLeft = false }: { of: AmountShare | undefined; fromLeft?: boolean }) {
  const percent = of?.share ? Math.max(1, of.share * 100) : 0
  const bars = of?.isClipped ? CLIPPED : [{ from: 0, to: percent }]
  return (
    <div
      aria-hidden="true"
      className="print:ml-auto print:w-20"
      title={of?.isClipped ? 'Bar cut off: this amount is too large for the scale' : undefined}
    >
      <svg
        data-clipped={of?.isClipped || undefined}
        className={classNames('text-line-strong my-px block h-1 w-full', !fromLeft && '@max-[47rem]:-scale-x-100')}
      >
        {bars.map(({ from, to }) => (
          <rect
            key={from}
            x={`${fromLeft ? from : 100 - to}%`}
            width={`${to - from}%`}
            height="100%"
            fill="currentColor"
          />
        ))}
      </svg>
    </div>
  )
}
