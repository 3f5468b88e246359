import { describe, expect, it } from 'vitest'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import type { RulesView } from '@/contract/console/price'
import { invoiceView } from '../server/billing-api/tolerant/invoice-view'
import { readableList } from '../format/unreadable'
import { lineVerdict } from './line-verdict'

const context = { amountUnit: 'major', asOf: '2027-02-10T12:00:00.000Z' } as const
const [bare] = readableList(invoiceView({ id: 'i', invoiceLineItems: [{ id: 'l' }] }, context).invoiceLineItems)

const bounds = { minimum: null, maximum: null }
const unit = (price: string, quantity: string | null = null): RulesView => ({
  kind: 'unit',
  price,
  quantity,
  ...bounds,
})
const fixed = (price: string, quantity = '1'): RulesView => ({ kind: 'fixed', price, quantity, cadence: 'monthly' })
const TIERS: RulesView = {
  kind: 'tier',
  tiers: [
    { start: '0', end: '100', price: '0' },
    { start: '100', end: '1000', price: '0.12' },
    { start: '1000', end: null, price: '0.085' },
  ],
  ...bounds,
}

function verdict(
  [quantity, unitPrice, amount]: [string | null, string | null, InvoiceLineItemView['amount']],
  rules?: RulesView,
  inCustomUnit = false,
) {
  if (!bare) throw new Error('a line was sent')
  const price = rules ? { id: null, entityType: null, billable: null, rules, inCustomUnit } : null
  return lineVerdict({ ...bare, quantity, unitPrice, amount, price })
}

describe('a line agrees', () => {
  it.each([
    ['by its product and the price of a unit', ['3', '12.50', '37.50'], unit('12.5')],
    ['where a unit price is part of a price for many', ['2000', '0.0004', '0.8'], unit('0.4', '1000')],
    ['where that part is rounded', ['3', '3.33', '9.99'], unit('10', '3')],
    ['by a fixed price', ['1', '499', '499'], fixed('499')],
    ['by a part of a fixed price', ['5', '100', '500'], fixed('500', '5')],
    ['by all its tiers together', ['848', '0.105849', '89.76'], TIERS],
    ['as the units of one tier, where an API makes a line of each', ['848', '0.12', '101.76'], TIERS],
    ['where there is nothing to charge, and nothing was', ['1', '0', '0'], { kind: 'none' }],
    ['rounded to its cents', ['1234567', '0.0000025', '3.09'], unit('0.0000025')],
  ] as [string, [string, string, string], RulesView][])('%s', (_, numbers, rules) => {
    expect(verdict(numbers, rules)).toEqual({ state: 'agrees', findings: [], isUnitPriceChecked: true })
  })

  it('as the service makes it: parts of a minimum, and a rate that is no finite decimal', () => {
    const least = { kind: 'unit', price: '12', quantity: null, minimum: '36', maximum: null } as const
    expect(verdict(['1', '24', '24'], least)).toEqual({ state: 'agrees', findings: [], isUnitPriceChecked: false })
    expect(verdict(['1', '77.5', '77.5'], { ...TIERS, minimum: '100' }).state).toBe('agrees')
    expect(verdict(['7', '3.333333333333', '23.333333333333'], unit('10', '3')).state).toBe('agrees')
  })

  it('also where its price tells nothing, which it says', () => {
    const unchecked = { state: 'agrees', findings: [], isUnitPriceChecked: false }
    expect(verdict(['3', '12.50', '37.50'])).toEqual(unchecked)
    expect(verdict(['3', '12.50', '37.50'], { kind: 'other', json: '{}' })).toEqual(unchecked)
    expect(verdict(['3', '12.50', '37.50'], unit('9'), true), 'a price in a custom unit').toEqual(unchecked)
    expect(verdict(['1', '-25', '-25'], fixed('499')), 'a credit').toEqual(unchecked)
  })
})

describe('a line needs a look', () => {
  it.each([
    ['by a cent', ['3', '12.50', '37.51'], unit('12.5'), [{ kind: 'amount', difference: '0.01' }]],
    ['by four dollars less', ['3', '12.50', '33.50'], unit('12.5'), [{ kind: 'amount', difference: '-4' }]],
    ['by its unit price', ['3', '12.50', '37.50'], unit('12'), [{ kind: 'unitPrice', expected: '12' }]],
    ['by a fixed price', ['1', '500', '500'], fixed('499'), [{ kind: 'unitPrice', expected: '499' }]],
    ['by its tiers', ['848', '0.2', '169.6'], TIERS, [{ kind: 'tiers', expected: '89.76' }]],
    ['by more units than their tier has', ['901', '0.12', '108.12'], TIERS, [{ kind: 'tiers', expected: '96.12' }]],
    ['where a free one is charged', ['1', '40', '40'], { kind: 'none' }, [{ kind: 'charged' }]],
  ] as [string, [string, string, string], RulesView, object[]][])('%s', (_, numbers, rules, findings) => {
    expect(verdict(numbers, rules)).toEqual({ state: 'look', findings, isUnitPriceChecked: true })
  })
})

describe('a line cannot be checked', () => {
  it.each([
    ['without an amount', ['3', '12.50', null], unit('12.5')],
    ['with one that could not be read', ['3', '12.50', { unreadable: 'free' }], unit('12.5')],
    ['with one of more digits than are computed with', ['3', '12.50', '1e400'], unit('12.5')],
    ['without a quantity, a unit price and rules', [null, null, '37.50'], undefined],
  ] as [string, Parameters<typeof verdict>[0], RulesView | undefined][])('%s', (_, numbers, rules) => {
    expect(verdict(numbers, rules)).toMatchObject({ state: 'unchecked', findings: [] })
  })
})
