import { Big } from 'big.js'
import { expect, it } from 'vitest'
import { bareLine } from '@/testing/console/bare-views'
import { measurePieces } from '@/testing/measure-pieces'
import { chargedPeriods } from './compared-lines'

it('reads the price of at most 50 lines of one period in a piece', () => {
  const LINES = 2_000
  let read = 0
  const lines = Array.from({ length: LINES }, (_, at) => {
    const view = bareLine({ id: `line_${at}`, priceId: 'price_1', quantity: '1', unitPrice: '1', amount: '1' })
    return {
      amount: new Big(1),
      view: new Proxy(view, {
        get: (fields, name) => ((read += Number(name === 'price')), Reflect.get(fields, name)),
      }),
    }
  })
  const { longest } = measurePieces(chargedPeriods(lines, { decimals: 2, billing: null }), () => read)
  expect(read).toBeGreaterThanOrEqual(LINES)
  expect(longest).toBeLessThanOrEqual((50 * read) / LINES + 1)
})
