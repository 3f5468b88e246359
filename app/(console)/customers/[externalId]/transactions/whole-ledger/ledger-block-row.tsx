'use client'

import { useId, useState } from 'react'
import { Identifier } from '@/components/identifier'
import { Money } from '@/components/money'
import { EmptyCell } from '@/components/ui/empty-cell'
import { Link } from '@/components/ui/link'
import { UnfoldButton } from '@/components/ui/unfold-button'
import { VisibleMarks } from '@/components/visible-marks'
import { type LedgerBlock, type LedgerPool, PART_KINDS } from '@/contract/console/whole-ledger'
import { invoicePath } from '@/lib/browser/paths'
import { formatCount, shortName } from '@/lib/format/amount'
import { PART_KIND_LABELS } from '@/lib/format/labels'
import { dayLabel } from './day-label'
import { CardUnit, LedgerUnit } from './ledger-unit'
import { UNKNOWN } from '@/lib/format/unreadable'

const COLUMNS = 11

interface LedgerBlockRowProps {
  block: LedgerBlock
  /** All pools of the table: the header names the unit of the only one. */
  pools: readonly LedgerPool[]
  /** The address of the block's transactions. */
  link: string
}

/** A block with its sums by part kind and the amount left. It unfolds to the usage by billable. */
export function LedgerBlockRow({ block, pools, link }: LedgerBlockRowProps) {
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const { blockId, pool, parts, grantedAt, left, planName } = block
  return (
    <>
      <tr>
        <td>
          <UnfoldButton isOpen={isOpen} detailsId={detailsId} onToggle={() => setOpen(!isOpen)} />
        </td>
        <td>
          <Identifier id={blockId} of="block" />
          {planName !== null && (
            <small className="whitespace-normal">
              <span className="foreign">
                <VisibleMarks>{shortName(planName)}</VisibleMarks>
              </span>
            </small>
          )}
          {pools.length > 1 && (
            <small className="whitespace-normal">
              <LedgerUnit pool={pool} among={pools} />
            </small>
          )}
          <div className="no-print text-xs">
            <Link href={link} prefetch={false} className="text-accent hover:underline">
              Transactions
            </Link>
          </div>
        </td>
        {PART_KINDS.map((kind) => (
          <td key={kind} data-label={PART_KIND_LABELS[kind]} className="figure-cell">
            <BlockSum amount={parts && parts[kind]} pool={pool} />
            {kind === 'added' && grantedAt !== null && <small>{dayLabel(grantedAt, false)}</small>}
          </td>
        ))}
        <td data-label="Left, calculated" className="figure-cell">
          <Left amount={left} pool={pool} />
        </td>
        <td data-label="First use">
          <Day day={block.firstUse} />
        </td>
        <td data-label="Last use">
          <Day day={block.lastUse} />
        </td>
        <td data-label="Invoice">
          <GrantingInvoice invoice={block.invoice} />
        </td>
      </tr>
      {isOpen && (
        <tr id={detailsId}>
          <td colSpan={COLUMNS}>
            <BlockDetails block={block} />
          </td>
        </tr>
      )}
    </>
  )
}

/** A sum of a block, when the signs of its amounts are known. */
function BlockSum({ amount, pool }: { amount: string | null; pool: LedgerPool }) {
  if (amount === null) return <EmptyCell label="Unknown: deductions have positive amounts" />
  return (
    <>
      <Money amount={amount} />
      <CardUnit pool={pool} />
    </>
  )
}

function Left({ amount, pool }: { amount: string | null; pool: LedgerPool }) {
  if (amount === null) return <EmptyCell label={UNKNOWN} />
  const isOverdrawn = amount.startsWith('-')
  return (
    <span className={isOverdrawn ? 'text-red' : undefined}>
      <Money amount={amount} />
      <CardUnit pool={pool} />
      {isOverdrawn && <span className="block text-xs">Below zero</span>}
    </span>
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

/** The usage of a block by billable. */
function BlockDetails({ block: { used, entries } }: { block: LedgerBlock }) {
  return (
    <div className="max-w-2xl text-sm">
      {used && used.length > 0 && (
        <table className="w-full">
          <caption className="text-muted pb-1 text-left text-xs">Used by billable</caption>
          <tbody>
            {used.map(({ billableId, billableName, amount }, index) => (
              <tr key={billableId ?? index} className="border-b last:border-b-0">
                <th scope="row" className="py-1 pr-4 text-left font-normal">
                  <Billable id={billableId} name={billableName} />
                </th>
                <td className="figure py-1">
                  <Money amount={amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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
  return (
    <span className={name === null ? 'opaque' : 'foreign'}>
      <VisibleMarks>{shortName(shown)}</VisibleMarks>
    </span>
  )
}
