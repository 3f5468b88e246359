import { expect, test } from 'vitest'
import { demoLines } from '@/service/data/demo/demo-lines'
import { SAMPLE_TICKET } from './sample-ticket'

test.each(['2026-01-01', '2026-02-28', '2026-11-30', '2026-12-01', '2026-12-31', '2027-06-15'])(
  'the IDs of the sample ticket are in the demo data of %s, except one',
  (day) => {
    const options = { merchantId: 'demo', customers: 12, transactions: 100, seed: 'demo' }
    const known = new Set<string>()
    for (const { kind, data } of demoLines({ ...options, asOf: `${day}T12:00:00.000Z` }))
      if (kind === 'subscription' || kind === 'invoice') known.add(data.id)
    const named = SAMPLE_TICKET.match(/\b(?:inv|sub)_\w+/g) ?? []
    expect(named.map((id) => [id, known.has(id)])).toEqual([
      ['inv_acme_11', true],
      ['sub_acme', true],
      ['inv_acme_999', false],
    ])
  },
)
