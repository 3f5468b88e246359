'use client'

import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Money } from '@/components/money'
import { AmountMoved } from '@/components/signed-amount'
import { classNames } from '@/components/ui/class-names'
import { VisibleMarks } from '@/components/visible-marks'
import type { ChangeExplanation, ChangePart, LedgerPool, PartKind } from '@/contract/console/whole-ledger'
import type { Days } from '@/lib/domain/whole-ledger/days-in-words'
import { invoiceNames } from '@/lib/domain/invoice/invoice-number'
import { formatNumber } from '@/lib/format/amount'
import { PartLabel } from './part-label'
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
  days: Days
  linkOfPart: LinkOfPart
}

/** The balance before, each part of its change, and the balance after, with bars that start where the one before ends. */
export function ChangeWaterfall({ explanation, days, linkOfPart }: ChangeWaterfallProps) {
  const { pool, basis, opening, closing, parts, unexplained } = explanation
  const bars = waterfallBars(explanation)
  const nameOf = invoiceNames(parts.flatMap(({ invoice }) => invoice ?? []))
  const isSum = basis === 'amounts'
  return (
    <div className="@container">
      <table className="rows">
        <caption className="sr-only">Parts of the change in {pool.unitName ?? 'no unit'}</caption>
        <colgroup>
          <col />
          <col className="w-[32%] @max-[34rem]:hidden" />
          <col className="w-[44%] @min-[34rem]:w-36" />
          <col className="w-28 @max-[34rem]:hidden" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <td aria-hidden="true" className="@max-[34rem]:hidden" />
            <th scope="col" className="figure-cell">
              Amount
              {pool.unitName !== null && (
                <small className="foreign">
                  <VisibleMarks>{pool.unitName}</VisibleMarks>
                </small>
              )}
            </th>
            <th scope="col" className="figure-cell @max-[34rem]:hidden">
              Transactions
            </th>
          </tr>
        </thead>
        <tbody>
          <WaterfallRow
            label={<span className="font-medium">{isSum ? 'Sum of amounts before' : 'Opening'}</span>}
            bar={bars.opening}
            look={BALANCE_LOOK}
            amount={<Money amount={opening} />}
          />
          {parts.map((part, index) => (
            <WaterfallRow
              key={index}
              label={
                <PartLabel
                  part={part}
                  isOnly={isOnlyOfKind(part, parts)}
                  days={days}
                  href={linkOfPart(part, pool)}
                  nameOf={nameOf}
                />
              }
              bar={bars.parts[index]}
              look={BAR_LOOKS[part.kind]}
              amount={<AmountMoved amount={part.amount} />}
              entries={part.entries}
            />
          ))}
          {unexplained !== '0' && (
            <WaterfallRow
              label={
                <span className="text-red">
                  <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.125em]" />
                  Not explained: the balances moved by more than their transactions
                </span>
              }
              bar={bars.unexplained}
              look="border-red"
              amount={
                <span className="text-red">
                  <AmountMoved amount={unexplained} />
                </span>
              }
            />
          )}
          <WaterfallRow
            label={<span className="font-medium">{isSum ? 'Sum of amounts' : 'Closing'}</span>}
            bar={bars.closing}
            look={BALANCE_LOOK}
            amount={<Money amount={closing} />}
          />
        </tbody>
      </table>
    </div>
  )
}

const isOnlyOfKind = ({ kind }: ChangePart, parts: readonly ChangePart[]) =>
  parts.filter((part) => part.kind === kind).length === 1

interface WaterfallRowProps {
  label: ReactNode
  bar: WaterfallBar | undefined
  look: string
  amount: ReactNode
  entries?: number
}

/** A row; on a narrow screen its bar is below the label. */
const WaterfallRow = ({ label, bar, look, amount, entries }: WaterfallRowProps) => (
  <tr>
    <td>
      {label}
      <Bar bar={bar} look={look} className="mt-1 @min-[34rem]:hidden" />
    </td>
    <td aria-hidden="true" className="@max-[34rem]:hidden">
      <Bar bar={bar} look={look} />
    </td>
    <td className="figure-cell">{amount}</td>
    <td className="figure-cell tabular-nums @max-[34rem]:hidden">{entries !== undefined && formatNumber(entries)}</td>
  </tr>
)

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
