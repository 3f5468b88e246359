import { describe, expect, test } from 'vitest'
import { parseExactJson } from '@/contract/exact-json'
import { rulesView } from './rules-view'

const view = (json: string, priceType: string | null, shift = 0) => rulesView(parseExactJson(json), priceType, shift)

describe('rulesView', () => {
  test('reads the rules of the four known types', () => {
    expect(view('{"quantity":10,"price":"0.0000025","maximum":5}', 'unit')).toEqual({
      kind: 'unit',
      quantity: '10',
      price: '0.0000025',
      maximum: '5',
    })
    expect(view('{"tiers":[{"start":0,"end":10,"price":1.10},{"start":11,"end":null,"price":"1"}]}', 'tier')).toEqual({
      kind: 'tier',
      tiers: [
        { start: '0', end: '10', price: '1.10' },
        { start: '11', price: '1' },
      ],
    })
    expect(view('{"price":5,"quantity":1,"cadence":"monthly"}', 'fixed')).toEqual({
      kind: 'fixed',
      price: '5',
      quantity: '1',
      cadence: 'monthly',
    })
    expect(view('{}', 'none')).toEqual({ kind: 'none' })
  })

  test('detects the type by the shape when there is no price type', () => {
    expect(view('{"quantity":1,"price":2}', null)).toMatchObject({ kind: 'unit' })
    expect(view('{"tiers":[{"start":0,"price":2}]}', null)).toMatchObject({ kind: 'tier' })
    expect(view('{"price":1,"quantity":1,"cadence":"monthly"}', null)).toMatchObject({ kind: 'fixed' })
    expect(view('{}', null)).toEqual({ kind: 'none' })
  })

  test.each([
    ['an unknown type', '{"quantity":1,"price":2}', 'volume'],
    ['a field that is not of its type', '{"price":5,"discountPercent":20}', 'unit'],
    ['no price', '{"quantity":1}', 'unit'],
    ['a price that is no number', '{"price":"free"}', 'unit'],
    ['no tiers', '{"tiers":[]}', 'tier'],
    ['a tier without start', '{"tiers":[{"price":1}]}', 'tier'],
    ['a tier with more to it', '{"tiers":[{"start":0,"price":1,"flat":5}]}', 'tier'],
    ['something for nothing', '{"price":1}', 'none'],
    ['rules that are no object', '"5 per call"', 'unit'],
    ['a prototype', '{"__proto__":{"price":1}}', 'unit'],
  ])('returns rules with %s as they are', (_, json, priceType) => {
    expect(view(json, priceType)).toEqual({ kind: 'other', json })
  })

  test('reports missing rules, except for the price type none', () => {
    expect(view('null', 'unit')).toEqual({ kind: 'missing' })
    expect(view('null', 'none')).toEqual({ kind: 'none' })
  })

  test('shifts money, but not quantities', () => {
    expect(view('{"quantity":100,"price":250,"minimum":1000}', 'unit', -2)).toEqual({
      kind: 'unit',
      quantity: '100',
      price: '2.50',
      minimum: '10.00',
    })
    expect(view('{"tiers":[{"start":100,"end":200,"price":5}]}', 'tier', -2)).toMatchObject({
      tiers: [{ start: '100', end: '200', price: '0.05' }],
    })
  })
})
