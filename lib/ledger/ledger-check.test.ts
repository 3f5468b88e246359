import { describe, expect, it } from 'vitest'
import type { TransactionView } from './transaction'
import type { LedgerBreak } from './whole-ledger'
import { bareTransaction } from '@/testing/console/bare-transaction'
import { type CheckState, LedgerCheck, NOTHING_CHECKED } from './ledger-check'
import type { BlockState } from './block-draws'
import { parsedEntry } from './parsed-entry'

const AT = '2026-03-01T00:00:00.000Z'
/** The largest state that may be stored at a checkpoint. */
const MAX_STATE_CHARS = 1_500_000

interface Place {
  index: number
  pool: number
  block?: number
  /** The balance before; each entry takes 1. */
  left: number
}

const entry = ({ index, pool, block, left }: Place): TransactionView => ({
  ...bareTransaction({ amount: '-1', type: 'usage' }),
  id: `txn_${String(index).padStart(24, '0')}`,
  createdAt: AT,
  previousBalance: String(left),
  newBalance: String(left - 1),
  allocationBlock: {
    customPricingUnitId: `unit_${pool}`,
    ...(block !== undefined && { id: `block_${String(block).padStart(24, '0')}` }),
  },
})

function checkOf(state: CheckState = NOTHING_CHECKED) {
  const found: LedgerBreak[] = []
  const blocks = new Map<string, BlockState>()
  return { check: new LedgerCheck(state, blocks, (each) => found.push(each)), found, blocks }
}

it('keeps a bounded state of 400 pools whose entries have the same time, and counts those it does not compare', () => {
  const { check, found } = checkOf()
  for (let index = 0; index < 120_000; index += 1)
    check.add(parsedEntry(entry({ index, pool: index % 400, left: 1_000 - Math.floor(index / 400) })), 1)
  const { pools, notCompared } = check.state
  expect(JSON.stringify(check.state).length).toBeLessThan(MAX_STATE_CHARS)
  const kept = pools.filter(({ isCut }) => !isCut)
  expect(notCompared).toBe(120_000 - kept.length * 300)
  expect(notCompared).toBeGreaterThan(100_000)
  check.finish()
  expect(found).toEqual([])
})

it('compares all entries of one time that it can keep', () => {
  const { check, found } = checkOf()
  for (let index = 0; index < 3_000; index += 1)
    check.add(
      parsedEntry(entry({ index, pool: index % 30, left: 1_000 - Math.floor(index / 30) - (index === 2_999 ? 5 : 0) })),
      1,
    )
  check.finish()
  expect(check.state.notCompared).toBe(0)
  expect(found.map(({ kind }) => kind)).toEqual(['gap'])
})

it('compares the entries of the next time again', () => {
  const { check, found } = checkOf()
  for (let index = 0; index < 1_200; index += 1)
    check.add(parsedEntry(entry({ index, pool: 1, left: 5_000 - index })), 1)
  const later = { ...entry({ index: 1_200, pool: 1, left: 10 }), createdAt: '2026-03-02T00:00:00.000Z' }
  const last = { ...entry({ index: 1_201, pool: 1, left: 7 }), createdAt: '2026-03-03T00:00:00.000Z' }
  check.add(parsedEntry(later), 1)
  check.add(parsedEntry(last), 1)
  check.finish()
  expect(check.state.notCompared).toBe(1_200)
  expect(found.map(({ kind, transactionId, offBy }) => [kind, transactionId, offBy])).toEqual([['gap', last.id, '-2']])
})

it('keeps a bounded state of blocks that entries of the same time draw on', () => {
  const { check } = checkOf()
  for (let block = 0; block < 50_000; block += 1)
    check.add(parsedEntry(entry({ index: block, pool: 1, block, left: 60_000 - block })), 1)
  const { drawn, notDrawn } = check.state
  expect(JSON.stringify(check.state).length).toBeLessThan(MAX_STATE_CHARS)
  expect(drawn.length + notDrawn).toBe(50_000)
})

