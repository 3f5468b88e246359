import { Money, Quantity } from '@/components/money'
import { OwnText } from '@/components/own-text'
import type { SubItemView } from '@/contract/console/invoice'
import { formatCount } from '@/lib/format/amount'

const MAX_SHOWN = 200

/** The parts of a line, when the API sends them. */
export function SubItems({ items, currency }: { items: SubItemView[]; currency: string | null }) {
  const left = items.length - MAX_SHOWN
  return (
    <div>
      <table className="w-full max-w-2xl text-sm">
        <caption className="text-muted pb-1 text-left text-xs">{formatCount(items.length, 'sub item')}</caption>
        <thead className="text-muted text-left text-xs">
          <tr className="border-b">
            <th scope="col" className="py-1 pr-4 font-normal">
              Name
            </th>
            <th scope="col" className="figure py-1 pr-4 font-normal">
              Quantity
            </th>
            <th scope="col" className="figure py-1 pr-4 font-normal">
              Price
            </th>
            <th scope="col" className="figure py-1 font-normal">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, MAX_SHOWN).map((item, index) => (
            <tr key={index} className="border-b last:border-b-0">
              <td className="py-1 pr-4">
                <OwnText text={item.name} />
              </td>
              <td className="figure py-1 pr-4">
                <Quantity quantity={item.quantity} />
              </td>
              <td className="figure py-1 pr-4">
                <Money amount={item.price} currency={currency} exact />
              </td>
              <td className="figure py-1">
                <Money amount={item.amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p className="text-muted mt-1 text-xs">{formatCount(left, 'more', 'more')} in the raw JSON</p>}
    </div>
  )
}
