import { describe, expect, it } from 'vitest'
import type { ChangeExplanation, ChangePart } from './whole-ledger'
import { ENGLISH, type Sentences } from '@/lib/text/english'
import { GERMAN } from '@/lib/text/german'
import { changeExplainedReply } from './change-explained-reply'

const OCTOBER = { from: '2026-10-01', to: '2026-10-08' }

const part = (changes: Partial<ChangePart>): ChangePart => ({
  kind: 'used',
  type: 'usage',
  billableId: null,
  billableName: null,
  blockId: null,
  invoice: null,
  amount: '0',
  hasBothSigns: false,
  entries: 1,
  from: '2026-10-01',
  to: '2026-10-08',
  ...changes,
})
const expired = (amount: string, day: string, number: string): ChangePart =>
  part({ kind: 'expired', type: 'expiration', amount, from: day, to: day, invoice: { id: `inv_${number}`, number } })
const used = (amount: string, billableName: string | null) => part({ amount, billableName })
const adjusted = (amount: string) => part({ kind: 'adjusted', type: 'manualAddition', amount })

const reply = (changes: Partial<ChangeExplanation>, days = OCTOBER, say: Sentences = ENGLISH) =>
  changeExplainedReply(
    {
      pool: { key: 'id:u1', unitId: 'u1', unitName: 'AI credits' },
      basis: 'balances',
      gaps: 0,
      opening: '12480.25',
      closing: '3293.01',
      parts: [used('-1000', 'Completions'), used('-187.24', 'Embeddings'), expired('-8000', '2026-10-01', '1010')],
      largest: null,
      isUnitShared: false,
      unexplained: '0',
      hasUnplaced: false,
      ...changes,
    },
    days,
    say,
  )

