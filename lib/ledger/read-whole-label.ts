import type { Credits } from './credits'
import { formatCount, formatNumber } from '@/lib/money/amount'

/** Returns how many customers are in the sums of a day, and how the others get there. */
export function readWholeLabel({ customers: { known, readWhole }, hasMore, hasMoreNotRead }: ReadCustomers): string {
  const all = `${hasMore || hasMoreNotRead ? 'more than ' : ''}${formatCount(known, 'known customer')}`
  const read = `${formatNumber(readWhole)} of ${all} ${readWhole === 1 ? 'was' : 'were'} read whole since that day.`
  return `${read} Open a customer’s balance: the console then reads its ledger whole, a long one on request.`
}

type ReadCustomers = Pick<Credits, 'customers' | 'hasMore' | 'hasMoreNotRead'>
