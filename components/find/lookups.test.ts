import { describe, expect, it } from 'vitest'
import type { FindResult } from '@/lib/find/find-result'
import { failedLookup } from './find-outcome'
import type { IndexedObject } from '@/lib/objects/indexed-objects'
import { objectPath } from '@/lib/core/paths'

import {
  certainHit,
  lookUpAll,
  lookupCauses,
  lookupOf,
  lookupsLabel,
  objectsAsWritten,
  resultRows,
  withoutRepeats,
} from './lookups'

const NO_FIELDS = {
  name: null,
  status: null,
  amount: null,
  currency: null,
  asOf: '2027-02-10T12:00:00.000Z',
  goneAt: null,
  deletedAt: null,
}
const NONE: FindResult = { hits: [], unanswered: [], indexed: [], similar: [] }
const subscription = (id: string): IndexedObject => ({ ...NO_FIELDS, kind: 'subscription', id, customerId: null })
const found = (id: string): FindResult => ({ ...NONE, hits: [{ kind: 'invoice', id, label: `Invoice ${id}` }] })
const DOWN = failedLookup(new Error('No connection'))

/** Looks up IDs; every answer comes after those that were asked for before. */
async function lookUp(ids: string[], answerOf: (id: string) => FindResult, signal = new AbortController().signal) {
  const asked: string[] = []
  const results = new Map<string, FindResult>()
  let inParallel = 0
  let maxInParallel = 0
  const ask = async (id: string) => {
    asked.push(id)
    maxInParallel = Math.max(maxInParallel, (inParallel += 1))
    await Promise.resolve()
    inParallel -= 1
    return answerOf(id)
  }
  await lookUpAll(ids, ask, (id, result) => results.set(id, result), signal)
  return { asked, maxInParallel, lookups: ids.map((id) => lookupOf({ id }, results.get(id), 'UTC')) }
}

describe('lookUpAll', () => {
  it('looks up in order, three at a time', async () => {
    const { asked, maxInParallel, lookups } = await lookUp(['a', 'b', 'c', 'd', 'e'], found)
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(maxInParallel).toBe(3)
    expect(lookupsLabel(lookups, 0)).toBe('5 found')
  })

  it('stops while the billing API is down, and reports the cause once', async () => {
    const ids = Array.from({ length: 25 }, (_, nth) => `sub_${nth}`)
    const { asked, lookups } = await lookUp(ids, () => DOWN)
    expect(asked.length).toBeLessThanOrEqual(5)
    expect(lookupCauses(lookups)).toHaveLength(1)
    expect(lookupsLabel(lookups, 5)).toBe('25 could not be searched · 5 more not searched')
  })

  it('counts a customer with an empty ledger apart, and names a number that two invoices have', async () => {
    const empty: FindResult = { ...NONE, hits: [{ kind: 'customer', id: 'c', label: 'No transactions', empty: true }] }
    const { lookups } = await lookUp(['c', 'x'], (id) => (id === 'c' ? empty : NONE))
    expect(lookupsLabel(lookups, 0)).toBe('1 without transactions · 1 not found')
    const invoices = ['inv_1', 'inv_2'].map((id) => ({
      ...NO_FIELDS,
      kind: 'invoice' as const,
      id,
      name: '1042',
      customerId: null,
    }))
    const shared = await lookUp(['1042'], () => ({ ...NONE, indexed: invoices }))
    expect(resultRows(shared.lookups, 'UTC')[0]).toMatchObject({ text: '2 invoices have this number' })
  })

  it('counts the objects of a name, each once, as the rows show them', async () => {
    const ofPlan = Array.from({ length: 16 }, (_, nth) => subscription(`sub_${nth}`))
    const label = async (ids: string[], answers: Record<string, FindResult>) =>
      lookupsLabel((await lookUp(ids, (id) => answers[id] ?? NONE)).lookups, 0)
    const scale = { ...NONE, indexed: ofPlan }
    expect(await label(['Scale'], { Scale: scale })).toBe('16 found')
    expect(await label(['Scale', 'x'], { Scale: scale })).toBe('16 found · 1 not found')
    const moreThanShown = Array.from({ length: 21 }, (_, nth) => subscription(`sub_${nth}`))
    expect(await label(['Scale'], { Scale: { ...NONE, indexed: moreThanShown } })).toBe('At least 20 found')
    const own = { kind: 'subscription', id: 'sub_3', label: 'Scale' } as const
    expect(await label(['Scale', 'sub_3'], { Scale: scale, sub_3: { ...NONE, hits: [own] } })).toBe('16 found')
  })

  it('stops when the search is aborted', async () => {
    const search = new AbortController()
    const { asked } = await lookUp(
      ['a', 'b', 'c', 'd', 'e', 'f'],
      (id) => {
        search.abort()
        return found(id)
      },
      search.signal,
    )
    expect(asked).toEqual(['a', 'b', 'c'])
  })
})

