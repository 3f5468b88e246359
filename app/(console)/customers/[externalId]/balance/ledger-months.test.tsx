import { expect, it } from 'vitest'
import type { LedgerMonth, LedgerPool, SoFar } from '@/lib/ledger/whole-ledger'
import { operationQuery } from '@/lib/api'
import { renderedText } from '@/testing/console/rendered-page'
import { LedgerBlocks } from './ledger-blocks'
import { LedgerMonths } from './ledger-months'

const MONTH: LedgerMonth = {
  pool: { key: 'id:u1', unitId: 'u1', unitName: 'AI credits' },
  basis: 'balances',
  gaps: 0,
  month: '2026-11',
  opening: '0',
  parts: { added: '90', used: '-9', expired: '0', adjusted: '0', other: '0' },
  closing: '80',
  unexplained: '-1',
  entries: 2,
  details: [],
}
const shown = (soFar: SoFar | null, asOf = '2026-11-26T12:00:00.000Z', pool = MONTH.pool) => {
  const { queryKey } = operationQuery('listLedgerMonths', { externalId: 'acme' })
  const months = { months: [MONTH], older: 0, soFar, asOf }
  return renderedText([[queryKey, months]], <LedgerMonths externalId="acme" pool={pool} />)
}

it('offers the download only for a complete read', () => {
  expect(shown(null)).toContain('Download CSV')
  const text = shown({ page: 12, pages: 36 })
  expect(text).toContain('So far: page 12 of 36')
  expect(text).not.toContain('Download')
})

it('shows the months of one pool', () => {
  const asOf = '2026-11-26T12:00:00.000Z'
  expect(shown(null, asOf)).toContain('Nov 2026')
  expect(shown(null, asOf, { key: 'name:Others', unitId: null, unitName: 'Others' })).not.toContain('Nov 2026')
})

it('leaves out the columns that are zero in all months', () => {
  const text = shown(null)
  expect(text).toMatch(/Added.*Used/)
  expect(text).not.toMatch(/Expired|Adjusted/)
})

it('marks the month in which the ledger was read', () => {
  expect(shown(null)).toContain('Not over yet')
  expect(shown(null, '2026-12-01T00:00:00.000Z')).not.toContain('Not over yet')
})

it('shows the movement of stored balances that their transactions do not explain', () => {
  expect(shown(null)).toContain('−1.00 not explained')
})

it.each<[LedgerPool, string]>([
  [MONTH.pool, 'In AI credits · '],
  [{ key: 'id:u1', unitId: 'u1', unitName: null }, 'In u1 · '],
  [{ key: 'none', unitId: null, unitName: null }, 'No unit sent · '],
])('names the unit of months and blocks once, and says when none was sent: %j', (pool, unit) => {
  expect(shown(null, undefined, pool)).toContain(`${unit}Not revenue`)
  const blocks = { blocks: [], count: 0, rests: [], soFar: null, asOf: '2026-11-26T12:00:00.000Z' }
  const { queryKey } = operationQuery('listLedgerBlocks', { externalId: 'acme' })
  expect(renderedText([[queryKey, blocks]], <LedgerBlocks externalId="acme" pool={pool} />)).toContain(unit)
})
