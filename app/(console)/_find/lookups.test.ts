import { assert, constantFrom, property, shuffledSubarray, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FindResult } from '@/contract/console/find'
import { failedLookup } from './find-outcome'
import { type Lookup, shownLookups } from './lookups'

const RESULTS: Record<string, FindResult> = {
  found: { hits: [{ kind: 'invoice', id: 'inv_1', label: 'Invoice 1' }], unanswered: [], indexed: [], similar: [] },
  none: { hits: [], unanswered: [], indexed: [], similar: [] },
  failed: failedLookup(new Error('No connection')),
}
const row = (id: string, result?: FindResult): Lookup => ({ id, result, seen: [], isCustomer: false })
const idsOf = (rows: readonly Lookup[]) => rows.map(({ id }) => id)

describe('shownLookups', () => {
  it('puts found ones first, then opened and failed ones, and separates those not found', () => {
    const opened = { ...row('opened', RESULTS.none), seen: [{ kind: 'invoice' as const, id: 'inv_2', label: '1042' }] }
    const rows = [
      row('none 1', RESULTS.none),
      row('failed', RESULTS.failed),
      opened,
      row('found 1', RESULTS.found),
      row('none 2', RESULTS.none),
      row('found 2', RESULTS.found),
    ]
    const { shown, notFound } = shownLookups({ rows, leftOut: 0 })
    expect(idsOf(shown)).toEqual(['found 1', 'found 2', 'opened', 'failed'])
    expect(idsOf(notFound)).toEqual(['none 1', 'none 2'])
  })

  it('moves no row that is shown, in whichever order the lookups end', () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const kind = constantFrom('found', 'none', 'failed')
    const order = shuffledSubarray(ids, { minLength: ids.length })
    assert(
      property(tuple(kind, kind, kind, kind, kind), order, (kinds, ended) => {
        let before: string[] = []
        for (let count = 0; count <= ids.length; count += 1) {
          const done = new Set(ended.slice(0, count))
          const rows = ids.map((id, index) => row(id, done.has(id) ? RESULTS[kinds[index] ?? ''] : undefined))
          const { shown, notFound } = shownLookups({ rows, leftOut: 0 })
          expect(idsOf(shown).slice(0, before.length)).toEqual(before)
          expect(notFound).toHaveLength(count === ids.length ? ids.length - shown.length : 0)
          before = idsOf(shown)
        }
      }),
    )
  })
})
