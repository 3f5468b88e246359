import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Money } from './money'
import type { WaterfallBar } from './waterfall-bars'

export interface WaterfallRow {
  label: ReactNode
  bar: WaterfallBar | undefined
  /** The border of the bar. A bar is a border: it prints, and shows in forced colours. */
  look: string
  amount: ReactNode
}

/** Returns the row of the first or the last amount. @param currency as of `Money` */
export const totalRow = (
  label: ReactNode,
  amount: string,
  bar: WaterfallBar,
  currency?: string | null,
): WaterfallRow => ({ label, bar, look: 'border-line-strong', amount: <Money amount={amount} currency={currency} /> })

interface WaterfallProps<Row> {
  caption: string
  /** The unit of all amounts. */
  unit?: ReactNode
  rows: readonly Row[]
  more?: readonly Column<Row>[]
}

/** A table whose bars start where the one before ends. On a narrow screen the bar is below the label. */
export const Waterfall = <Row extends WaterfallRow>({ caption, unit, rows, more = [] }: WaterfallProps<Row>) => (
  <DataTable
    caption={caption}
    narrow="34rem"
    columns={[...columnsOf<Row>(unit), ...more]}
    rows={rows}
    keyOf={(_, index) => index}
  />
)

const columnsOf = <Row extends WaterfallRow>(unit: ReactNode): Column<Row>[] => [
  {
    header: 'Part',
    show: ({ label, bar, look }) => (
      <>
        {label}
        <Bar bar={bar} look={look} className="mt-1 @min-[34rem]:hidden" />
      </>
    ),
  },
  {
    header: 'Bar',
    hasNoHeader: true,
    isWide: true,
    width: '32%',
    // Paper gives columns the width of their content.
    show: ({ bar, look }) => <Bar bar={bar} look={look} className="print:w-48" />,
  },
  { header: 'Amount', headerNote: unit, width: '9rem', isFigure: true, show: ({ amount }) => amount },
]

/** A bar of an amount, without a meaning of its own: the amount is beside it. */
function Bar({ bar, look, className }: { bar: WaterfallBar | undefined; look: string; className?: string }) {
  if (!bar) return null
  return (
    <span aria-hidden="true" className={classNames('relative block h-2 overflow-hidden', className)}>
      <span
        className={classNames('absolute top-0 min-w-0.5 border-t-8', look)}
        style={{ left: `min(${bar.left}%, 100% - 2px)`, width: `${bar.width}%` }}
      />
    </span>
  )
}
