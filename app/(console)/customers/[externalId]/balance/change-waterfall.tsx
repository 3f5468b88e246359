import { PART_KIND_LABELS } from '@/lib/ledger/ledger-labels'
import { inSentence } from '@/lib/text/in-sentence'
import { TriangleAlert } from 'lucide-react'
import { AmountMoved } from '@/components/money/signed-amount'
import { TransactionType } from '@/components/ledger/transaction-type'
import type { Column } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { OwnText } from '@/components/text/own-text'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { ChangeExplanation, ChangePart, LedgerPool, PartKind } from '@/lib/ledger/whole-ledger'
import { invoiceNames } from '@/lib/invoices/invoice-number'
import { formatCount, formatNumber, shortName } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { totalRow, Waterfall, type WaterfallRow } from '@/components/money/waterfall'
import { type WaterfallBar, waterfallBars } from '@/components/money/waterfall-bars'
import { dayLabel } from './chart-days'

/** Returns the address of the entries of a part. */
export type LinkOfPart = (part: ChangePart, pool: LedgerPool) => string

const BAR_LOOKS: Record<PartKind, string> = {
  added: 'border-green',
  used: 'border-accent-solid',
  expired: 'border-yellow',
  adjusted: 'border-blue',
  other: 'border-muted',
}

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
  const rows: ChangeRow[] = [
    totalRow(<span className="font-medium">{isSum ? 'Sum of amounts before' : 'Opening'}</span>, opening, bars.opening),
    ...parts.map((part, index) => ({
      label: <PartLabel part={part} isOnly={isOnlyOfKind(part, parts)} href={linkOfPart(part, pool)} nameOf={nameOf} />,
      bar: bars.parts[index],
      look: BAR_LOOKS[part.kind],
      amount: <AmountMoved amount={part.amount} />,
      entries: part.entries,
    })),
    ...(unexplained === '0' ? [] : [unexplainedRow(unexplained, bars.unexplained)]),
    totalRow(<span className="font-medium">{isSum ? 'Sum of amounts' : 'Closing'}</span>, closing, bars.closing),
  ]
  return (
    <Waterfall
      caption={`Parts of the change in ${pool.unitName ?? 'no unit'}`}
      unit={
        pool.unitName !== null && (
          <small className="foreign">
            <VisibleMarks>{pool.unitName}</VisibleMarks>
          </small>
        )
      }
      rows={rows}
      more={ENTRIES}
    />
  )
}

const unexplainedRow = (unexplained: string, bar: WaterfallBar | undefined): ChangeRow => ({
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

interface ChangeRow extends WaterfallRow {
  entries?: number
}

const ENTRIES: Column<ChangeRow>[] = [
  {
    header: 'Transactions',
    isWide: true,
    width: '7rem',
    isFigure: true,
    show: ({ entries }) => entries !== undefined && formatNumber(entries),
  },
]

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
    return <OwnText text={shortName(name)} className={billableName === null ? 'opaque' : 'foreign'} />
  }
  if (kind === 'expired') {
    if (blockId === null) return isOnly ? 'Expiration' : 'Other expirations'
    return (
      <>
        Block <OwnText text={blockId} className="opaque" />
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
