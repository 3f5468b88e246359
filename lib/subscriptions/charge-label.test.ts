import { describe, expect, it } from 'vitest'
import { boundsLabel, chargeLabel } from './charge-label'

const seats = { singleUnitLabel: 'seat', multipleUnitLabel: 'seats' }
const unit = { kind: 'unit', price: '10' } as const

const tier = (start: string | undefined, end: string | undefined, price: string | undefined) => ({ start, end, price })
const storage = { singleUnitLabel: 'GB', multipleUnitLabel: 'GB' }
const tiered = (tiers: ReturnType<typeof tier>[], bounds: { minimum?: string; maximum?: string } = {}) =>
  chargeLabel({ kind: 'tier', tiers, ...bounds }, 'USD', storage)

describe('chargeLabel', () => {
  it('names the unit of a unit price, with as many decimals as were sent', () => {
    expect(chargeLabel(unit, 'USD', seats)).toBe('$10.00 per seat')
    expect(chargeLabel({ ...unit, price: '0.0000025' }, 'USD', null)).toBe('$0.0000025 per unit')
    expect(chargeLabel({ ...unit, quantity: '1000' }, 'USD', seats)).toBe('$10.00, quantity 1,000')
  })

  it('shows no currency sign when the currency is unknown', () => {
    expect(chargeLabel(unit, null, seats)).toBe('10.00 per seat')
  })

  it('writes tiers out, with the minimum and maximum charge', () => {
    const tiers = [tier('0', '100', '0'), tier('100', '1000', '0.12'), tier('1000', undefined, '0.085')]
    expect(tiered(tiers, { minimum: '100' })).toBe(
      '0–100 free · to 1,000 $0.12 · above $0.085 per GB · at least $100.00',
    )
    expect(tiered([tier('0', undefined, '0.045')], { maximum: '2500' })).toBe('$0.045 per GB · at most $2,500.00')
    expect(tiered([tier('0', '3', '8'), tier('3.0', undefined, '0.00')])).toBe('0–3 $8.00 per GB · above free')
    expect(tiered([tier('0', '10', '1')])).toBe('0–10 $1.00 per GB')
    expect(tiered([tier('20', undefined, '1')])).toBe('from 20 $1.00 per GB')
  })

  it('counts the tiers beyond the limit of a line', () => {
    const tiers = Array.from({ length: 30 }, (_, index) => tier(`${index}`, `${index + 1}`, '1'))
    expect(tiered(tiers)).toBe('0–1 $1.00 · to 2 $1.00 · to 3 $1.00 · to 4 $1.00 · to 5 $1.00 per GB · 25 more tiers')
  })

  it('uses each tier’s own numbers, and states where tiers do not join', () => {
    expect(tiered([tier('0', '100', '1.5'), tier('101', undefined, '0.5')])).toBe('0–100 $1.50 · from 101 $0.50 per GB')
    const odd = ' · as sent: they do not join up'
    expect(tiered([tier('0', '100', '1.5'), tier('50', '200', '1')])).toBe(`0–100 $1.50 · 50–200 $1.00 per GB${odd}`)
    expect(tiered([tier('0', undefined, '2'), tier('100', undefined, '1')])).toBe(
      `from 0 $2.00 · from 100 $1.00 per GB${odd}`,
    )
    expect(tiered([tier('0', '1e400', '2'), tier('1e400', undefined, '1')])).toContain(odd)
    expect(tiered([tier('0', '100', '1'), tier(undefined, undefined, '2')])).toBe('2 tiers, not fully readable')
    expect(tiered([tier('0', '100', undefined)])).toBe('1 tier, not fully readable')
  })

  it('names the interval of a fixed price, and its quantity without saying that the price is for each or for all', () => {
    const fixed = { kind: 'fixed', price: '500', quantity: '5', cadence: 'monthly' } as const
    expect(chargeLabel(fixed, 'USD', seats)).toBe('$500.00, quantity 5, a month')
    expect(chargeLabel({ ...fixed, quantity: '1.0' }, 'USD', seats)).toBe('$500.00 a month')
    expect(chargeLabel({ ...fixed, quantity: '1', cadence: 'weekly' }, 'USD')).toBe('$500.00, weekly')
    expect(chargeLabel({ ...fixed, quantity: undefined, cadence: undefined }, 'USD', seats)).toBe('$500.00 fixed')
  })

  it('never treats missing or unknown rules as known', () => {
    expect(chargeLabel({ ...unit, price: undefined }, 'USD', seats)).toBe('Price not sent')
    expect(chargeLabel({ kind: 'missing' }, 'USD')).toBe('Rules not sent')
    expect(chargeLabel({ kind: 'none' }, 'USD')).toBe('No charge')
    expect(chargeLabel({ kind: 'other', json: '{}' }, 'USD')).toBe('Rules of a kind this console does not know')
    expect(chargeLabel({ kind: 'tier', tiers: [] }, 'USD')).toBe('Tiers not sent')
  })
})

describe('boundsLabel', () => {
  it('names the bounds that were sent', () => {
    expect(boundsLabel({ ...unit, minimum: '5', maximum: '100' }, 'USD')).toBe('at least $5.00 · at most $100.00')
    expect(boundsLabel({ ...unit, maximum: '100' }, null)).toBe('at most 100.00')
    expect(boundsLabel(unit, 'USD')).toBe('')
    expect(chargeLabel({ ...unit, minimum: '36' }, 'USD', seats)).toBe('$10.00 per seat · at least $36.00')
  })
})
