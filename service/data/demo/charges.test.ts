import type { PriceTerms } from '@/contract/billing/price'
import { Big } from 'big.js'
import { expect, it } from 'vitest'
import { chargesFor } from './charges'
import { above, fixed, NO_CHARGE, tiers, unit, upTo } from './price-list'

const TIERS = [upTo('100', '0.10'), upTo('1000', '0.05'), above('0.01')]

it.each<[name: string, price: PriceTerms, quantity: string, amount: string]>([
  ['a price for a thousand, also of a started one', unit('2', { quantity: '1000' }), '1500', '3'],
  ['a third paid once, to 12 decimals', unit('10', { quantity: '3' }), '1', '3.333333333333'],
  ['a minimum, also where nothing was used', unit('7', { minimum: '20' }), '0', '20'],
  ['a maximum', unit('7', { maximum: '20' }), '3', '20'],
  ['no bound that is not reached', unit('7', { minimum: '20', maximum: '22' }), '3', '21'],
  ['units up to the end of a tier', tiers(TIERS), '100', '10'],
  ['units of all tiers', tiers(TIERS), '1500', '60'],
  ['units of all tiers, up to the minimum', tiers(TIERS, { minimum: '61' }), '1500', '61'],
  ['a fixed price, whatever the quantity', fixed('499', 'monthly'), '7', '499'],
  ['nothing for no price', NO_CHARGE, '7', '0'],
])('chargesFor charges %s, in parts of quantity × unit price', (_, price, quantity, amount) => {
  const charges = chargesFor(price, quantity)
  for (const part of charges) expect(Big(part.quantity).times(part.unitPrice).round(12).toFixed()).toBe(part.amount)
  expect(charges.reduce((sum, part) => sum.plus(part.amount), Big(0)).toFixed()).toBe(amount)
})
