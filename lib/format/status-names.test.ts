import { expect, it } from 'vitest'
import { notFoundLabel } from './status-names'

const LEDGER = 'A ledger is found by the customer’s own (external) ID; a cus_… ID of the API is not one.'

it('notFoundLabel says what the billing API does not have, and the next step', () => {
  expect(notFoundLabel('invoice', 'inv_1')).toBe(
    'The billing API has no invoice with this ID. Check the ID with the books.',
  )
  expect(notFoundLabel('subscription', '9931')).toBe(
    'The billing API has no subscription with this ID. Check the ID with the books.',
  )
  expect(notFoundLabel('customer', 'cus_1')).toBe(`The billing API has no ledger with this ID. ${LEDGER}`)
  expect(notFoundLabel(null, 'x')).toBe(
    `The billing API has no invoice, subscription or ledger with this ID. Check the ID with the books. ${LEDGER}`,
  )
})

it('notFoundLabel says when an invoice is found by its number', () => {
  expect(notFoundLabel('invoice', '9931')).toMatch(/books\. An invoice is found by its number once/)
})