it('continues from a stored state that is too large', () => {
  const large = checkOf().check
  large.add(parsedEntry(entry({ index: 0, pool: 0, left: 1 })), 1)
  const [pool] = large.state.pools
  if (!pool) throw new Error('There is no pool')
  const group = Array.from({ length: 900 }, () => pool.group).flat()
  const pools = Array.from({ length: 50 }, (_, index) => ({
    ...pool,
    pool: { ...pool.pool, key: `id:${index}` },
    group,
  }))
  const { check } = checkOf({ ...large.state, pools })
  expect(JSON.stringify(check.state).length).toBeLessThan(MAX_STATE_CHARS)
  expect(check.state.notCompared).toBeGreaterThan(30_000)
})

const booking = (id: string, second: number, sent: object = {}): TransactionView => ({
  ...bareTransaction({
    id,
    createdAt: `2026-03-01T00:00:${String(second).padStart(2, '0')}Z`,
    type: 'usage',
    amount: -1,
    eventId: 'evt_1',
    allocationBlockId: 'blk_1',
    billableId: 'bil_1',
    ...sent,
  }),
})
const foundIn = (...rows: TransactionView[]) => {
  const { check, found } = checkOf()
  for (const row of rows) check.add(parsedEntry(row), 1)
  check.finish()
  return found.filter(({ kind }) => kind === 'twice').map(({ transactionId }) => transactionId)
}

const balances = (before: number) => ({ eventId: null, previousBalance: before, newBalance: before - 1 })

describe('LedgerCheck for an event that is booked twice on a block', () => {
  it('finds it by its event ID, also after a restart', () => {
    expect(foundIn(booking('txn_1', 1), booking('txn_2', 50))).toEqual(['txn_2'])
    const { check } = checkOf()
    check.add(parsedEntry(booking('txn_1', 1)), 1)
    const resumed = checkOf(JSON.parse(JSON.stringify(check.state)))
    resumed.check.add(parsedEntry(booking('txn_2', 50)), 1)
    expect(resumed.found).toMatchObject([{ kind: 'twice', transactionId: 'txn_2' }])
  })

  it('finds it without an event ID when all fields but the ID are equal within seconds', () => {
    const bare = { eventId: null, previousBalance: 9, newBalance: 8 }
    expect(foundIn(booking('txn_1', 1, bare), booking('txn_2', 4, bare))).toEqual(['txn_2'])
    const operation = { eventId: null, operationId: 'op_1' }
    expect(foundIn(booking('txn_1', 1, operation), booking('txn_2', 4, operation))).toEqual(['txn_2'])
    expect(foundIn(booking('txn_1', 1, operation), booking('txn_2', 40, operation))).toEqual([])
  })

  it('finds a grant or an expiration that is booked again on its block, although the balances follow', () => {
    for (const [type, amount] of [
      ['planAllocation', 100],
      ['autoReload', 100],
      ['expiration', -100],
    ]) {
      const again = (before: number) => ({
        type,
        amount: String(amount),
        eventId: null,
        previousBalance: String(before),
        newBalance: String(before + Number(amount)),
      })
      const [one, other] = [again(500), again(500 + Number(amount))]
      expect(foundIn(booking('txn_1', 1, one), booking('txn_2', 2, other))).toEqual(['txn_2'])
      expect(foundIn(booking('txn_1', 1, one), booking('txn_2', 9, other))).toEqual([])
      expect(foundIn(booking('txn_1', 1, one), booking('txn_2', 2, { ...other, allocationBlockId: 'blk_2' }))).toEqual(
        [],
      )
    }
  })

  it.each(['usageReversal', 'usage', 'manualAddition'])(
    'accepts an event that is booked again after its reversal as %s',
    (type) => {
      const reversal = (id: string, second: number) => booking(id, second, { type, amount: '1' })
      const corrected = [booking('txn_1', 1), reversal('txn_2', 10), booking('txn_3', 20)]
      expect(foundIn(...corrected)).toEqual([])
      expect(foundIn(...corrected, booking('txn_4', 30)), 'booked again').toEqual(['txn_4'])
      expect(foundIn(booking('txn_1', 1), reversal('txn_2', 10), reversal('txn_3', 20)), 'reversed again').toEqual([
        'txn_3',
      ])
    },
  )

  it.each([
    ['on another block', { allocationBlockId: 'blk_2' }],
    ['of another billable', { billableId: 'bil_2' }],
    ['of another event', { eventId: 'evt_2' }],
    ['that reverses it', { type: 'usageReversal', amount: 1 }],
  ])('does not report an entry %s', (_, sent) => {
    expect(foundIn(booking('txn_1', 1), booking('txn_2', 2, sent))).toEqual([])
  })

  it('does not report equal usage within seconds that names no event', () => {
    const bare = { eventId: null }
    expect(foundIn(booking('txn_1', 1, bare), booking('txn_2', 2, bare))).toEqual([])
    expect(foundIn(booking('txn_1', 1, balances(9)), booking('txn_2', 2, balances(8)))).toEqual([])
  })

  it('keeps at most 2,000 bookings', () => {
    const { check } = checkOf()
    for (let index = 0; index < 5_000; index += 1)
      check.add(parsedEntry(booking(`txn_${index}`, 1, { eventId: `evt_${index}` })), 1)
    expect(check.state.bookings).toHaveLength(2_000)
  })

  it('keeps fewer bookings when their IDs are long', () => {
    const { check } = checkOf()
    for (let index = 0; index < 3_000; index += 1)
      check.add(parsedEntry(booking(`txn_${index}`, 1, { eventId: `${index}`.padEnd(1_000, '-') })), 1)
    expect(JSON.stringify(check.state.bookings).length).toBeLessThan(MAX_STATE_CHARS / 2)
  })

  it('does not report equal grants whose event or amount is unreadable', () => {
    for (const sent of [{ eventId: {} }, { eventId: null, amount: 'some' }]) {
      const grant = { type: 'planAllocation', amount: '100', ...sent }
      expect(foundIn(booking('txn_1', 1, grant), booking('txn_2', 2, grant))).toEqual([])
    }
  })
})

