import { describe, expect, it } from 'vitest'
import type { InvoiceLineItemView } from './invoice'
import type { RulesView } from '@/lib/billing-api/price'
import { readableList } from '@/lib/billing-api/unreadable'
import { type LineVerdict, lineVerdict, sizeOfDifference } from './line-verdict'
import { invoiceView } from '@/testing/console/whole-views'

const context = { amountUnit: 'major', asOf: '2027-02-10T12:00:00.000Z' } as const
const [bare] = readableList(invoiceView({ id: 'i', invoiceLineItems: [{ id: 'l' }] }, context).invoiceLineItems)

const unit = (price: string, quantity?: string): RulesView => ({
  kind: 'unit',
  price,
  quantity,
})
const fixed = (price: string, quantity = '1'): RulesView => ({ kind: 'fixed', price, quantity, cadence: 'monthly' })
const TIERS = {
  kind: 'tier' as const,
  tiers: [
    { start: '0', end: '100', price: '0' },
    { start: '100', end: '1000', price: '0.12' },
    { start: '1000', price: '0.085' },
  ],
}

function verdict(
  [quantity, unitPrice, amount]: [string | undefined, string | undefined, InvoiceLineItemView['amount']],
  rules?: RulesView,
  inCustomUnit = false,
  rest: Partial<InvoiceLineItemView> = {},
) {
  if (!bare) throw new Error('a line was sent')
  const price = rules && { rules, inCustomUnit, priceType: 'tier' }
  return withoutArithmetic(lineVerdict({ ...bare, quantity, unitPrice, amount, price, ...rest }))
}

/** A finding of an amount that is not quantity × unit price. */
const wrong = ([quantity, unitPrice, amount]: [string, string, string], expected: string, difference: string) => ({
  kind: 'amount',
  difference,
  calculation: { amount, quantity, unitPrice, expected },
})

const withoutArithmetic = ({ state, findings, price }: LineVerdict) => ({
  state,
  findings,
  isUnitPriceChecked: price.state !== 'unchecked',
})

describe('lineVerdict agrees', () => {
  it.each([
    ['by its product and the price of a unit', ['3', '12.50', '37.50'], unit('12.5')],
    ['where a unit price is part of a price for many', ['2000', '0.0004', '0.8'], unit('0.4', '1000')],
    ['where that part is rounded', ['3', '3.33', '9.99'], unit('10', '3')],
    ['by a fixed price', ['1', '499', '499'], fixed('499')],
    ['by a part of a fixed price', ['5', '100', '500'], fixed('500', '5')],
    ['by all its tiers together', ['848', '0.105849', '89.76'], TIERS],
    ['by the first of its tiers', ['50', '0', '0'], TIERS],
    ['where there is nothing to charge, and nothing was', ['1', '0', '0'], { kind: 'none' }],
    ['rounded to its cents', ['1234567', '0.0000025', '3.09'], unit('0.0000025')],
  ] as [string, [string, string, string], RulesView][])('%s', (_, numbers, rules) => {
    expect(verdict(numbers, rules)).toEqual({ state: 'agrees', findings: [], isUnitPriceChecked: true })
  })

  it('with lines of the billing service: parts of a minimum, and a rate that is no finite decimal', () => {
    const least = { kind: 'unit', price: '12', minimum: '36' } as const
    expect(verdict(['1', '24', '24'], least)).toEqual({ state: 'agrees', findings: [], isUnitPriceChecked: false })
    expect(verdict(['1', '77.5', '77.5'], { ...TIERS, minimum: '100' }).state).toBe('agrees')
    expect(verdict(['7', '3.333333333333', '23.333333333333'], unit('10', '3')).state).toBe('agrees')
  })

  it('without rules of the price, and names the reason', () => {
    const unchecked = { state: 'agrees', findings: [], isUnitPriceChecked: false }
    expect(verdict(['3', '12.50', '37.50'])).toEqual(unchecked)
    expect(verdict(['3', '12.50', '37.50'], { kind: 'other', json: '{}' })).toEqual(unchecked)
    expect(verdict(['3', '12.50', '37.50'], unit('9'), true), 'a price in a custom unit').toEqual(unchecked)
    expect(verdict(['1', '-25', '-25'], fixed('499')), 'a credit').toEqual(unchecked)
  })
})

