import { Big } from 'big.js'
import { describe, expect, it, test } from 'vitest'
import { parseExactJson } from '@/contract/exact-json'
import { runToEnd } from '@/contract/pieces'
import { volume } from '@/scripts/test/volume.mjs'
import { generatedInvoice } from '@/testing/console/generated-invoices'
import { seededRandom } from '@/testing/console/seeded-random'
import { invoiceView } from '../../server/billing-api/tolerant/invoice-view'
import { amountsByMonth, invoiceMonths } from './invoice-months'

const spread = (amount: string, startDate: string | undefined, endDate: string, decimals = 2) =>
  amountsByMonth(new Big(amount), { startDate, endDate }, decimals)?.map((part) => [part.month, part.amount.toFixed()])

describe('amountsByMonth', () => {
  it('spreads an amount over the days of its period', () => {
    expect(spread('59', '2026-01-01T00:00:00.000Z', '2026-02-28T23:59:59.000Z')).toEqual([
      ['2026-01', '31'],
      ['2026-02', '28'],
    ])
    expect(spread('31', '2026-03-16', '2026-04-15')).toEqual([
      ['2026-03', '16'],
      ['2026-04', '15'],
    ])
  })

  it('counts a period from an hour to the same hour by its days', () => {
    expect(spread('31', '2026-03-01T10:00:00.000Z', '2026-04-01T10:00:00.000Z')).toEqual([['2026-03', '31']])
  })

  it('gives what is left to the largest remainders, of equal ones to the earlier month', () => {
    expect(spread('0.05', '2026-01-30', '2026-02-02')).toEqual([
      ['2026-01', '0.03'],
      ['2026-02', '0.02'],
    ])
    expect(spread('-0.05', '2026-01-30', '2026-02-02')).toEqual([
      ['2026-01', '-0.03'],
      ['2026-02', '-0.02'],
    ])
    expect(spread('100', '2026-01-01', '2026-03-31', 0)).toEqual([
      ['2026-01', '35'],
      ['2026-02', '31'],
      ['2026-03', '34'],
    ])
  })

  it('keeps the digits of an amount that is finer than its currency', () => {
    expect(spread('0.003', '2026-01-31', '2026-02-01')).toEqual([
      ['2026-01', '0.002'],
      ['2026-02', '0.001'],
    ])
  })

  it('gives no day to the next month when summer time ends in the period', () => {
    expect(spread('30', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z')).toEqual([['2026-11', '30']])
    expect(spread('31', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z')).toEqual([['2026-03', '31']])
  })

  it('spreads an amount with as many decimals as the console computes with', () => {
    const amount = `1.${'0'.repeat(98)}3`
    expect(spread(amount, '2026-01-31', '2026-02-01')).toEqual([
      ['2026-01', `0.5${'0'.repeat(97)}2`],
      ['2026-02', `0.5${'0'.repeat(97)}1`],
    ])
  })

  it('has no months without a usable period of at most ten years', () => {
    expect(spread('1', undefined, '2026-02-01')).toBeUndefined()
    expect(spread('1', '2026-02-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')).toBeUndefined()
    expect(spread('1', '1900-01-01', '2999-12-31')).toBeUndefined()
    expect(spread('1', '2026-02-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z')).toEqual([['2026-02', '1']])
  })

  const AMOUNTS = volume({ test: 300, prove: 10_000 })
  test(`adds up to the amount to the last digit, and differs from the exact share by less than a unit, for ${AMOUNTS} amounts`, () => {
    const random = seededRandom(47)
    for (let nth = 0; nth < AMOUNTS; nth += 1) {
      const amount = new Big(random.integer(2_000_000_000) - 1_000_000_000).div(new Big(10).pow(random.integer(5)))
      const startMs = Date.UTC(2024, random.integer(36), 1 + random.integer(28))
      const days = 1 + random.integer(800)
      const [startDate, endDate] = [startMs, startMs + days * 86_400_000].map((ms) => new Date(ms).toISOString())
      const parts = amountsByMonth(amount, { startDate, endDate }, 2) ?? []
      expect(parts.reduce((sum, part) => sum.plus(part.amount), new Big(0)).toFixed()).toBe(amount.toFixed())
      for (const { month, amount: share } of parts) {
        const first = Date.parse(`${String(month)}-01T00:00:00.000Z`)
        const next = Date.UTC(new Date(first).getUTCFullYear(), new Date(first).getUTCMonth() + 1, 1)
        const covered = (Math.min(next, startMs + days * 86_400_000) - Math.max(first, startMs)) / 86_400_000
        const difference = share.times(days).minus(amount.times(covered)).abs()
        expect(difference.lt(new Big('0.01').times(days)), `${amount.toFixed()} from ${startDate} to ${endDate}`).toBe(
          true,
        )
      }
    }
  })
})

const viewOf = (body: object) =>
  invoiceView(parseExactJson(JSON.stringify({ id: 'inv_1', status: 'issued', ...body })), {
    amountUnit: 'major',
    asOf: '2026-12-02T00:00:00.000Z',
    currency: 'USD',
    billing: { startDate: '2026-01-01T00:00:00.000Z', cadence: 'monthly' },
  })

const monthsOf = (body: object) => runToEnd(invoiceMonths(viewOf(body), { plan: 'Team', currency: 'USD' }))

const LINE = {
  id: 'li_1',
  priceId: 'price_seats',
  description: 'Seats, March 2026',
  amount: '62',
  startDate: '2026-03-01T00:00:00.000Z',
  endDate: '2026-04-30T23:59:59.000Z',
}

describe('invoiceMonths', () => {
  it('adds the lines of a price up by month, and the lines without a period to the month of issue', () => {
    const once = { ...LINE, id: 'li_2', priceId: 'price_once', description: 'Set-up', startDate: null, endDate: null }
    const lines = [LINE, { ...LINE, id: 'li_3', amount: '-1', endDate: '2026-03-31' }, once]
    expect(monthsOf({ issueDate: '2026-03-02T00:00:00.000Z', invoiceLineItems: lines })).toEqual({
      plan: 'Team',
      currency: 'USD',
      issued: '2026-03',
      total: '123',
      rows: [
        { kind: 'price', priceId: 'price_seats', name: 'Seats', month: '2026-03', amount: '30.51' },
        { kind: 'price', priceId: 'price_seats', name: 'Seats', month: '2026-04', amount: '30.49' },
        { kind: 'price', priceId: 'price_once', name: 'Set-up', month: '2026-03', amount: '62' },
      ],
    })
  })

  it('says why an invoice is in no sum', () => {
    expect(monthsOf({ status: 'draft', invoiceLineItems: [LINE] })).toBe('notCharged')
    expect(monthsOf({ invoiceLineItems: null })).toBe('noLines')
    expect(monthsOf({ invoiceLineItems: [], total: '500' })).toBe('noLines')
    expect(monthsOf({ invoiceLineItems: [{ ...LINE, amount: 'many' }] })).toBe('unreadable')
    const ofUnknown = invoiceMonths(viewOf({ invoiceLineItems: [LINE] }), { plan: null, currency: null })
    expect(runToEnd(ofUnknown)).toBe('noCurrency')
  })

  it('keeps 50 prices apart, and adds the others up', () => {
    const invoiceLineItems = Array.from({ length: 60 }, (_, nth) => ({
      ...LINE,
      id: `li_${nth}`,
      priceId: `price_${nth}`,
      endDate: '2026-03-31',
    }))
    const months = monthsOf({ invoiceLineItems })
    const rows = typeof months === 'string' ? [] : months.rows
    expect(rows).toHaveLength(51)
    expect(rows.at(-1)).toMatchObject({ kind: 'others', amount: '620' })
  })

  it('knows a price without an ID by its description up to a comma', () => {
    const days = Array.from({ length: 60 }, (_, nth) => ({ ...LINE, priceId: null, description: `Usage, day ${nth}` }))
    expect(monthsOf({ invoiceLineItems: days })).toMatchObject({
      rows: [{ kind: 'price', priceId: null, name: 'Usage', month: '2026-03' }, { month: '2026-04' }],
    })
  })

  const INVOICES = volume({ test: 100, prove: 10_000 })
  test(`adds up to the total of the invoice to the last digit, of ${INVOICES} generated invoices`, () => {
    let counted = 0
    for (let seed = 0; seed < INVOICES; seed += 1) {
      const { head, lines } = generatedInvoice(6_000 + seed)
      const months = monthsOf({ ...head, status: 'issued', invoiceLineItems: lines })
      if (typeof months === 'string') continue
      counted += 1
      const sum = months.rows.reduce((total, { amount }) => total.plus(amount), new Big(0))
      expect(sum.toFixed(), `seed ${seed}`).toBe(new Big(months.total).toFixed())
    }
    expect(counted).toBeGreaterThan(INVOICES / 2)
  })
})