describe('resultRows', () => {
  it('keeps each candidate in its place while others are searched for, and leaves none out', () => {
    const candidates = ['none', 'failed', 'found']
    const answers = new Map([
      ['none', NONE],
      ['failed', DOWN],
      ['found', found('found')],
    ])
    const shown = new Map<string, FindResult>()
    const rows = () =>
      resultRows(
        candidates.map((id) => lookupOf({ id }, shown.get(id), 'UTC')),
        'UTC',
      ).map(({ lookup, place, text }) => `${lookup.id}: ${place?.label ?? text}`)
    expect(rows()).toEqual(['none: Searching…', 'failed: Searching…', 'found: Searching…'])
    for (const id of ['found', 'failed', 'none']) {
      const answer = answers.get(id)
      if (answer) shown.set(id, answer)
      expect(rows().map((row) => row.split(':')[0])).toEqual(candidates)
    }
    expect(rows()).toEqual(['none: Not found', 'failed: Search failed', 'found: Invoice found'])
  })

  it('opens the customer whose ID in the billing API is in the text', () => {
    const object: IndexedObject = { ...NO_FIELDS, kind: 'customer', id: 'nw-traders', customerId: 'cus_nw' }
    const hit = { kind: 'customer', id: 'nw-traders', label: 'cus_nw in the billing API', object } as const
    expect(certainHit(lookupOf({ id: 'cus_nw' }, { ...NONE, hits: [hit] }, 'UTC'))).toEqual(hit)
    expect(certainHit(lookupOf({ id: 'CUS_NW' }, { ...NONE, hits: [hit] }, 'UTC'))).toBeNull()
    const ofApi = { ...hit, id: 'cus_nw', object: undefined, isApiCustomer: true } as const
    const place = certainHit(lookupOf({ id: 'cus_nw' }, { ...NONE, hits: [ofApi] }, 'UTC'))
    expect(place && objectPath(place)).toBe('/api-customers/cus_nw')
  })

  it('marks what the ticket spells differently, and leaves it out of the objects of the ticket', () => {
    const lookups = [
      lookupOf({ id: 'SUB_1' }, found('sub_1'), 'UTC'),
      lookupOf({ id: 'inv_2', written: 'inv_\n2' }, found('inv_2'), 'UTC'),
      lookupOf({ id: 'inv_3' }, found('inv_3'), 'UTC'),
      lookupOf({ id: 'inv_3 ' }, found('inv_3'), 'UTC'),
    ]
    expect(resultRows(lookups, 'UTC').map(({ isRespelled }) => isRespelled)).toEqual([true, true, false, false])
    expect(objectsAsWritten(lookups).map(({ id }) => id)).toEqual(['inv_3'])
  })
})

/** Returns the rows of these results, as "sub_1: sub_1" or "sub_1: Not found". */
function rowsOf(...results: [id: string, result: FindResult | undefined][]): string[] {
  const lookups = withoutRepeats(results.map(([id, result]) => lookupOf({ id }, result, 'UTC')))
  return resultRows(lookups, 'UTC').map(({ lookup, place, text }) => `${lookup.id}: ${place?.id ?? text}`)
}

describe('withoutRepeats', () => {
  it('leaves out an ID in capitals beside the same ID in lower case that was found', () => {
    // The server has found the usual spelling of the first, or nothing.
    for (const ofCapitals of [found('sub_acme'), NONE]) {
      expect(rowsOf(['SUB_ACME', ofCapitals], ['sub_acme', found('sub_acme')])).toEqual(['sub_acme: sub_acme'])
      expect(rowsOf(['sub_acme', found('sub_acme')], ['SUB_ACME', ofCapitals])).toEqual(['sub_acme: sub_acme'])
    }
    const scale = { ...NONE, indexed: [{ ...subscription('sub_1'), name: 'Scale' }] }
    expect(rowsOf(['Scale', scale], ['SCALE', scale])).toEqual(['Scale: sub_1'])
  })

  it('keeps both where both exist, where neither was found, and where one is not known', () => {
    const both = (ofCapitals: FindResult | undefined, ofOther: FindResult | undefined) =>
      rowsOf(['SUB_ACME', ofCapitals], ['sub_acme', ofOther])
    expect(both(found('SUB_ACME'), found('sub_acme'))).toHaveLength(2)
    expect(both(NONE, NONE)).toHaveLength(2)
    expect(both(DOWN, found('sub_acme'))).toHaveLength(2)
    expect(both(NONE, undefined)).toHaveLength(2)
    expect(rowsOf(['SUB_ACME', found('sub_acme')])).toEqual(['SUB_ACME: sub_acme'])
  })
})
