import { expect, it } from 'vitest'
import { invoiceFile } from '@/testing/console/invoice-file'
import { invoiceChain } from './invoice-chain'

const LINE = { amount: '100', details: { quantity: '400', unitPrice: '0.25' } }
const CREDIT = { amount: '-100', details: { quantity: '-400', unitPrice: '0.25' } }
const HIDDEN = {
  ...LINE,
  price: { id: 'price_1', rules: { quantity: '1', price: '0.25' }, billable: { hidden: true } },
}

/** Returns "lines + beside = total − settled = due (basis)". */
function written(head: object, lines: object[] = [LINE]): string | null {
  const chain = invoiceChain(invoiceFile(lines, { ...head }).invoice)
  if (chain === null) return null
  return `${chain.lines} + ${chain.beside} = ${chain.total} − ${chain.settled} = ${chain.due} (${chain.basis})`
}

it.each<[object, object[] | undefined, string | null]>([
  [{}, undefined, '100 + 0 = 100 − 0 = 100 (lines)'],
  [{ status: 'paid' }, undefined, '100 + 0 = 100 − 100 = 0 (lines)'],
  [{ tax: 19, total: 119 }, undefined, '100 + 19 = 119 − 0 = 119 (sums)'],
  [{ tax: 19, total: 119, amountPaid: 60, amountDue: 59 }, undefined, '100 + 19 = 119 − 60 = 59 (sums)'],
  [{ status: 'paid', tax: 19, total: 119 }, undefined, '100 + 19 = 119 − 119 = 0 (sums)'],
  [{ total: 100 }, [LINE, HIDDEN], '200 + 0 = 200 − 0 = 200 (lines)'],
  [{ tax: 19, total: 119 }, [LINE, HIDDEN], '200 + -81 = 119 − 0 = 119 (sums)'],
  [{ total: 250 }, undefined, '100 + 0 = 100 − 0 = 100 (unclear)'],
  [{ tax: 19 }, undefined, '100 + 0 = 100 − 0 = 100 (unclear)'],
  [{}, [CREDIT], '-100 + 0 = -100 − 0 = -100 (lines)'],
  [{ total: -119, tax: -19, amountDue: 0 }, [CREDIT], '-100 + -19 = -119 − 0 = -119 (sums)'],
  [{ status: 'paid' }, [CREDIT], '-100 + 0 = -100 − -100 = 0 (lines)'],
  [{}, [{ amount: '-0.00' }], '0 + 0 = 0 − 0 = 0 (lines)'],
  [{ total: 119 }, [], null],
  [{}, [LINE, { amount: 'ten' }], null],
  // Nothing is due of an invoice that is not charged.
  [{ status: 'void' }, undefined, '100 + 0 = 100 − null = null (lines)'],
  [
    { status: 'draft', tax: 19, total: 119, amountPaid: 60, amountDue: 59 },
    undefined,
    '100 + 19 = 119 − null = null (sums)',
  ],
])('the chain of %j %j is %s', (head, lines, chain) => {
  expect(written(head, lines)).toBe(chain)
})
