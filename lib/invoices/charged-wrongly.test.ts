import { describe, expect, test } from 'vitest'
import { charge, day } from '@/testing/console/charge'
import { type ChargedInvoice, comparableCharges, sameCharges } from './charged-wrongly'
import { invoiceFindingLabel } from './finding-label'
import { isProblem } from './finding-kinds'
import type { Charge } from './invoice-lines'

const invoice = (id: string, charges: Charge[] | null, more: Partial<ChargedInvoice> = {}): ChargedInvoice => ({
  id,
  number: id,
  status: 'paid',
  subscriptionId: 'sub_1',
  charges,
  goneAt: null,
  ...more,
})
const refund = (amount: string, start = '10-01', end = '11-01') => invoice('refund', [charge(start, end, { amount })])
const october = invoice('1', [charge('10-01', '11-01')])

const oneTime = (id: string, more: Partial<Charge>) =>
  invoice(id, [charge('10-01', '10-01', more)], { isChargedOnce: true })

/** Returns the findings of an invoice of November, free and after October. */
const afterOctober = (more: Partial<Charge> = {}) =>
  sameCharges([october, invoice('2', [charge('11-01', '12-01', { amount: '0.00', ...more })])]).get('2') ?? []

/** Returns each pair of invoices once, although both have the finding. */
const chargedTwice = (invoices: ChargedInvoice[]) => {
  const found = [...sameCharges(invoices)].flatMap(([id, findings]) =>
    findings.flatMap((finding) => (finding.kind === 'sameCharge' && isProblem(finding) ? { id, ...finding } : [])),
  )
  expect(found.length % 2).toBe(0)
  return found.filter(({ id, other }) => id < other.id)
}

