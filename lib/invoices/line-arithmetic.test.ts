import { describe, expect, it } from 'vitest'
import type { InvoiceLineItemView } from './invoice'
import type { RulesView } from '@/lib/billing-api/price'
import { bareLine } from '@/testing/console/bare-views'
import { lineArithmetic as checkNumbers, lineNumbers } from './line-arithmetic'

const unit = (bounds: { quantity?: string; minimum?: string; maximum?: string } = {}): RulesView => ({
  kind: 'unit',
  price: '12.50',
  ...bounds,
})

function line(fields: Partial<InvoiceLineItemView>, rules: RulesView = unit()): InvoiceLineItemView {
  return bareLine({
    id: 'li_1',
    amount: '37.50',
    quantity: '3',
    unitPrice: '12.50',
    price: { id: 'pri_1', entityType: 'entitlement', rules, inCustomUnit: false, billable: undefined },
    ...fields,
  })
}

/** Checks a line of a currency with two decimals. */
const lineArithmetic = (of: InvoiceLineItemView) => checkNumbers(lineNumbers(of))

const rounded = (decimals: number, rounding: string) => ({ kind: 'rounded', decimals, rounding })

describe('lineArithmetic', () => {
  it('computes quantity × unit price exactly', () => {
    expect(lineArithmetic(line({}))).toEqual({ product: '37.5', difference: '0', reason: null })
    expect(lineArithmetic(line({ quantity: '1234567', unitPrice: '0.0000025', amount: '3.0864175' }))).toEqual({
      product: '3.0864175',
      difference: '0',
      reason: null,
    })
    const huge = {
      quantity: '3',
      unitPrice: '12345678901234567890.123456789012',
      amount: '37037036703703703670.370370367036',
    }
    expect(lineArithmetic(line(huge))).toMatchObject({ difference: '0' })
  })

  it('returns an unexplained difference', () => {
    expect(lineArithmetic(line({ amount: '99.99' }))).toEqual({ product: '37.5', difference: '62.49', reason: null })
    expect(lineArithmetic(line({ amount: '-1' }))).toMatchObject({ difference: '-38.5', reason: null })
  })

  it('returns null when a value is missing', () => {
    expect(lineArithmetic(line({ quantity: undefined }))).toEqual({ product: null, difference: null, reason: null })
    expect(lineArithmetic(line({ unitPrice: undefined }))).toMatchObject({ product: null, difference: null })
    expect(lineArithmetic(line({ amount: undefined }))).toEqual({ product: '37.5', difference: null, reason: null })
  })

  it('returns null for a number with too many digits, or an unreadable one', () => {
    for (const quantity of ['1e400', '-1e-1000000', '9'.repeat(101), `0.${'1'.repeat(101)}`, { unreadable: 'many' }])
      expect(lineArithmetic(line({ quantity }))).toEqual({ product: null, difference: null, reason: null })
    expect(lineArithmetic(line({ amount: '1e400' }))).toEqual({ product: '37.5', difference: null, reason: null })
    const tiny = { quantity: `0.${'0'.repeat(99)}5`, unitPrice: '2' }
    expect(lineArithmetic(line(tiny)).product).toBe(`0.${'0'.repeat(98)}1`)
  })

  it('names the rounding of an amount to its decimals, at least two', () => {
    const tokens = { quantity: '1234567', unitPrice: '0.0000025' }
    expect(lineArithmetic(line({ ...tokens, amount: '3.09' })).reason).toEqual(rounded(2, 'halfUp'))
    expect(lineArithmetic(line({ ...tokens, amount: '3.0864' })).reason).toEqual(rounded(4, 'halfUp'))
    expect(lineArithmetic(line({ ...tokens, amount: '3.08' })).reason).toEqual(rounded(2, 'down'))
    expect(lineArithmetic(line({ ...tokens, amount: '3' })).reason).toBeNull()
    const half = { quantity: '5', unitPrice: '0.025' }
    expect(lineArithmetic(line({ ...half, amount: '0.13' })).reason).toEqual(rounded(2, 'halfUp'))
    expect(lineArithmetic(line({ ...half, amount: '0.12' })).reason).toEqual(rounded(2, 'halfEven'))
    const above = { quantity: '3', unitPrice: '12.507' }
    expect(lineArithmetic(line({ ...above, amount: '37.53' })).reason, 'no rounding goes up').toBeNull()
    expect(lineArithmetic(line({ quantity: '1', unitPrice: '-0.019', amount: '-0.01' })).reason).toEqual(
      rounded(2, 'down'),
    )
  })

  it('names a minimum or maximum, applied or of the rules, only when it equals the amount', () => {
    expect(lineArithmetic(line({ amount: '50', appliedMinimum: '50.00' })).reason).toEqual({
      kind: 'minimum',
      bound: '50.00',
    })
    expect(lineArithmetic(line({ amount: '20', appliedMaximum: '20' })).reason).toMatchObject({ kind: 'maximum' })
    expect(lineArithmetic(line({ amount: '50' }, unit({ minimum: '50' }))).reason).toMatchObject({ kind: 'minimum' })
    expect(lineArithmetic(line({ amount: '20' }, unit({ maximum: '20.00' }))).reason).toMatchObject({ kind: 'maximum' })
    expect(lineArithmetic(line({ amount: '51', appliedMinimum: '50' }, unit({ minimum: '50' }))).reason).toBeNull()
  })

  it('names no minimum below the computed charge and no maximum above it', () => {
    expect(lineArithmetic(line({ amount: '20', appliedMinimum: '20' })).reason).toBeNull()
    expect(lineArithmetic(line({ amount: '50', appliedMaximum: '50' })).reason).toBeNull()
    expect(lineArithmetic(line({ amount: '20' }, unit({ minimum: '20' }))).reason).toBeNull()
    expect(lineArithmetic(line({ amount: '50' }, unit({ maximum: '50' }))).reason).toBeNull()
  })

  it('computes tiers: the units above the previous tier, up to and including the tier’s end', () => {
    const tiers: RulesView = {
      kind: 'tier',
      tiers: [
        { start: '0', end: '10000', price: '0.10' },
        { start: '10000', price: '0.08' },
      ],
    }
    expect(lineArithmetic(line({ quantity: '15000', unitPrice: '0.10', amount: '1400' }, tiers)).reason).toEqual({
      kind: 'tiers',
      isVolume: false,
      steps: [
        { quantity: '10000', price: '0.10' },
        { quantity: '5000', price: '0.08' },
      ],
      rounding: null,
    })
    expect(lineArithmetic(line({ quantity: '15000', unitPrice: '0.10', amount: '1399' }, tiers)).reason).toBeNull()
  })

  it('ignores tiers that end before the quantity', () => {
    const tiers: RulesView = {
      kind: 'tier',
      tiers: [{ start: '0', end: '10', price: '1' }],
    }
    expect(lineArithmetic(line({ quantity: '15', unitPrice: '2', amount: '10' }, tiers)).reason).toBeNull()
  })

  it('computes a price per several units', () => {
    const rules: RulesView = { kind: 'unit', quantity: '1000', price: '0.10' }
    expect(lineArithmetic(line({ quantity: '5000', unitPrice: '0.10', amount: '0.50' }, rules)).reason).toEqual({
      kind: 'perUnits',
      quantity: '1000',
      price: '0.10',
      rounding: null,
    })
    const third: RulesView = { ...rules, quantity: '3', price: '10' }
    expect(lineArithmetic(line({ quantity: '7', unitPrice: '3.33', amount: '23.33' }, third)).reason).toMatchObject({
      kind: 'perUnits',
      rounding: 'halfUp',
    })
  })

  it('names a fixed price and the sum of sub items, also without a unit price', () => {
    const fixed: RulesView = { kind: 'fixed', price: '500', quantity: '5', cadence: 'monthly' }
    expect(lineArithmetic(line({ amount: '500.00' }, fixed)).reason).toEqual({
      kind: 'fixed',
      price: '500',
      rounding: null,
    })
    const subItems = ['10', '20.5'].map((amount) => ({ amount }))
    const made = line({ quantity: undefined, unitPrice: undefined, amount: '30.50', subItems })
    expect(lineArithmetic(made)).toEqual({ product: null, difference: null, reason: { kind: 'subItems', count: 2 } })
  })

  it('ignores sub items that contradict themselves', () => {
    const item = { quantity: '2', price: '4' }
    const subItems = (amount: string) => [{ ...item, amount }]
    expect(lineArithmetic(line({ amount: '8', subItems: subItems('8') })).reason).toMatchObject({ kind: 'subItems' })
    expect(lineArithmetic(line({ amount: '12', subItems: subItems('12') })).reason).toBeNull()
  })
})
