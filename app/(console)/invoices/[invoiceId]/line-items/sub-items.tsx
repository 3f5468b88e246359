import { Money, Quantity } from '@/components/money'
import { OwnText } from '@/components/own-text'
import { type Column, DataTable } from '@/components/ui/data-table'
import type { SubItemView } from '@/contract/console/invoice'
import { formatCount } from '@/lib/format/amount'

const MAX_SHOWN = 200

const columnsOf = (currency: string | null): Column<SubItemView>[] => [
  { header: 'Name', show: ({ name }) => <OwnText text={name} /> },
  { header: 'Quantity', isFigure: true, show: ({ quantity }) => <Quantity quantity={quantity} /> },
  { header: 'Price', isFigure: true, show: ({ price }) => <Money amount={price} currency={currency} exact /> },
  { header: 'Amount', isFigure: true, show: ({ amount }) => <Money amount={amount} currency={currency} /> },
]

/** The parts of a line, when the API sends them. */
export function SubItems({ items, currency }: { items: SubItemView[]; currency: string | null }) {
  const left = items.length - MAX_SHOWN
  return (
    <div>
      <DataTable
        caption={formatCount(items.length, 'sub item')}
        isCaptionShown
        look="inner"
        columns={columnsOf(currency)}
        rows={items.slice(0, MAX_SHOWN)}
        keyOf={(_, index) => index}
      />
      {left > 0 && <p className="text-muted mt-1 text-xs">{formatCount(left, 'more', 'more')} in the raw JSON</p>}
    </div>
  )
}