const at = (second: number, amount: string, sent: object = {}) =>
  booking(`txn_${second}`, second, {
    amount,
    eventId: null,
    allocationBlock: { customPricingUnitId: 'unit_1' },
    ...sent,
  })
const breaksIn = (...rows: TransactionView[]) => {
  const { check, found } = checkOf()
  for (const row of rows) check.add(parsedEntry(row), 1)
  check.finish()
  return found.map(({ kind, transactionId, offBy }) => [kind, transactionId, offBy])
}
const first = at(1, '-1', { previousBalance: '101', newBalance: '100' })
const last = (before: string) => at(9, '-1', { previousBalance: before, newBalance: String(Number(before) - 1) })
const usage = (second: number, before: number, moved: number, sent: object = {}) =>
  at(second, String(moved), { previousBalance: String(before), newBalance: String(before + moved), ...sent })
const named = (sent: object) => breaksIn(at(1, '-1', sent))

const withBalances = (second: number, before: unknown, amount: unknown, after: unknown, rest: object = {}) =>
  at(second, '0', {
    type: Number(amount) < 0 ? 'usage' : 'planAllocation',
    amount,
    previousBalance: before,
    newBalance: after,
    ...rest,
  })
const own = (type: string) => ({ type })

const wrongBalancesIn = (...rows: TransactionView[]) =>
  breaksIn(...rows).flatMap(([kind]) => (kind === 'sum' || kind === 'gap' ? [kind] : []))

