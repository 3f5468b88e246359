import type { Charge } from '@/lib/invoices/invoice-lines'

/** Returns the first instant of a day of 2026: "11-01". */
export const day = (text: string) => `2026-${text}T00:00:00.000Z`

/** For tests: returns a charge for a period of 2026 between two days. */
export const charge = (start: string, end: string, more: Partial<Charge> = {}): Charge => ({
  priceId: 'price_base',
  name: 'Scale',
  start: day(start),
  end: day(end),
  quantity: '5',
  amount: '100',
  ...more,
})