describe('changeExplainedReply', () => {
  it('says it in German', () => {
    expect(reply({}, OCTOBER, GERMAN)).toBe(
      'Zwischen dem 1. Oktober und dem 8. Oktober 2026 ist Ihr Guthaben um 9.187,24 AI-Credits gesunken: 8.000 sind am 1. Oktober verfallen (aus Rechnung 1010), 1.187,24 wurden verbraucht, vor allem für Completions.',
    )
  })

  it('names the day and the invoice of an expiration, and the billable with the most usage', () => {
    expect(reply({})).toBe(
      'Between 1 and 8 Oct 2026 your balance fell by 9,187.24 AI credits: 8,000 expired on 1 Oct (from invoice 1010), 1,187.24 were used, mostly for Completions.',
    )
  })

  it('names no day and no invoice when there are several, and no billable when none used more than half', () => {
    const parts = [
      used('-5', 'Completions'),
      used('-5', 'Embeddings'),
      expired('-20', '2026-10-02', '1010'),
      expired('-70', '2026-10-03', '1011'),
    ]
    expect(reply({ opening: '100', closing: '0', parts })).toBe(
      'Between 1 and 8 Oct 2026 your balance fell by 100 AI credits: 90 expired, 10 were used.',
    )
  })

  it('says the largest single entry of a kind with several, in both languages', () => {
    const several = [expired('-20', '2026-10-02', '1010'), { ...expired('-70', '2026-10-03', '1011'), entries: 2 }]
    const largest = used('-60', 'Completions')
    const changes = {
      opening: '200',
      closing: '0',
      parts: [{ ...used('-110', 'Completions'), entries: 40 }, ...several],
      largest: { ...largest, from: '2026-10-04', to: '2026-10-04' },
    }
    expect(reply(changes)).toMatch(/ The largest single entry was on 4 Oct: 60 were used for Completions\.$/)
    expect(reply(changes, OCTOBER, GERMAN)).toMatch(
      / Die größte einzelne Buchung war am 4\. Oktober: 60 wurden für Completions verbraucht\.$/,
    )
    expect(reply({ ...changes, largest: expired('-70', '2026-10-03', '1011') })).toMatch(
      / The largest single entry was on 3 Oct: 70 expired \(from invoice 1011\)\.$/,
    )
  })

  it('says only the largest day when a single entry is not known, and nothing that the sentence says already', () => {
    const day = { ...used('-1000', 'Completions'), entries: 3, from: '2026-10-04', to: '2026-10-04' }
    expect(reply({ largest: day })).toMatch(/ The largest day was 4 Oct: 1,000 were used for Completions\.$/)
    expect(reply({ largest: day }, OCTOBER, GERMAN)).toMatch(/ Am meisten war es am 4\. Oktober: 1\.000 wurden/)
    expect(reply({ largest: expired('-8000', '2026-10-01', '1010') })).toBe(reply({}))
  })

  it('lists the kinds in order, and adjustments and unknown types by their sign', () => {
    const parts = [
      part({ kind: 'added', type: 'planAllocation', amount: '500' }),
      used('-10.5', 'Completions'),
      expired('-20', '2026-10-02', '1010'),
      adjusted('40'),
      adjusted('-15'),
      part({ kind: 'other', type: 'migration', amount: '-4' }),
      part({ kind: 'other', type: 'merge', amount: '3' }),
    ]
    expect(reply({ opening: '0', closing: '493.5', parts })).toBe(
      'Between 1 and 8 Oct 2026 your balance rose by 493.5 AI credits: 500 were added, 20 expired on 2 Oct (from invoice 1010), 10.5 were used for Completions, 40 were added manually, 15 were deducted manually, 3 were added by other transactions, 4 were deducted by other transactions.',
    )
  })

  it('states that the balance did not change, with the unit at the first number', () => {
    const parts = [part({ kind: 'added', amount: '5' }), used('-5', null)]
    expect(reply({ opening: '7', closing: '7', parts })).toBe(
      'Between 1 and 8 Oct 2026 your balance did not change: 5 AI credits were added, 5 were used.',
    )
    expect(reply({ opening: '7', closing: '7', parts: [] })).toBe(
      'Between 1 and 8 Oct 2026 your balance did not change: it was 7 AI credits.',
    )
  })

  it('speaks of the sum of the transactions when the API stores no balances', () => {
    expect(reply({ basis: 'amounts', opening: '9', closing: '8', parts: [used('-1', null)] })).toBe(
      'Between 1 and 8 Oct 2026 the sum of your transactions fell by 1 AI credit: 1 was used.',
    )
  })

  it.each([
    [{ from: '2026-10-08', to: '2026-10-08' }, 'On 8 Oct 2026 your balance'],
    [{ from: '2026-09-28', to: '2026-10-08' }, 'Between 28 Sep and 8 Oct 2026 your balance'],
    [{ from: '2025-12-30', to: '2026-10-08' }, 'Between 30 Dec 2025 and 8 Oct 2026 your balance'],
  ])('writes the days %o as "%s"', (days, start) => {
    expect(reply({}, days)).toMatch(new RegExp(`^${start} fell by `))
  })

  it.each<[string, Partial<ChangeExplanation>]>([
    ['gaps between balances', { gaps: 1 }],
    ['a transaction that may belong to the pool', { hasUnplaced: true }],
    ['deductions without a sign', { basis: 'unsigned', opening: null, closing: null }],
    ['no balance', { opening: null }],
    ['a unit that another pool has', { isUnitShared: true }],
    ['a unit without a name', { pool: { key: 'id:u1', unitId: 'u1', unitName: null } }],
    ['a change that the transactions do not explain', { unexplained: '-0.01' }],
    ['an expiration that adds', { parts: [expired('8000', '2026-10-01', '1010')] }],
    [
      'an addition that takes away',
      { parts: [part({ kind: 'added', amount: '100' }), part({ kind: 'added', amount: '-40' })] },
    ],
    ['usage that adds', { parts: [used('-50', 'Completions'), used('3', 'Embeddings')] }],
    ['additions that were partly taken back', { parts: [part({ kind: 'added', amount: '60', hasBothSigns: true })] }],
    ['a number that is too long for a sentence', { closing: `-${'9'.repeat(41)}` }],
  ])('returns null: %s', (_, changes) => {
    expect(reply(changes)).toBeNull()
  })
})