describe('charged twice', () => {
  test('is the same price for overlapping periods on two invoices of a subscription', () => {
    const found = sameCharges([october, invoice('2', [charge('10-15', '11-15')])])
    const about = {
      severity: 'finding',
      lines: [1],
      kind: 'sameCharge',
      name: 'Scale',
      start: day('10-15'),
      end: day('11-01'),
    }
    expect(Object.fromEntries(found)).toEqual({
      1: [{ ...about, other: { id: '2', number: '2' } }],
      2: [{ ...about, other: { id: '1', number: '1' } }],
    })
  })

  test('names the other invoice by its ID too, when it has the same number', () => {
    const again = invoice('2', [charge('10-15', '11-15')], { number: '1' })
    const [finding] = sameCharges([october, again]).get('1') ?? []
    expect(finding && invoiceFindingLabel(finding, null)).toContain('Charged twice? Invoice 1 (ID 2) also charges')
  })

  test('names the other invoice’s own line', () => {
    const [finding] = sameCharges([october, invoice('2', [charge('10-01', '11-01', { name: 'Base' })])]).get('1') ?? []
    expect(finding).toMatchObject({ kind: 'sameCharge', name: 'Base', other: { id: '2' } })
  })

  test('is the same price on any day, and without periods, of a subscription that is charged once', () => {
    for (const more of [
      { start: day('12-01'), end: day('12-01') },
      { start: null, end: null },
    ]) {
      const [finding] = sameCharges([oneTime('1', {}), oneTime('2', more)]).get('1') ?? []
      expect(finding && invoiceFindingLabel(finding, null)).toBe(
        'Charged twice? Invoice 2 also charges “Scale”, and the subscription is charged once',
      )
      expect(chargedTwice([oneTime('1', {}), oneTime('2', { ...more, isUsage: true })])).toEqual([])
    }
  })

  test('finds what is free after a paid period, for the same units', () => {
    expect(afterOctober()).toEqual([
      {
        severity: 'finding',
        lines: [1],
        kind: 'freeAfterPaid',
        other: { id: '1', number: '1' },
        name: 'Scale',
      },
    ])
    for (const more of [{ quantity: '4' }, { quantity: '0' }, { start: day('09-01') }, { priceId: 'price_2' }])
      expect(afterOctober(more)).toEqual([])
  })

  test('names each pair of invoices once a price', () => {
    const two = [charge('10-01', '11-01'), charge('10-01', '11-01'), charge('10-01', '11-01', { priceId: 'other' })]
    expect(chargedTwice([invoice('1', two), invoice('2', two)])).toHaveLength(2)
  })

  test.each<[string, ChargedInvoice]>([
    ['the next period', invoice('2', [charge('11-01', '12-01')])],
    ['another price', invoice('2', [charge('10-01', '11-01', { priceId: 'price_seats' })])],
    ['another subscription', invoice('2', [charge('10-01', '11-01')], { subscriptionId: 'sub_2' })],
    ['an invoice without a subscription', invoice('2', [charge('10-01', '11-01')], { subscriptionId: null })],
    ['a charge of nothing', invoice('2', [charge('10-01', '11-01', { amount: '0.00' })])],
    ['an unreadable amount', invoice('2', [charge('10-01', '11-01', { amount: null })])],
    ['a credit', invoice('2', [charge('10-01', '11-01', { amount: '-100' })])],
    [
      'a charge after a credit of the same',
      invoice('2', [charge('10-01', '11-01', { amount: '-100' }), charge('10-01', '11-01')]),
    ],
    ['an unknown period', invoice('2', [charge('10-01', '11-01', { end: null })])],
    ['an invoice with more lines than are kept', invoice('2', null)],
    ['a gone invoice', invoice('2', [charge('10-01', '11-01')], { goneAt: day('11-02') })],
    ...['void', 'draft', 'test', 'deletedFromPaymentGateway'].map((status): [string, ChargedInvoice] => [
      `an invoice with the status ${status}`,
      invoice('2', [charge('10-01', '11-01')], { status }),
    ]),
  ])('is not %s', (_, other) => {
    expect(chargedTwice([october, other])).toEqual([])
    expect(chargedTwice([other, october])).toEqual([])
  })

  test('is settled by a credit on a third invoice, and not by a smaller one', () => {
    const second = invoice('2', [charge('10-01', '11-01')])
    expect(chargedTwice([october, second, refund('-100')])).toEqual([])
    expect(chargedTwice([october, second, refund('-0.01')])).toHaveLength(1)
  })

  test('uses a credit once: of three charges it settles one', () => {
    expect(
      chargedTwice([october, invoice('2', october.charges), invoice('3', october.charges), refund('-100')]),
    ).toHaveLength(1)
    expect(
      chargedTwice([october, invoice('2', october.charges), invoice('3', october.charges), refund('-200')]),
    ).toEqual([])
  })

  test.each<[string, Charge]>([
    ['seats that were added later', charge('10-20', '11-01', { quantity: '2', amount: '15.48' })],
    ['the same seats for a part of the time', charge('10-20', '11-01', { amount: '38.71' })],
    ['usage of one month in two parts', charge('10-01', '11-01', { quantity: '3', amount: '60' })],
    ['another quantity with the same amount', charge('10-15', '11-01', { quantity: '10' })],
  ])('is only noted for %s', (_, added) => {
    const invoices = [october, invoice('2', [added])]
    expect(chargedTwice(invoices)).toEqual([])
    const [note] = sameCharges(invoices).get('1') ?? []
    expect(note).toMatchObject({ severity: 'note', kind: 'sameCharge', other: { id: '2' } })
    expect(note && invoiceFindingLabel(note, null)).toMatch(/^Invoice 2 also charges “Scale” for /)
  })

  test('finds seats that were added twice beside the first charge', () => {
    const added = charge('10-20', '11-01', { quantity: '2', amount: '15.48' })
    const found = chargedTwice([october, invoice('2', [added]), invoice('3', [added])])
    expect(found).toMatchObject([{ id: '2', other: { id: '3' } }])
  })

  test('is only noted for a change of the quantity by a credit and a charge', () => {
    const [back, more] = [charge('10-15', '11-01', { amount: '-54.84' }), charge('10-15', '11-01', { amount: '76.77' })]
    expect(chargedTwice([october, invoice('2', [back, { ...more, quantity: '7' }])])).toEqual([])
  })

  test('finds a one-time charge at the same instant, unless it was credited', () => {
    const once = charge('10-01', '10-01')
    const invoices = [invoice('1', [once]), invoice('2', [once])]
    expect(chargedTwice(invoices)).toHaveLength(1)
    expect(chargedTwice([...invoices, refund('-100', '10-01', '10-01')])).toEqual([])
    expect(chargedTwice([october, invoice('2', [once])])).toEqual([])
  })

  test('finds the same credit on two invoices, unless as many charges are settled', () => {
    const credits = [refund('-100'), { ...refund('-100'), id: 'refund 2', number: '2' }]
    const [found] = sameCharges([october, ...credits]).get('refund') ?? []
    expect(found && invoiceFindingLabel(found, null)).toMatch(/^Credited twice\? Invoice 2 also credits “Scale” for /)
    const settled = sameCharges([october, invoice('2', october.charges), ...credits])
    expect([...settled.values()].flat().map(({ severity, kind }) => [severity, kind])).toEqual([
      ['note', 'sameCredit'],
      ['note', 'sameCredit'],
    ])
    expect(sameCharges([october, refund('-100'), refund('-60')]).get('refund')).toBeUndefined()
  })

  test('compares 200 invoices of 100 lines with less than a second of CPU time, and names 50 pairs at most', () => {
    const lines = Array.from({ length: 100 }, (_, nth) => charge('10-01', '12-31', { priceId: `p${nth}` }))
    const many = Array.from({ length: 200 }, (_, nth) => invoice(String(nth), lines))
    const started = process.cpuUsage()
    expect(chargedTwice(many)).toHaveLength(50)
    const apart = many.map((each, nth) => ({ ...each, subscriptionId: `sub_${nth}` }))
    expect(chargedTwice(apart)).toEqual([])
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000)
  })

  test('names the pairs of a subscription, however many another has', () => {
    const many = Array.from({ length: 100 }, (_, nth) => invoice(`a${nth}`, october.charges))
    const others = ['b1', 'b2'].map((id) => invoice(id, october.charges, { subscriptionId: 'sub_2' }))
    expect(chargedTwice([...many, ...others])).toHaveLength(51)
    expect(chargedTwice([...others, ...many]).filter(({ id }) => id.startsWith('b'))).toHaveLength(1)
  })

  test('counts an unknown status, which may be payable', () => {
    for (const status of ['frobnicated', null])
      expect(chargedTwice([october, { ...october, id: '2', status }])).toHaveLength(1)
  })
})

test('a charge without price, period or amount leaves the others of its invoice compared', () => {
  expect(comparableCharges(october)).toBe('all')
  expect(comparableCharges(invoice('1', [charge('10-01', '11-01', { name: null })]))).toBe('all')
  for (const missing of ['priceId', 'start', 'end', 'amount']) {
    const unknown = charge('10-01', '11-01', { [missing]: null })
    expect(comparableCharges(invoice('1', [unknown]))).toBe('none')
    expect(comparableCharges(invoice('1', [unknown, charge('10-01', '11-01')]))).toBe('some')
  }
  expect(comparableCharges({ ...october, subscriptionId: null })).toBe('none')
  expect(comparableCharges(invoice('1', null))).toBe('none')
})
