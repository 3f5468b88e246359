import {
  createColumnHelper,
  metaHelper,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { SignedAmount } from '@/components/signed-amount'
import { TransactionType } from '@/components/transaction-type'
import { NotSent } from '@/components/ui/facts'
import type { TransactionView } from '@/contract/console/transaction'
import { cadenceWords } from '@/lib/format/words'
import { invoicePath } from '@/lib/paths'

export interface ColumnMeta {
  /** Fixed, so that nothing moves when other rows arrive; columns without one share what is left. */
  width?: string
  numeric?: boolean
  /** Stands left-aligned beside a right-aligned column: kept apart from it. */
  afterFigure?: boolean
}

/** Pages come from the API as they are: it alone sorts and slices. */
export const transactionTableFeatures = tableFeatures({
  rowExpandingFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
})

const column = createColumnHelper<typeof transactionTableFeatures, TransactionView>()

export const transactionColumns = column.columns([
  column.accessor('createdAt', {
    header: 'Created',
    cell: ({ row }) => <Instant iso={row.original.createdAt} shape="dateTime" dense />,
    meta: { width: '9.25rem' },
  }),
  column.accessor('type', {
    header: 'Type',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <>
        <TransactionType type={original.type} />
        {/* Where the table scrolls, its amount would be out of sight; a screen reader has it in its own column. */}
        <span aria-hidden="true" className="block @min-[62rem]:hidden print:hidden">
          <SignedAmount amount={original.amount} />
        </span>
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
    cell: ({ row: { original } }) => (
      <Lines
        first={<SignedAmount amount={original.amount} />}
        second={original.amount !== null && original.allocationBlock?.pricingUnit}
      />
    ),
    meta: { width: '7.5rem', numeric: true },
  }),
  column.display({
    id: 'balance',
    header: 'Balance after',
    cell: ({ row }) => <Money amount={row.original.newBalance} />,
    meta: { width: '7.5rem', numeric: true },
  }),
  column.display({
    id: 'block',
    header: 'Block size',
    cell: ({ row: { original } }) => (
      <Lines
        first={<Money amount={original.allocationBlock?.amount ?? null} />}
        second={original.allocationBlock?.pricingUnit}
      />
    ),
    meta: { width: '7.5rem', numeric: true },
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
      <span className="block">{first}</span>
      {second && <span className="foreign text-muted line-clamp-1 block text-xs">{second}</span>}
    </>
  )
}

function BillableName({ billable, billableId }: Pick<TransactionView, 'billable' | 'billableId'>) {
  const id = billable?.id ?? billableId
  if (billable?.name) return <span className="foreign line-clamp-2">{billable.name}</span>
  if (id) return <span className="opaque line-clamp-2">{id}</span>
  return <NotSent />
}

function Plan({ block }: { block: TransactionView['allocationBlock'] }) {
  if (!block?.planName && !block?.billingCadence) return <NotSent />
  return (
    <Lines
      first={block.planName ? <span className="foreign line-clamp-1">{block.planName}</span> : <NotSent />}
      second={block.billingCadence && cadenceWords(block.billingCadence)}
    />
  )
}

function InvoiceLink({ block }: { block: TransactionView['allocationBlock'] }) {
  if (!block?.invoiceId) return block?.invoiceVanityId ? <>{block.invoiceVanityId}</> : <NotSent />
  return (
    <Link
      href={invoicePath(block.invoiceId)}
      prefetch={false}
      className={`text-accent hover:underline ${block.invoiceVanityId ? 'foreign tabular-nums' : 'opaque line-clamp-2'}`}
    >
      {block.invoiceVanityId ?? block.invoiceId}
    </Link>
  )
}