describe('lineVerdict reports a finding', () => {
  it.each([
    ['by a cent', ['3', '12.50', '37.51'], unit('12.5'), [wrong(['3', '12.5', '37.51'], '37.5', '0.01')]],
    ['by four dollars less', ['3', '12.50', '33.50'], unit('12.5'), [wrong(['3', '12.5', '33.5'], '37.5', '-4')]],
    [
      'by its unit price',
      ['3', '12.50', '37.50'],
      unit('12'),
      [{ kind: 'unitPrice', expected: '12', difference: '1.5' }],
    ],
    ['by a fixed price', ['1', '500', '500'], fixed('499'), [{ kind: 'unitPrice', expected: '499', difference: '1' }]],
    ['by its tiers', ['848', '0.2', '169.6'], TIERS, [{ kind: 'tiers', expected: '89.76', difference: '79.84' }]],
    [
      'by more units than their tier has',
      ['901', '0.12', '108.12'],
      TIERS,
      [{ kind: 'tiers', expected: '96.12', difference: '12' }],
    ],
    ['where a free one is charged', ['1', '40', '40'], { kind: 'none' }, [{ kind: 'charged', difference: '40' }]],
  ] as [string, [string, string, string], RulesView, object[]][])('%s', (_, numbers, rules, findings) => {
    expect(verdict(numbers, rules)).toEqual({ state: 'look', findings, isUnitPriceChecked: true })
  })
})

const unread = (amount: string, rules: RulesView) =>
  verdict([undefined, '10', amount], rules, false, { quantity: { unreadable: 'many' } })

describe('lineVerdict is unchecked', () => {
  it.each([
    ['without an amount', ['3', '12.50', undefined], unit('12.5')],
    ['with one that could not be read', ['3', '12.50', { unreadable: 'free' }], unit('12.5')],
    ['with one of more digits than are computed with', ['3', '12.50', '1e400'], unit('12.5')],
    ['without a quantity, a unit price and rules', [undefined, undefined, '37.50'], undefined],
    ['where only its unit price is that of its price', [undefined, '10', '9999'], unit('10', '1')],
    ['where only its unit price is the fixed price', [undefined, '500', '9999'], fixed('500')],
  ] as [string, Parameters<typeof verdict>[0], RulesView | undefined][])('%s', (_, numbers, rules) => {
    expect(verdict(numbers, rules)).toMatchObject({ state: 'unchecked', findings: [] })
  })

  it('with an unreadable quantity, although the unit price matches', () => {
    expect(unread('9999', unit('10'))).toEqual({ state: 'unchecked', findings: [], isUnitPriceChecked: true })
    expect(unread('9999', fixed('10')).state).toBe('unchecked')
    expect(unread('10', fixed('10')).state, 'the amount is the fixed price').toBe('agrees')
    expect(unread('0', { kind: 'none' }).state, 'nothing is charged').toBe('agrees')
  })
})

describe('a minimum or a maximum', () => {
  const least = { kind: 'unit', price: '12', minimum: '36' } as const
  const most = { kind: 'unit', price: '12', maximum: '30' } as const

  it('does not explain a line above the minimum', () => {
    expect(verdict(['3', '15', '45'], least)).toMatchObject({ state: 'look', findings: [{ kind: 'unitPrice' }] })
    expect(verdict(['1', '36', '36'], least).state).toBe('agrees')
    expect(verdict(['5', '7.2', '36'], least)).toMatchObject({ state: 'look', findings: [{ expected: '12' }] })
  })

  it('does not explain a line below the maximum', () => {
    expect(verdict(['2', '11', '22'], most)).toMatchObject({ state: 'look', findings: [{ difference: '-2' }] })
    expect(verdict(['5', '6', '30'], most).state).toBe('agrees')
    expect(verdict(['5', '5', '25'], most), 'part of what is left').toMatchObject({
      state: 'agrees',
      isUnitPriceChecked: false,
    })
  })
})

