import { expect, it } from 'vitest'
import { notFoundLabel } from './status-names'

it('notFoundLabel says what the billing API does not have, and the next step', () => {
  expect(notFoundLabel('invoice', 'inv_1')).toBe(
    'The billing API has no invoice with this ID. Check the ID with the books.',
  )
  expect(notFoundLabel('subscription', '9931')).toBe(
    'The billing API has no subscription with this ID. Check the ID with the books.',
  )
})

it('notFoundLabel says when an invoice is found by its number', () => {
  expect(notFoundLabel('invoice', '9931')).toMatch(/books\. An invoice is found by its number once/)
})
