import {
  createColumnHelper,
  metaHelper,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import { Link } from '@/components/ui/link'
import type { ReactNode } from 'react'
import { Absent } from '@/components/absent'
import { Instant } from '@/components/instant'
import { TransactionType } from '@/components/transaction-type'
import { VisibleMarks } from '@/components/visible-marks'
import type { TransactionView } from '@/contract/console/transaction'
import { shortName } from '@/lib/format/amount'
import type { Pool } from '@/lib/domain/ledger/pool'
import { firstUnreadable, readable } from '@/lib/format/unreadable'
import { cadenceLabel } from '@/lib/format/labels'
import { invoicePath } from '@/lib/browser/paths'
import { type PageMarks, pageMarks } from './page-marks'
import { AmountFigure, BalanceFigure, BlockFigure, StackedFigures } from './row-figures'

export interface ColumnMeta {
  /** A fixed width, so that nothing moves when other rows arrive; columns without one share the rest. */
  width?: string
  numeric?: boolean
  /** True when the figures use the unit of the row's pool. */
  inUnit?: boolean
  /** True for a left-aligned column after a right-aligned one: it gets extra space. */
  afterFigure?: boolean
}

interface TableMeta {
  marks: PageMarks
  /** The only pool of all rows, whose unit the header names; null when each row names its own. */
  pool: Pool | null
}

/** The columns are not sortable: the API sorts and slices. */
export const transactionTableFeatures = tableFeatures({
  rowExpandingFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
  tableMeta: metaHelper<TableMeta>(),
})

const NO_MARKS = pageMarks([])
interface WithMeta {
  options: { meta?: TableMeta }
}
const marksOf = ({ options }: WithMeta) => options.meta?.marks ?? NO_MARKS
const figureOf = (transaction: TransactionView, table: WithMeta) => ({
  transaction,
  marks: marksOf(table),
  isUnitInHeader: (table.options.meta?.pool ?? null) !== null,
})

const column = createColumnHelper<typeof transactionTableFeatures, TransactionView>()

export const transactionColumns = column.columns([
  column.accessor('createdAt', {
    header: 'Created',
    cell: ({ row }) => <Instant iso={row.original.createdAt} dense />,
    meta: { width: '9.25rem' },
  }),
  column.accessor('type', {
    header: 'Type',
    enableSorting: false,
    cell: ({ row: { original }, table }) => (
      <>
        <TransactionType type={original.type} />
        <StackedFigures transaction={original} marks={marksOf(table)} />
      </>
    ),
    meta: { width: '8.5rem' },
  }),
  column.display({
    id: 'billable',
    header: 'Billable',
    cell: ({ row: { original } }) => <BillableName {...original} />,
  }),
  column.display({
    id: 'amount',
    header: 'Amount',
    cell: ({ row: { original }, table }) => <AmountFigure {...figureOf(original, table)} />,
    meta: { width: '7.5rem', numeric: true, inUnit: true },
  }),
  column.display({
    id: 'balance',
    header: 'Balance after',
    cell: ({ row: { original }, table }) => <BalanceFigure {...figureOf(original, table)} />,
    meta: { width: '7.5rem', numeric: true, inUnit: true },
  }),
  column.display({
    id: 'block',
    header: 'Block size',
    cell: ({ row: { original }, table }) => <BlockFigure {...figureOf(original, table)} />,
    meta: { width: '7.5rem', numeric: true, inUnit: true },
  }),
  column.display({
    id: 'plan',
    header: 'Plan',
    cell: ({ row: { original } }) => <Plan block={original.allocationBlock} />,
    meta: { afterFigure: true },
  }),
  column.display({
    id: 'invoice',
    header: 'Invoice',
    cell: ({ row: { original } }) => <InvoiceLink block={original.allocationBlock} />,
    meta: { width: '4.75rem' },
  }),
])

/** A value with a muted line below it. */
function Lines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <div>{first}</div>
      {second && <div className="foreign text-muted line-clamp-1 text-xs print:line-clamp-none">{second}</div>}
    </>
  )
}

function BillableName({ billable, billableId }: Pick<TransactionView, 'billable' | 'billableId'>) {
  const name = readable(billable?.name)
  const id = readable(billable?.id) ?? readable(billableId)
  if (name)
    return (
      <span className="foreign line-clamp-2">
        <VisibleMarks>{name}</VisibleMarks>
      </span>
    )
  if (id)
    return (
      <span className="opaque line-clamp-2">
        <VisibleMarks>{id}</VisibleMarks>
      </span>
    )
  return <Absent value={firstUnreadable(billable?.name, billable?.id, billableId)} />
}

type Block = Pick<TransactionView, 'allocationBlock'>['allocationBlock']

function Plan({ block }: { block: Block }) {
  const name = readable(block?.planName)
  const cadence = readable(block?.billingCadence)
  return (
    <Lines
      first={
        name ? (
          <span className="foreign line-clamp-1">
            <VisibleMarks>{name}</VisibleMarks>
          </span>
        ) : (
          <Absent value={firstUnreadable(block?.planName, block?.billingCadence)} />
        )
      }
      second={cadence && <VisibleMarks>{cadenceLabel(cadence)}</VisibleMarks>}
    />
  )
}

function InvoiceLink({ block }: { block: Block }) {
  const id = readable(block?.invoiceId)
  const vanityId = readable(block?.invoiceVanityId)
  if (!id)
    return vanityId ? shortName(vanityId) : <Absent value={firstUnreadable(block?.invoiceId, block?.invoiceVanityId)} />
  return (
    <Link
      href={invoicePath(id)}
      prefetch={false}
      className={`text-accent hover:underline ${vanityId ? 'foreign tabular-nums' : 'opaque line-clamp-2'}`}
    >
      {vanityId === null ? id : shortName(vanityId)}
    </Link>
  )
}
