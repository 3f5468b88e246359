import { describe, expect, it } from 'vitest'
import { ENGLISH, type Sentences } from '@/lib/text/english'
import { GERMAN } from '@/lib/text/german'
import { balanceReply, type PoolBalance } from './ledger-balances'
import type { Pool } from './pool'

const CREDITS: Pool = { key: 'id:u1', unitId: 'u1', unitName: 'AI credits', isKnown: true }
const MINUTES: Pool = { key: 'id:u2', unitId: 'u2', unitName: 'GPU minutes', isKnown: true }

const reply = (changes: Partial<PoolBalance>, others: readonly Pool[] = [MINUTES], say: Sentences = ENGLISH) => {
  const balance: PoolBalance = {
    pool: CREDITS,
    rows: 3,
    balance: '12480.25',
    tied: 0,
    at: '2026-11-24T10:12:40.000Z',
    newer: 0,
    gaps: 0,
    asOf: null,
    upcoming: { expiring: [], others: 0 },
    isUnitUncertain: false,
    ...changes,
  }
  return balanceReply(balance, [balance.pool, ...others], say)
}

describe('balanceReply', () => {
  it('states the exact balance, its unit and its UTC day, in both languages', () => {
    expect(reply({})).toBe('Your balance was 12,480.25 AI credits on 24 Nov 2026.')
    expect(reply({}, [], GERMAN)).toBe('Am 24. November 2026 betrug Ihr Guthaben 12.480,25 AI-Credits.')
    expect(reply({ balance: '-0.0625' })).toBe('Your balance was −0.0625 AI credits on 24 Nov 2026.')
  })

  it('writes whole units without decimals, and one unit in the singular', () => {
    expect(reply({ balance: '500.00' })).toContain(' 500 AI credits ')
    expect(reply({ balance: '1.0' })).toContain(' 1 AI credit ')
    expect(reply({ balance: '1', pool: MINUTES }, [CREDITS], GERMAN)).toContain(' 1 GPU-Minute.')
  })

  it('names what of the balance expires, and when', () => {
    const upcoming = { expiring: ['2026-11-30', '2027-01-01'].map((day) => ({ day, amount: '178' })), others: 0 }
    expect(reply({ upcoming })).toBe(
      'Your balance was 12,480.25 AI credits on 24 Nov 2026. Of these, 178 expire on 30 Nov, 178 on 1 Jan 2027.',
    )
    expect(reply({ upcoming }, [], GERMAN)).toMatch(/ Davon verfallen 178 am 30\. November, 178 am 1\. Januar 2027\.$/)
  })

  it.each<[string, Partial<PoolBalance>]>([
    ['no balance', { balance: null, newer: 3 }],
    ['an ambiguous latest entry', { balance: null, tied: 2 }],
    ['no time', { at: undefined }],
    ['an unreadable time', { at: { unreadable: 'now' } }],
    ['no unit', { pool: { ...CREDITS, unitName: null } }],
    ['an amount that may be in minor units', { isUnitUncertain: true }],
    ['a number that is too long for a sentence', { balance: '9'.repeat(41) }],
  ])('returns null: %s', (_, changes) => {
    expect(reply(changes)).toBeNull()
  })

  it('returns null when several pools have the unit', () => {
    expect(reply({}, [{ ...MINUTES, unitName: 'AI credits' }])).toBeNull()
  })
})
