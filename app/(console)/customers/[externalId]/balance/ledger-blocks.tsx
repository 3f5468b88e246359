import { EXPIRY_NOT_SENT, PART_KIND_LABELS, blocksRestLabel } from '@/lib/ledger/ledger-labels'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Identifier } from '@/components/text/identifier'
import { Money } from '@/components/money/money'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyCell } from '@/components/ui/empty-cell'
import { Link } from '@/components/ui/link'
import { OwnText } from '@/components/text/own-text'
import { VisibleMarks } from '@/components/text/visible-marks'
import { type LedgerBlock, type LedgerPool } from '@/lib/ledger/whole-ledger'
import { invoicePath, ledgerPath } from '@/lib/core/paths'
import { formatAmount, formatCount, formatNumber, shortName } from '@/lib/money/amount'
import { soFarLabel } from '@/lib/ledger/ledger-verdict'
import { operationQuery } from '@/lib/api'
import {
  AmountLeft,
  kindsWithAmounts,
  PoolAmount,
  PoolUnit,
  rowsOfPool,
  SharedUnit,
} from '@/components/customers/pool-unit'
import { QuerySection } from '@/components/page/query-section'
import { dayLabel } from './chart-days'

const FIRST_SHOWN = 5

/** The allocation blocks of a pool with their sums by part kind and the amount left, the newest grant first. */
export function LedgerBlocks({ externalId, pool }: { externalId: string; pool: LedgerPool }) {
  const read = useQuery(operationQuery('listLedgerBlocks', { externalId }))
  const { data } = read
  return (
    <QuerySection
      title="Blocks"
      query={read}
      emptyText={({ blocks, asOf }) =>
        rowsOfPool(blocks, pool).length > 0
          ? null
          : asOf === null
            ? 'The blocks appear once the whole ledger is read.'
            : 'No blocks'
      }
      aside={
        <span className="text-muted text-xs">
          {data?.soFar && <span className="text-yellow">{soFarLabel(data.soFar)} · </span>}
          {data && data.count > data.blocks.length && data.blocks.length > 0 && (
            <>
              The newest {formatNumber(data.blocks.length)} of {formatNumber(data.count)} ·{' '}
            </>
          )}
          <SharedUnit pool={pool} />
          {data?.blocks.every(({ expiring }) => expiring === null) && EXPIRY_NOT_SENT}
        </span>
      }
    >
      {({ blocks, rests }) => (
        <>
          <BlocksTable externalId={externalId} blocks={rowsOfPool(blocks, pool)} />
          {rowsOfPool(rests, pool).map((rest) => (
            <p key={rest.pool.key} className="text-yellow border-t px-4 py-2 text-sm">
              <PoolUnit pool={pool} among={[]} />: {blocksRestLabel(rest)}
            </p>
          ))}
        </>
      )}
    </QuerySection>
  )
}

/** Each row unfolds to the usage by billable. Where the columns do not fit, each row is a card. */
function BlocksTable({ externalId, blocks }: { externalId: string; blocks: readonly LedgerBlock[] }) {
  const columns = useMemo(() => columnsOf(externalId, blocks), [externalId, blocks])
  return (
    <DataTable
      caption="Blocks"
      look="cards"
      columns={columns}
      rows={blocks}
      keyOf={({ blockId }) => blockId}
      details={(block) => <BlockDetails block={block} />}
      first={FIRST_SHOWN}
      moreLabel={(left) => formatCount(left, 'more block')}
    />
  )
}

function columnsOf(externalId: string, blocks: readonly LedgerBlock[]): Column<LedgerBlock>[] {
  return [
    { header: 'Block', show: (block) => <BlockName externalId={externalId} block={block} /> },
    ...kindsWithAmounts(blocks).map((kind): Column<LedgerBlock> => ({
      header: PART_KIND_LABELS[kind],
      width: '5.75rem',
      isFigure: true,
      show: ({ parts, grantedAt }) => (
        <>
          <PoolAmount amount={parts && parts[kind]} />
          {kind === 'added' && grantedAt !== null && <small>{dayLabel(grantedAt, false)}</small>}
        </>
      ),
    })),
    {
      header: 'Left, calculated',
      width: '5.75rem',
      isFigure: true,
      show: ({ left, expiring }) => (
        <>
          <AmountLeft amount={left} />
          {expiring && <small>{`${formatAmount(expiring.amount)} expire ${dayLabel(expiring.day, false)}`}</small>}
        </>
      ),
    },
    { header: 'First use', width: '7rem', show: ({ firstUse }) => <Day day={firstUse} /> },
    { header: 'Last use', width: '6rem', show: ({ lastUse }) => <Day day={lastUse} /> },
    { header: 'Invoice', width: '4.75rem', show: ({ invoice }) => <GrantingInvoice invoice={invoice} /> },
  ]
}

function BlockName({ externalId, block: { blockId, planName } }: { externalId: string; block: LedgerBlock }) {
  return (
    <>
      <Identifier id={blockId} of="block" />
      {planName !== null && (
        <small className="whitespace-normal">
          <OwnText text={shortName(planName)} />
        </small>
      )}
      <div className="no-print text-xs">
        <Link
          href={ledgerPath(externalId, { block: blockId })}
          prefetch={false}
          className="text-accent hover:underline"
        >
          Transactions
        </Link>
      </div>
    </>
  )
}

const Day = ({ day }: { day: string | null }) =>
  day === null ? <EmptyCell label="Not used" /> : <span className="whitespace-nowrap">{dayLabel(day, false)}</span>

function GrantingInvoice({ invoice }: Pick<LedgerBlock, 'invoice'>) {
  if (invoice === null) return <EmptyCell label="No invoice sent" />
  const { id, number } = invoice
  return (
    <Link href={invoicePath(id)} prefetch={false} className={number === null ? 'opaque line-clamp-2' : 'foreign'}>
      <VisibleMarks>{number === null ? id : shortName(number)}</VisibleMarks>
    </Link>
  )
}

const USED: Column<NonNullable<LedgerBlock['used']>[number]>[] = [
  {
    header: 'Billable',
    hasNoHeader: true,
    isRowHeader: true,
    show: ({ billableId, billableName }) => <Billable id={billableId} name={billableName} />,
  },
  { header: 'Amount', hasNoHeader: true, isFigure: true, show: ({ amount }) => <Money amount={amount} /> },
]

/** The usage of a block by billable. */
function BlockDetails({ block: { used, entries } }: { block: LedgerBlock }) {
  return (
    <div className="text-sm">
      {used && used.length > 0 && (
        <DataTable
          caption="Used by billable"
          isCaptionShown
          look="inner"
          columns={USED}
          rows={used}
          keyOf={({ billableId }, index) => billableId ?? index}
        />
      )}
      <p className="text-muted mt-1 text-xs">
        {used?.length === 0 && 'Not used · '}
        {formatCount(entries, 'transaction')}
      </p>
    </div>
  )
}

function Billable({ id, name }: { id: string | null; name: string | null }) {
  const shown = name ?? id
  if (shown === null) return 'No billable sent'
  return <OwnText text={shortName(shown)} className={name === null ? 'opaque' : 'foreign'} />
}
