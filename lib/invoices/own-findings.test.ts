import { expect, it } from 'vitest'
import type { InvoiceLineItemView } from './invoice'
import { bareLine, barePrice } from '@/testing/console/bare-views'
import { measurePieces } from '@/testing/measure-pieces'
import { ownFindings } from './own-findings'

const LINES = 2_000
const HEAD = { issueDate: undefined, dueDate: undefined, ofSums: [], decimals: 2, terms: {} }
const NOVEMBER = { startDate: '2026-11-01T00:00:00.000Z', endDate: '2026-12-01T00:00:00.000Z' }
const TIERS = { kind: 'tier' as const, tiers: [{ start: '0', end: undefined, price: '1' }] }

it.each<[string, (index: number) => Partial<InvoiceLineItemView>]>([
  ['a price of its own each', (index) => ({ priceId: `price_${index}` })],
  ['one price', (index) => ({ priceId: 'price_1', amount: String(index) })],
  [
    'a price with tiers each',
    (index) => ({ priceId: `price_${index}`, price: { ...barePrice(), rules: TIERS, inCustomUnit: false } }),
  ],
])('yields regularly in an invoice of 2,000 lines with %s', (_, fieldsOf) => {
  let read = 0
  const lines = Array.from({ length: LINES }, (__, index) => {
    const line = bareLine({
      id: `line_${index}`,
      quantity: '1',
      unitPrice: '1',
      amount: '1',
      ...NOVEMBER,
      ...fieldsOf(index),
    })
    return new Proxy(line, { get: (fields, name) => ((read += Number(name === 'amount')), Reflect.get(fields, name)) })
  })
  const { longest } = measurePieces(ownFindings(lines, HEAD), () => read)
  expect(read).toBeGreaterThanOrEqual(LINES * 3)
  expect(longest).toBeLessThanOrEqual(1_000)
})
