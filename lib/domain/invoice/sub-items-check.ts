import { Big } from 'big.js'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { readableList } from '../../format/unreadable'
import { exactOf } from '../money/decimal'
import { decimalsOfAmount, roundingTo, whole } from '../money/rounding'

interface SubItemsCheck {
  count: number
  /** The sum of the amounts; null without sub items, or when an amount is unreadable. */
  sum: Big | null
  /** The first sub item whose amount is not quantity × price; `position` counts from 1. */
  wrong: { position: number; difference: string } | null
}

/** Sums the sub items of a line and checks each amount (gaps.md "Line details"). @param decimals of the currency */
export function subItemsCheck({ subItems }: Pick<InvoiceLineItemView, 'subItems'>, decimals: number): SubItemsCheck {
  const items = readableList(subItems)
  let sum: Big | null = items.length === 0 ? null : new Big(0)
  let wrong: SubItemsCheck['wrong'] = null
  for (const [index, item] of items.entries()) {
    const amount = exactOf(item.amount)
    sum = amount && sum && sum.plus(amount)
    const [quantity, price] = [exactOf(item.quantity), exactOf(item.price)]
    if (amount === null || quantity === null || price === null || wrong !== null) continue
    const product = quantity.times(price)
    if (roundingTo(whole(product), amount, decimalsOfAmount(amount, decimals)) === null)
      wrong = { position: index + 1, difference: amount.minus(product).toFixed() }
  }
  return { count: items.length, sum, wrong }
}