const bounded = (bounds: object): RulesView => ({ kind: 'unit', price: '1', ...bounds })

const withMinimum = (amount: string, startDate?: string) =>
  verdict(['2', '1', amount], bounded({ minimum: '30' }), false, {
    appliedMinimum: amount,
    startDate,
    endDate: '2026-12-01T00:00:00.000Z',
  })

describe('a minimum or a maximum that is not applied', () => {
  it('is found above the maximum, also at the price of tiers', () => {
    expect(verdict(['1000', '1', '1000'], bounded({ maximum: '500' })).findings).toEqual([
      { kind: 'rules', expected: '500', difference: '500' },
    ])
    const tiers: RulesView = { kind: 'tier', tiers: [{ start: '0', end: undefined, price: '0.1' }], maximum: '15' }
    expect(verdict(['200', '0.1', '20'], tiers)).toMatchObject({ findings: [{ kind: 'rules', difference: '5' }] })
    expect(verdict(['500', '1', '500'], bounded({ maximum: '500' })).findings).toEqual([])
  })

  it('is not checked below the minimum, which may be on another invoice', () => {
    expect(verdict(['5', '1', '5'], bounded({ minimum: '10' }))).toEqual({
      state: 'agrees',
      findings: [],
      isUnitPriceChecked: false,
    })
  })

  it('is found when the API applied a larger one than that of the rules, unless it is prorated', () => {
    expect(withMinimum('60').findings).toEqual([{ kind: 'rules', expected: '30', difference: '30' }])
    expect(withMinimum('30')).toMatchObject({ state: 'agrees', isUnitPriceChecked: true })
    expect(withMinimum('10', '2026-11-21T00:00:00.000Z')).toMatchObject({ state: 'agrees', isUnitPriceChecked: true })
    expect(withMinimum('11', '2026-11-21T00:00:00.000Z')).toMatchObject({ state: 'agrees', isUnitPriceChecked: false })
  })
})

it('lineVerdict accepts a minimum that the API applied, whatever the rules give', () => {
  const tiers: RulesView = { ...TIERS, tiers: [{ start: '0', end: undefined, price: '4' }] }
  const applied = (appliedMinimum: string) => verdict(['3', '3.33', '10'], tiers, false, { appliedMinimum })
  expect([applied('10').state, applied('9').state]).toEqual(['agrees', 'look'])
})

describe('a unit price', () => {
  it('must equal the price, unless that is no finite decimal or the rules give the amount', () => {
    expect(verdict(['3', '0.01', '0.03'], unit('0.0054')).state).toBe('look')
    expect(verdict(['2000', '0', '0'], unit('0.4', '1000')).state).toBe('look')
    expect(verdict(['2000', '0.01', '10.80'], unit('0.0054')).state).toBe('agrees')
    expect(verdict(['2', '12.5', '25'], unit('12.54')).state).toBe('look')
  })

  it('is not needed when the rules give the amount', () => {
    expect(verdict(['3', undefined, '37.50'], unit('12.5')).state).toBe('agrees')
    expect(verdict(['3', undefined, '41.50'], unit('12.5'))).toEqual({
      state: 'look',
      findings: [{ kind: 'rules', expected: '37.5', difference: '4' }],
      isUnitPriceChecked: true,
    })
    expect(verdict(['1', undefined, '503'], fixed('499'))).toMatchObject({ findings: [{ difference: '4' }] })
    expect(verdict([undefined, undefined, '503'], fixed('499')).state).toBe('unchecked')
  })
})

