'use client'

import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Money } from '@/components/money'
import { AmountMoved } from '@/components/signed-amount'
import { TransactionType } from '@/components/transaction-type'
import { classNames } from '@/components/ui/class-names'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { VisibleMarks } from '@/components/visible-marks'
import type { ChangeExplanation, ChangePart, LedgerPool, PartKind } from '@/contract/console/whole-ledger'
import { invoiceNames } from '@/lib/domain/invoice/invoice-number'
import { formatCount, formatNumber, shortName } from '@/lib/format/amount'
import { withoutBidi } from '@/lib/format/bidi'
import { inSentence } from '@/lib/format/change-state-label'
import { PART_KIND_LABELS } from '@/lib/format/labels'
import { dayLabel } from './chart-days'
import { type WaterfallBar, waterfallBars } from './waterfall-bars'

/** Returns the address of the entries of a part. */
export type LinkOfPart = (part: ChangePart, pool: LedgerPool) => string

/** A bar is a border: it prints, and shows in forced colours. */
const BAR_LOOKS: Record<PartKind, string> = {
  added: 'border-green',
  used: 'border-accent-solid',
  expired: 'border-yellow',
  adjusted: 'border-blue',
  other: 'border-muted',
}
const BALANCE_LOOK = 'border-line-strong'

interface ChangeWaterfallProps {
  explanation: ChangeExplanation & { opening: string; closing: string }
  linkOfPart: LinkOfPart
}

/** The balance before, each part of its change, and the balance after, with bars that start where the one before ends. */
export function ChangeWaterfall({ explanation, linkOfPart }: ChangeWaterfallProps) {
  const { pool, basis, opening, closing, parts, unexplained } = explanation
  const bars = waterfallBars(explanation)
  const nameOf = invoiceNames(parts.flatMap(({ invoice }) => invoice ?? []))
  const isSum = basis === 'amounts'
  const rows: WaterfallRow[] = [
    {
      label: <span className="font-medium">{isSum ? 'Sum of amounts before' : 'Opening'}</span>,
      bar: bars.opening,
      look: BALANCE_LOOK,
      amount: <Money amount={opening} />,
    },
    ...parts.map((part, index) => ({
      label: <PartLabel part={part} isOnly={isOnlyOfKind(part, parts)} href={linkOfPart(part, pool)} nameOf={nameOf} />,
      bar: bars.parts[index],
      look: BAR_LOOKS[part.kind],
      amount: <AmountMoved amount={part.amount} />,
      entries: part.entries,
    })),
    ...(unexplained === '0' ? [] : [unexplainedRow(unexplained, bars.unexplained)]),
    {
      label: <span className="font-medium">{isSum ? 'Sum of amounts' : 'Closing'}</span>,
      bar: bars.closing,
      look: BALANCE_LOOK,
      amount: <Money amount={closing} />,
    },
  ]
  return (
    <DataTable
      caption={`Parts of the change in ${pool.unitName ?? 'no unit'}`}
      narrow="34rem"
      columns={columnsOf(pool.unitName)}
      rows={rows}
      keyOf={(_, index) => index}
    />
  )
}

const unexplainedRow = (unexplained: string, bar: WaterfallBar | undefined): WaterfallRow => ({
  label: (
    <span className="text-red">
      <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.125em]" />
      Not explained: the balances moved by more than their transactions
    </span>
  ),
  bar,
  look: 'border-red',
  amount: (
    <span className="text-red">
      <AmountMoved amount={unexplained} />
    </span>
  ),
})

const isOnlyOfKind = ({ kind }: ChangePart, parts: readonly ChangePart[]) =>
  parts.filter((part) => part.kind === kind).length === 1

interface WaterfallRow {
  label: ReactNode
  bar: WaterfallBar | undefined
  look: string
  amount: ReactNode
  entries?: number
}

/** On a narrow screen the bar is below the label. */
const columnsOf = (unit: string | null): Column<WaterfallRow>[] => [
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
    show: ({ bar, look }) => <Bar bar={bar} look={look} />,
  },
  {
    header: 'Amount',
    headerNote: unit !== null && (
      <small className="foreign">
        <VisibleMarks>{unit}</VisibleMarks>
      </small>
    ),
    width: '9rem',
    isFigure: true,
    show: ({ amount }) => amount,
  },
  {
    header: 'Transactions',
    isWide: true,
    width: '7rem',
    isFigure: true,
    show: ({ entries }) => entries !== undefined && formatNumber(entries),
  },
]

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

interface PartLabelProps {
  part: ChangePart
  /** True when its pool has no other part of this kind. */
  isOnly: boolean
  /** The address of its entries. */
  href: string
  /** Names the invoice of a part. */
  nameOf: ReturnType<typeof invoiceNames>
}

/** Names a part of a change, with a link to its entries. */
function PartLabel({ part, isOnly, href, nameOf }: PartLabelProps) {
  const { kind, invoice, entries } = part
  const invoiceName = invoice && (invoice.number === null ? `invoice ${invoice.id}` : inSentence(nameOf(invoice)))
  return (
    <>
      <Link href={href} prefetch={false} title="Opens its transactions">
        <PartName part={part} isOnly={isOnly} />
      </Link>
      <small className="whitespace-normal">
        {[PART_KIND_LABELS[kind], invoiceName && withoutBidi(invoiceName), partDays(part)].filter(Boolean).join(' · ')}
        <span className="@min-[34rem]:hidden"> · {formatCount(entries, 'transaction')}</span>
      </small>
    </>
  )
}

function PartName({
  part: { kind, type, billableId, billableName, blockId },
  isOnly,
}: Pick<PartLabelProps, 'part' | 'isOnly'>) {
  if (kind === 'used') {
    const name = billableName ?? billableId
    // Usage without a billable, and the smallest parts of a very long list.
    if (name === null) return isOnly ? 'Usage' : 'Other usage'
    return (
      <span className={billableName === null ? 'opaque' : 'foreign'}>
        <VisibleMarks>{shortName(name)}</VisibleMarks>
      </span>
    )
  }
  if (kind === 'expired') {
    if (blockId === null) return isOnly ? 'Expiration' : 'Other expirations'
    return (
      <>
        Block{' '}
        <span className="opaque">
          <VisibleMarks>{blockId}</VisibleMarks>
        </span>
      </>
    )
  }
  return type === null ? 'Type not sent' : <TransactionType type={type} />
}

/** Returns the first and the last day of a part's entries in words; one day once. */
function partDays({ from, to }: ChangePart): string {
  const [first, last] = [dayLabel(from, false), dayLabel(to, false)]
  return first === last ? first : `${first} – ${last}`
}
