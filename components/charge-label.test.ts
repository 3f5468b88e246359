import { describe, expect, it } from 'vitest'
import { boundsLabel, chargeLabel } from './charge-label'

const seats = { singleUnitLabel: 'seat', multipleUnitLabel: 'seats' }
const unit = { kind: 'unit', quantity: null, price: '10', minimum: null, maximum: null } as const

describe('a charge in words', () => {
  it('names the unit of a unit price, with as many decimals as were sent', () => {
    expect(chargeLabel(unit, 'USD', seats)).toBe('$10.00 per seat')
    expect(chargeLabel({ ...unit, price: '0.0000025' }, 'USD', null)).toBe('$0.0000025 per unit')
    expect(chargeLabel({ ...unit, quantity: '1000' }, 'USD', seats)).toBe('$10.00 per 1,000 seats')
  })

  it('shows no currency sign where the currency is not known', () => {
    expect(chargeLabel(unit, null, seats)).toBe('10.00 per seat')
  })

  it('counts tiers and gives the first price', () => {
    const tiers = [
      { start: '0', end: '100', price: '0.05' },
      { start: '101', end: null, price: '0.01' },
    ]
    expect(chargeLabel({ kind: 'tier', tiers, minimum: null, maximum: null }, 'USD')).toBe('2 tiers, the first $0.05')
  })

  it('says what a fixed price covers', () => {
    const fixed = { kind: 'fixed', price: '500', quantity: '5', cadence: 'monthly' } as const
    expect(chargeLabel(fixed, 'USD', seats)).toBe('$500.00 fixed for 5 seats, monthly')
    expect(chargeLabel({ ...fixed, quantity: '1.0' }, 'USD', seats)).toBe('$500.00 fixed for 1 seat, monthly')
    expect(chargeLabel({ ...fixed, quantity: null, cadence: null }, 'USD', seats)).toBe('$500.00 fixed')
  })

  it('never takes what is missing or new for something known', () => {
    expect(chargeLabel({ ...unit, price: null }, 'USD', seats)).toBe('Price not sent')
    expect(chargeLabel({ kind: 'missing' }, 'USD')).toBe('Rules not sent')
    expect(chargeLabel({ kind: 'none' }, 'USD')).toBe('No charge')
    expect(chargeLabel({ kind: 'other', json: '{}' }, 'USD')).toBe('Rules of a kind this console does not know')
    expect(chargeLabel({ kind: 'tier', tiers: [], minimum: null, maximum: null }, 'USD')).toBe('Tiers not sent')
  })
})

describe('bounds of a charge', () => {
  it('names those that were sent', () => {
    expect(boundsLabel({ ...unit, minimum: '5', maximum: '100' }, 'USD')).toBe('minimum $5.00, maximum $100.00')
    expect(boundsLabel({ ...unit, maximum: '100' }, null)).toBe('maximum 100.00')
    expect(boundsLabel(unit, 'USD')).toBe('')
  })
})