it('lineVerdict accepts a price with a quantity per unit and per that many units', () => {
  const unchecked = { state: 'agrees', findings: [], isUnitPriceChecked: false }
  expect(verdict(['5', '15', '75'], unit('15', '5'))).toEqual(unchecked)
  expect(verdict(['5', undefined, '75'], unit('15', '5'))).toEqual({ ...unchecked, state: 'unchecked' })
  expect(verdict(['5', '3', '15'], unit('15', '5'))).toEqual({ ...unchecked, isUnitPriceChecked: true })
  expect(verdict(['5', '15', '76'], unit('15', '5')).findings).toEqual([wrong(['5', '15', '76'], '75', '1')])
  expect(verdict(['5', '16', '80'], unit('15', '5'))).toMatchObject({ state: 'look', findings: [{ expected: '3' }] })
})

/** Without a free tier, whose units a line may leave out. */
const PAID_TIERS: RulesView = {
  ...TIERS,
  tiers: TIERS.tiers.map((tier, nth) => (nth === 0 ? { ...tier, price: '0.2' } : tier)),
}

it('lineVerdict is unchecked for the unit price of one tier, because the line may cover only some units', () => {
  const unchecked = { state: 'agrees', findings: [], isUnitPriceChecked: false }
  expect(verdict(['848', '0.12', '101.76'], PAID_TIERS)).toEqual(unchecked)
  expect(verdict(['748', '0.12', '89.76'], PAID_TIERS), 'the second line of 848 units').toEqual(unchecked)
  const cent = wrong(['848', '0.12', '101.77'], '101.76', '0.01')
  expect(verdict(['848', '0.12', '101.77'], PAID_TIERS).findings).toEqual([cent])
})

it('lineVerdict counts the same units in a tier that starts at the next whole number', () => {
  const tiers: RulesView = {
    ...TIERS,
    tiers: [
      { start: '1', end: '100', price: '0.2' },
      { start: '101', end: '1000', price: '0.12' },
      { start: '1001', price: '0.1' },
    ],
  }
  expect(verdict(['900', '0.12', '108'], tiers)).toMatchObject({ state: 'agrees', isUnitPriceChecked: false })
  expect(verdict(['901', '0.12', '108.12'], tiers).state).toBe('look')
})

it('lineVerdict agrees with an amount that the tiers give by a named rounding', () => {
  const tiers: RulesView = { ...TIERS, tiers: [{ start: '0', end: undefined, price: '0.12345' }] }
  expect(verdict(['848', '0.12', '104.69'], tiers)).toMatchObject({ state: 'agrees', isUnitPriceChecked: true })
  expect(verdict(['848', '0.12', '104.70'], tiers).state).toBe('look')
})

const items = (amounts: string[], price = '2') => ({
  subItems: amounts.map((amount) => ({ quantity: '4', price, amount })),
})
const look = (numbers: [string, string, string], rest: Partial<InvoiceLineItemView>) =>
  verdict(numbers, undefined, false, rest)

it('lineVerdict checks each sub item and their sum', () => {
  expect(look(['1', '16', '16'], items(['8', '8'])).state).toBe('agrees')
  expect(look(['1', '20', '20'], items(['8', '8'])).findings).toEqual([
    { kind: 'subItems', expected: '16', difference: '4' },
  ])
  expect(look(['1', '20', '20'], items(['8', '12'])).findings).toEqual([
    { kind: 'subItem', position: 2, difference: '4' },
  ])
  expect(look(['1', '16', '20'], { ...items(['8', '8']), appliedMinimum: '20' }).findings).toEqual([])
})

it('sizeOfDifference returns the size of the largest finding', () => {
  if (!bare) throw new Error('a line was sent')
  const price = { rules: TIERS, inCustomUnit: false }
  const sizeOf = (amount: string) =>
    sizeOfDifference(lineVerdict({ ...bare, price, quantity: '848', unitPrice: '0.105', amount })).toFixed()
  expect([sizeOf('89.76'), sizeOf('93.76'), sizeOf('80')]).toEqual(['0', '4.72', '9.76'])
})
