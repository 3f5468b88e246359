import { Money, Quantity } from '@/components/money/money'
import { AmountMoved } from '@/components/money/signed-amount'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyCell } from '@/components/ui/empty-cell'
import type { ProratedDays } from '@/lib/invoices/finding'
import type { BridgePart, ComparedPrice, InvoiceBridge } from '@/lib/invoices/invoice-comparison'
import { formatCount, shortName } from '@/lib/money/amount'
import { amountRoleLabel } from '@/lib/invoices/finding-sentences'
import { BRIDGE_LABELS } from '@/lib/invoices/comparison-words'
import { totalRow, Waterfall } from '@/components/money/waterfall'
import { waterfallBars } from '@/components/money/waterfall-bars'
import { OwnText } from '@/components/text/own-text'

interface BridgeProps {
  bridge: InvoiceBridge
  currency: string | null
  /** The names of the other invoice and of this one. */
  names: readonly [before: string, after: string]
}

/** The total of the other invoice, each part of the difference, and the total of this one. */
export function BridgeTable({ bridge, currency, names }: BridgeProps) {
  const { before, after, parts } = bridge
  const bars = waterfallBars({ opening: before, closing: after, parts, unexplained: '0' })
  return (
    <Waterfall
      caption="Parts of the difference"
      rows={[
        totalRow(<OwnText text={names[0]} className="foreign font-medium" />, before, bars.opening, currency),
        ...parts.map((part, index) => ({
          label: <PartLabel part={part} currency={currency} />,
          bar: bars.parts[index],
          look: part.amount.startsWith('-') ? 'border-green' : 'border-accent-solid',
          amount: <AmountMoved amount={part.amount} currency={currency} />,
        })),
        totalRow(<OwnText text={names[1]} className="foreign font-medium" />, after, bars.closing, currency),
      ]}
    />
  )
}

function PartLabel({ part, currency }: { part: BridgePart; currency: string | null }) {
  const { kind, name, isHidden, role, count, quantity, unitPrice, prorated } = part
  return (
    <>
      <Name name={name ?? (role ? amountRoleLabel(role) : count ? formatCount(count, 'smaller change') : null)} />
      <small className="whitespace-normal">
        {BRIDGE_LABELS[kind]}
        {quantity && (
          <>
            {' '}
            <Quantity quantity={quantity.before} /> → <Quantity quantity={quantity.after} labels={quantity.labels} />
          </>
        )}
        {unitPrice && (
          <>
            {' '}
            <Money amount={unitPrice.before} currency={currency} exact /> →{' '}
            <Money amount={unitPrice.after} currency={currency} exact />
          </>
        )}
        {prorated && ` ${daysLabel(prorated.before)} → ${daysLabel(prorated.after)}`}
        {isHidden && HIDDEN}
      </small>
    </>
  )
}

const HIDDEN = ' · hidden from the customer'

const daysLabel = (days: ProratedDays | null) =>
  days === null ? 'whole period' : `${days.days} of ${formatCount(days.of, days.unit ?? 'day')}`

const Name = ({ name }: { name: string | null }) =>
  name === null ? 'Without a name' : <OwnText text={shortName(name)} />

/** Each price of the two invoices, with the sums of its lines. */
export const PricesTable = ({ bridge: { prices, morePrices }, currency, names }: BridgeProps) => (
  <>
    <DataTable
      caption="Prices of both invoices"
      narrow="34rem"
      columns={columnsOf(currency, names)}
      rows={prices}
      keyOf={(_, index) => index}
    />
    {morePrices > 0 && (
      <p className="text-muted border-t px-4 py-2 text-xs">
        {formatCount(morePrices, 'more price')} with smaller differences
      </p>
    )}
  </>
)

const columnsOf = (currency: string | null, [before, after]: BridgeProps['names']): Column<ComparedPrice>[] => {
  const sum = (amount: string | null) =>
    amount === null ? <EmptyCell label="Not on this invoice" /> : <Money amount={amount} currency={currency} />
  return [
    {
      header: 'Price',
      show: ({ name, isHidden }) => (
        <>
          <Name name={name} />
          {isHidden && <small className="whitespace-normal">{HIDDEN.slice(' · '.length)}</small>}
        </>
      ),
    },
    { header: before, width: '9rem', isFigure: true, isWide: true, show: (price) => sum(price.before) },
    { header: after, width: '9rem', isFigure: true, isWide: true, show: (price) => sum(price.after) },
    {
      header: 'Difference',
      width: '9rem',
      isFigure: true,
      show: ({ difference }) => <AmountMoved amount={difference} currency={currency} />,
    },
  ]
}