describe('LedgerCheck of stored balances', () => {
  it('finds a balance that is not the one before plus the amount', () => {
    expect(breaksIn(withBalances(1, '10', '-2.5', '7'))).toEqual([['sum', 'txn_1', '-0.5']])
    expect(breaksIn(withBalances(1, null, '10', '10'), withBalances(2, null, '-2', '9'))).toEqual([
      ['sum', 'txn_2', '1'],
    ])
    expect(breaksIn(withBalances(1, '10', '-2', '7', { allocationBlock: null })), 'of no pool').toHaveLength(1)
  })

  it('finds a balance that does not start where the entry before ended', () => {
    expect(breaksIn(withBalances(1, '0', '10', '10'), withBalances(2, '12', '-2', '10'))).toEqual([
      ['gap', 'txn_2', '2'],
    ])
  })

  it('finds a balance that moves against the documented sign of the amount', () => {
    expect(breaksIn(withBalances(1, '10', '-5', '15'))).toEqual([['sum', 'txn_1', '10']])
    expect(breaksIn(withBalances(1, '10', '5', '5', own('manualAddition')))).toEqual([['sum', 'txn_1', '-10']])
  })

  it('accepts amounts with the sign of the API', () => {
    expect(breaksIn(withBalances(1, '10', '2.5', '7.5', own('usage')))).toEqual([])
    expect(breaksIn(withBalances(1, '10', '-100', '110', own('planAllocation')))).toEqual([])
    expect(
      breaksIn(withBalances(1, '10', '-1', '11', own('promo')), withBalances(2, '11', '1', '10', own('promo'))),
    ).toEqual([])
  })

  it('reports no wrong balance when a value that it needs is missing or unreadable', () => {
    expect(wrongBalancesIn(withBalances(1, '10', null, '7'))).toEqual([])
    expect(wrongBalancesIn(withBalances(1, '10', '2', null, own('usage')), withBalances(2, '5', '-1', '4'))).toEqual([])
    expect(wrongBalancesIn(withBalances(1, null, '10', '10'), withBalances(2, 'some', '-2', '9'))).toEqual([])
    expect(
      wrongBalancesIn(withBalances(1, '0', '10', '10'), withBalances(2, '12', '-2', '10', { createdAt: 17 })),
    ).toEqual([])
    const unplaced = withBalances(2, '3', '5', '8', { allocationBlock: null })
    expect(wrongBalancesIn(withBalances(1, '0', '10', '10'), unplaced, withBalances(3, '15', '-2', '13'))).toEqual([])
  })
})

describe('LedgerCheck of entries without balances', () => {
  it('computes the balance between two known ones from their amounts', () => {
    expect(breaksIn(first, at(2, '-5'), last('95'))).toEqual([])
    expect(breaksIn(first, at(2, '-5'), at(3, '-2'), last('93'))).toEqual([])
    expect(breaksIn(first, at(2, '-5'), last('80'))).toEqual([['gap', 'txn_9', '-15']])
    expect(breaksIn(first, at(2, '-5', { previousBalance: '100' }), last('80'))).toEqual([['gap', 'txn_9', '-15']])
  })

  it('does not compute it from an amount whose sign or value is not certain', () => {
    for (const sent of [
      { amount: '5' },
      { type: 'correction' },
      { amount: { unreadable: 'some' } },
      { newBalance: { unreadable: 'x' } },
    ])
      expect(breaksIn(first, at(2, '-5', sent), last('80')).filter(([kind]) => kind === 'gap')).toEqual([])
  })

  it('finds an entry that names two blocks or two billables', () => {
    const unit = { customPricingUnitId: 'unit_1' }
    expect(named({ allocationBlock: { ...unit, id: 'blk_2' } })).toEqual([['twoIds', 'txn_1', null]])
    expect(named({ billable: { id: 'bil_2' } })).toEqual([['twoIds', 'txn_1', null]])
    expect(named({ allocationBlock: { ...unit, id: 'blk_1' }, billable: { id: 'bil_1' } })).toEqual([])
    expect(named({ billable: { name: 'Calls' } })).toEqual([])
  })

  it('finds an entry that moves the balance against its type, unless earlier ones did or it reverses an event', () => {
    expect(breaksIn(usage(1, 100, -5), usage(2, 95, 5))).toEqual([['against', 'txn_2', null]])
    expect(breaksIn(usage(1, 100, -5), usage(2, 95, 5, { eventId: 'evt_1' }))).toEqual([])
    expect(breaksIn(usage(1, 100, -5), usage(2, 95, 5, { type: 'usageReversal' }))).toEqual([])
    expect(breaksIn(usage(1, 100, 5), usage(2, 105, 5))).toEqual([])
    const unsigned = { amount: '5' }
    expect(breaksIn(usage(1, 100, -5, unsigned), usage(2, 95, -5, unsigned))).toEqual([])
  })
})
