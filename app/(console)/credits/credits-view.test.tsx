import { expect, it } from 'vitest'
import { operationQuery } from '@/lib/api'
import type { Credits } from '@/lib/ledger/credits'
import { renderedText } from '@/testing/console/rendered-page'
import { CreditsView } from './credits-view'

const DAY = '2026-02-28'
const CREDITS: Credits = {
  day: DAY,
  readAt: '2026-03-01T12:00:00.000Z',
  customers: { known: 2_000, readWhole: 1_999 },
  sums: [],
  balances: [],
  more: 0,
  notRead: [{ externalId: 'acme', reason: 'partial', asOf: null }],
  notReadCount: 1,
  hasMore: false,
  hasMoreNotRead: false,
}
const shown = (credits: Partial<Credits>) =>
  renderedText(
    [[operationQuery('listCredits', { day: DAY }).queryKey, { ...CREDITS, ...credits }]],
    <CreditsView defaultDay={DAY} />,
  )

it('says which ledgers are added up when the console knows more, also beside an empty table', () => {
  const text = shown({ hasMore: true })
  expect(text).toContain('Only ledgers among the 2,000 that were read last can be in the sums.')
  expect(text).toContain('At least 1,999 of more than 2,000 known customers were read whole since that day.')
  expect(text).toContain('At least 1 customer in no sum')
  expect(shown({})).not.toMatch(/Only the|At least|more than/)
})
