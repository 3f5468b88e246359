import { describe, expect, it } from 'vitest'
import type { RulesView } from '@/lib/billing-api/price'
import { lineVerdict, findingsOfLine } from '@/lib/invoices/line-verdict'
import { lineFindingLabel, verdictLabel } from '@/lib/invoices/finding-label'
import { bareLine } from '@/testing/console/bare-views'
import { amountWorking, priceWorking } from './working-label'

const unit = (price: string, quantity?: string): RulesView => ({
  kind: 'unit',
  price,
  quantity,
})
const TIERS: RulesView = {
  kind: 'tier',
  tiers: [
    { start: '0', end: '100', price: '0' },
    { start: '100', price: '0.12' },
  ],
}

function labelsOf(
  [quantity, unitPrice, amount]: [string | undefined, string | undefined, string],
  rules: RulesView | undefined,
  inCustomUnit = false,
) {
  const billable = { id: 'b', showOnInvoice: true, hidden: false, singleUnitLabel: 'call', multipleUnitLabel: 'calls' }
  const price = rules && { rules, inCustomUnit, billable }
  const line = bareLine({ id: 'li_1', amount, quantity, unitPrice, price })
  const verdict = lineVerdict(line)
  const row = findingsOfLine(verdict, 1).map((found) => lineFindingLabel(found, line, 'USD'))
  return [
    [verdictLabel(verdict), ...row].join(' | '),
    amountWorking(line, verdict, 'USD').text,
    priceWorking(line, verdict, 'USD').text,
  ]
}

describe('amountWorking and priceWorking', () => {
  it('explains a difference of four dollars too much', () => {
    expect(labelsOf(['3', '12.50', '41.50'], unit('12.5'))).toEqual([
      'Needs a look | $41.50, but 3 × $12.50 = $37.50 ($4.00 too much)',
      'The amount is $4.00 more. Nothing readable in the response explains the difference.',
      'The price is $12.50 per call: the unit price agrees.',
    ])
  })

  it('explains a cent too little, and a different unit price', () => {
    expect(labelsOf(['3', '12.50', '37.49'], unit('12.5'))[0]).toBe(
      'Needs a look | $37.49, but 3 × $12.50 = $37.50 ($0.01 too little)',
    )
    expect(labelsOf(['3', '12.50', '37.50'], unit('12'))).toEqual([
      'Needs a look | Price rules give a unit price of $12.00',
      'Matches the line amount.',
      'The unit price differs from the price, $12.00 per call: the amount is $1.50 more.',
    ])
  })

  it('explains a charge although none is due', () => {
    expect(labelsOf(['1', '40', '40'], { kind: 'none' })).toEqual([
      'Needs a look | Not zero, although the price charges nothing',
      'Matches the line amount.',
      'The price charges nothing, and the amount is $40.00.',
    ])
    expect(labelsOf(['1', '-40', '-40'], { kind: 'none' })).toEqual([
      'Needs a look | Not zero, although the price charges nothing',
      'Matches the line amount.',
      'The price charges nothing, and the amount is −$40.00.',
    ])
  })

  it('explains an amount without a check beside a matching unit price', () => {
    expect(labelsOf([undefined, '10', '9999'], unit('10'))).toEqual([
      'Cannot be checked',
      'The amount of $9,999.00 could not be checked: a number is missing, unreadable or too long.',
      'The price is $10.00 per call: the unit price agrees.',
    ])
    const fixed: RulesView = { kind: 'fixed', price: '500', quantity: '1', cadence: 'monthly' }
    expect(labelsOf([undefined, '500', '9999'], fixed)[2]).toBe('The price is fixed at $500.00: the unit price agrees.')
  })

  it('works out tiers', () => {
    expect(labelsOf(['848', '0.2', '169.6'], TIERS)).toEqual([
      'Needs a look | Price tiers give $89.76 (graduated) or $101.76 (volume)',
      'Matches the line amount.',
      'The price tiers give 100 × $0.00 + 748 × $0.12 = $89.76 (graduated), or $101.76 (volume): the amount is $79.84 more.',
    ])
    expect(labelsOf(['848', '0.105849', '89.76'], TIERS).slice(1)).toEqual([
      'The amount is $0.000048 more: the price has tiers, 100 × $0.00 + 748 × $0.12 = $89.76.',
      'The price tiers give the amount: 100 × $0.00 + 748 × $0.12.',
    ])
    expect(labelsOf(['848', '0.12', '101.76'], TIERS)).toEqual([
      'Adds up',
      'Matches the line amount.',
      'The price tiers give the amount: all units at the price of one tier, 848 × $0.12.',
    ])
  })

  it('names the rounding of a rounded amount', () => {
    expect(labelsOf(['5', '0.025', '0.12'], unit('0.025'))[1]).toBe(
      'The amount is $0.005 less: it is rounded to 2 decimals, half even.',
    )
    expect(labelsOf(['7', '3.33', '23.33'], unit('10', '3')).slice(1)).toEqual([
      'The amount is $0.02 more: the price is $10.00 for every 3 calls, rounded half up.',
      'The price is $10.00 per 3 calls, rounded half up: the unit price agrees.',
    ])
  })

  it('states what could not be checked', () => {
    const why = (rules: RulesView | undefined, inCustomUnit = false) =>
      labelsOf(['3', '12.50', '37.50'], rules, inCustomUnit)
    expect(why(undefined)).toEqual([
      'Adds up, its unit price could not be checked: the price rules were not sent',
      'Matches the line amount.',
      'The unit price could not be checked: the price rules were not sent.',
    ])
    expect(why({ kind: 'other', json: '{}' })[2]).toContain('of a kind this console does not know')
    expect(why(unit('9'), true)[2]).toContain('custom pricing unit')
    expect(labelsOf(['5', '15', '75'], unit('15', '5'))).toEqual([
      'Adds up, its unit price could not be checked: the API does not say whether the price is for one unit or for the quantity in its rules',
      'Matches the line amount.',
      'The unit price could not be checked: the API does not say whether the price is for one unit or for the quantity in its rules.',
    ])
    expect(labelsOf(['1', '-25', '-25'], unit('9'))[2]).toContain('a credit, which follows no price')
    expect(
      labelsOf(['1', '24', '24'], {
        kind: 'unit',
        price: '12',
        minimum: '36',
      })[2],
    ).toContain('a minimum or maximum charge')
  })
})
