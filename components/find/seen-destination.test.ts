import { expect, test } from 'vitest'
import type { OpenedObject } from '@/lib/objects/indexed-objects'
import { indexedDestination, openedContaining } from './seen-destination'

const asOf = '2027-02-10T12:00:00.000Z'
const subscription: OpenedObject = {
  kind: 'subscription',
  openedAt: asOf,
  id: 'sub_1',
  name: 'Scale',
  status: 'active',
  amount: null,
  currency: null,
  customerId: 'cus_1',
  asOf,
  goneAt: null,
  deletedAt: null,
}
const customer: OpenedObject = {
  ...subscription,
  kind: 'customer',
  id: 'acme-inc',
  name: null,
  status: null,
  customerId: null,
}
const invoice: OpenedObject = {
  ...subscription,
  kind: 'invoice',
  id: 'inv_1',
  name: '1042',
  status: 'paid',
  amount: '-12.5',
  currency: 'USD',
}

const label = (object: OpenedObject) => indexedDestination(object, 'UTC').label
const found = (text: string) => openedContaining([subscription, customer], text).map(({ id }) => id)

test('an invoice with a total below zero is called a credit, not paid', () => {
  expect(label(invoice)).toBe('Invoice 1042 · credit, status paid · −$12.50 · as of 10 Feb 2027')
  expect(label({ ...invoice, amount: '12.5' })).toBe('Invoice 1042 · paid · $12.50 · as of 10 Feb 2027')
})

test('an opened object is named with its last status and the day of the response, or since when it is gone', () => {
  expect(label(subscription)).toBe('Scale · active · as of 10 Feb 2027')
  expect(label(customer)).toBe('acme-inc · as of 10 Feb 2027')
  const goneAt = '2027-02-12T00:00:00.000Z'
  expect(label({ ...subscription, status: 'pendingActivation' })).toMatch(/^Scale · pending activation · /)
  expect(label({ ...subscription, status: 'sunset' })).toMatch(/^Scale · sunset · /)
  expect(label({ ...subscription, goneAt })).toBe('Scale · gone since 12 Feb 2027')
  expect(label({ ...subscription, goneAt, deletedAt: goneAt })).toBe('Scale · deleted here on 12 Feb 2027')
})

test('opened objects are found by a part of their name, ID or customer, ignoring case', () => {
  expect(found('')).toEqual(['sub_1', 'acme-inc'])
  expect([found('SCAL'), found('cus_1'), found('me-in'), found('x')]).toEqual([['sub_1'], ['sub_1'], ['acme-inc'], []])
})
