import { Big } from 'big.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CREDIT_AGES, type CreditAge } from '../../credits'
import { PART_KINDS } from '../../whole-ledger'
import { partKindOf } from '../../entry'
import { type SentEntry, useLedgerApi } from '@/testing/console/use-ledger-api'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { workOnJobs } from '@/testing/console/work-on-jobs'
import { runOperation } from '@/lib/run-operation'
import { addToTally, volume } from '@/scripts/test/volume.mjs'

useConsoleStore()
const setup = useLedgerApi()
const RUNS = volume({ test: 12, prove: 1_000 })

interface Movement {
  pool: number
  block: number
  kind: 'grant' | 'reload' | 'usage' | 'expiration' | 'manualDeduction' | 'unknown'
  /** In units of the block; a deduction is cut to what is left. */
  units: number
  billable: number
  /** Hours since the entry before; 0 for the same instant. */
  hours: number
}

const movements = fc.array(
  fc.record<Movement>({
    pool: fc.nat(2),
    block: fc.nat(4),
    kind: fc.constantFrom('grant', 'reload', 'usage', 'usage', 'usage', 'expiration', 'manualDeduction', 'unknown'),
    units: fc.integer({ min: 1, max: 60 }),
    billable: fc.nat(3),
    hours: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 5, arbitrary: fc.integer({ min: 1, max: 200 }) },
    ),
  }),
  { minLength: 1, maxLength: 320 },
)
/** What one unit of each pool is: from many digits before the point to many after it. */
const UNITS = [
  '1',
  '0.000000000000000000000000000000000000000000000000000000000001',
  '98765432109876543210987654321098765.43',
]
const TYPES = {
  grant: 'planAllocation',
  reload: 'autoReload',
  usage: 'usage',
  expiration: 'expiration',
  manualDeduction: 'manualDeduction',
  unknown: 'promotion',
} as const
const START = Date.UTC(2025, 10, 20)
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

interface Known {
  sent: SentEntry
  pool: string
  day: string
  type: string
  billable: string | null
  block: string
  amount: Big
}

/** Builds a ledger whose balances agree. Entries of one instant and pool may be listed in any order. */
function ledgerOf(moves: readonly Movement[], hasBalances: boolean): Known[] {
  const [balances, left] = [new Map<string, Big>(), new Map<string, Big>()]
  let at = START
  return moves.flatMap(({ pool, block, kind, units, billable, hours }, index): Known[] => {
    at += hours * 3_600_000
    const unit = new Big(UNITS[pool] ?? '1')
    const [poolId, blockId] = [`unit_${pool}`, `blk_${pool}_${block}`]
    const rest = left.get(blockId) ?? new Big(0)
    const isDeduction = ['usage', 'expiration', 'manualDeduction'].includes(kind)
    const wanted = unit.times(units)
    const amount = isDeduction ? (wanted.gt(rest) ? rest : wanted).times(-1) : wanted
    if (amount.eq(0)) return []
    left.set(blockId, rest.plus(amount))
    const before = balances.get(poolId) ?? new Big(0)
    balances.set(poolId, before.plus(amount))
    const createdAt = new Date(at).toISOString()
    const name = kind === 'usage' ? `bil_${billable}` : null
    const sent: SentEntry = {
      id: `txn_${index}`,
      customerId: 'cus_1',
      // Equal grants of one instant without an operation would be one that is booked twice.
      operationId: `op_${index}`,
      createdAt,
      type: TYPES[kind],
      amount: amount.toFixed(),
      ...(hasBalances && { previousBalance: before.toFixed(), newBalance: before.plus(amount).toFixed() }),
      billable: name && { id: name, name: `Billable ${billable}` },
      allocationBlockId: blockId,
      allocationBlock: { id: blockId, customPricingUnitId: poolId, customPricingUnit: { displayName: poolId } },
    }
    return [
      {
        sent,
        pool: `id:${poolId}`,
        day: createdAt.slice(0, 10),
        type: TYPES[kind],
        billable: name,
        block: blockId,
        amount,
      },
    ]
  })
}

/** Lists entries of the same instant in another order, as an API may. */
function shuffled(entries: readonly Known[], seed: number): Known[] {
  const instant = ({ sent }: Known) => Date.parse(String(sent['createdAt']))
  const chance = ({ sent }: Known) => ((Number(sent.id.slice(4)) + 1) * (seed + 7_919)) % 101
  return entries.toSorted((one, other) => instant(one) - instant(other) || chance(one) - chance(other))
}

const sum = (entries: readonly Known[]) =>
  entries.reduce((total, { amount }) => total.plus(amount), new Big(0)).toFixed()

/** False when the entries of each instant add up to zero: any of their balances may then be the first. */
const tellsBalance = (entries: readonly Known[]) =>
  entries.some(({ sent }) => sum(entries.filter((each) => each.sent['createdAt'] === sent['createdAt'])) !== '0')

/** Returns the age of a block: by the first day on which something was granted on it. */
function ageOf(entries: readonly Known[], block: string, day: string): CreditAge {
  const [granted] = entries
    .filter(
      (entry) => entry.block === block && ['added', 'adjusted'].includes(partKindOf(entry.type)) && entry.amount.gt(0),
    )
    .map((entry) => entry.day)
    .toSorted()
  if (granted === undefined) return 'other'
  const days = (Date.parse(day) - Date.parse(granted)) / 86_400_000
  return days <= 30 ? 'to30' : days <= 90 ? 'to90' : days <= 365 ? 'to365' : 'over365'
}

test('sums, changes, months, blocks and credits equal a plain recomputation of the entries', async () => {
  await fc.assert(
    fc.asyncProperty(
      movements,
      fc.boolean(),
      fc.nat(1_000),
      fc.nat(100),
      fc.nat(100),
      async (moves, hasBalances, seed, one, other) => {
        const { api, context } = setup()
        const entries = shuffled(ledgerOf(moves, hasBalances), seed)
        fc.pre(entries.length > 0)
        api.ledgers.set(
          'acme',
          entries.map(({ sent }) => sent),
        )
        const of = { externalId: 'acme' }
        await runOperation('readLedger', context, of)
        await workOnJobs(context.environment)
        const read = await runOperation('getLedgerRead', context, of)
        expect(read).toMatchObject({ state: 'complete', entries: entries.length, breakCount: 0, breaks: [] })

        const days = entries.map(({ day }) => day)
        const [from, to] = [days[one % days.length] ?? '', days[other % days.length] ?? ''].toSorted()
        const { pools } = await runOperation('explainChange', context, { ...of, from, to })
        for (const { pool, opening, closing, parts, unexplained, basis } of pools) {
          const ofPool = entries.filter((entry) => entry.pool === pool.key)
          const within = ofPool.filter(({ day }) => day >= (from ?? '') && day <= (to ?? ''))
          expect(basis).toBe(hasBalances && tellsBalance(ofPool) ? 'balances' : 'amounts')
          expect(opening).toBe(sum(ofPool.filter(({ day }) => day < (from ?? ''))))
          expect(closing).toBe(sum(ofPool.filter(({ day }) => day <= (to ?? ''))))
          expect(unexplained).toBe('0')
          expect(parts.reduce((total, { amount }) => total.plus(amount), new Big(0)).toFixed()).toBe(sum(within))
          for (const part of parts) {
            const ofPart = within.filter(
              ({ type, billable, block }) =>
                type === part.type &&
                (part.kind !== 'used' || billable === part.billableId) &&
                (part.kind !== 'expired' || block === part.blockId),
            )
            expect([part.amount, part.entries]).toEqual([sum(ofPart), ofPart.length])
          }
        }

        const { months } = await runOperation('listLedgerMonths', context, of)
        expect(months.reduce((total, month) => total + month.entries, 0)).toBe(entries.length)
        for (const month of months) {
          const ofPool = entries.filter((entry) => entry.pool === month.pool.key)
          const ofMonth = ofPool.filter(({ day }) => day.startsWith(month.month))
          for (const kind of PART_KINDS)
            expect(month.parts[kind]).toBe(sum(ofMonth.filter(({ type }) => partKindOf(type) === kind)))
          expect(month.opening).toBe(sum(ofPool.filter(({ day }) => day < `${month.month}-01`)))
          expect(month.closing).toBe(sum(ofPool.filter(({ day }) => day <= `${month.month}-31`)))
        }

        const { blocks } = await runOperation('listLedgerBlocks', context, of)
        for (const block of blocks) {
          const ofBlock = entries.filter((entry) => entry.block === block.blockId)
          for (const kind of PART_KINDS)
            expect(block.parts?.[kind]).toBe(sum(ofBlock.filter(({ type }) => partKindOf(type) === kind)))
          expect(block.left).toBe(sum(ofBlock))
          for (const used of block.used ?? [])
            expect(used.amount).toBe(sum(ofBlock.filter(({ billable }) => billable === used.billableId)))
        }
        // Today is not over.
        const day = to === undefined || to > YESTERDAY ? YESTERDAY : to
        const { balances } = await runOperation('listCredits', context, { day })
        expect(new Set(balances.map(({ pool }) => pool.key))).toEqual(new Set(entries.map(({ pool }) => pool)))
        for (const { pool, balance, byAge } of balances) {
          const until = entries.filter((entry) => entry.pool === pool.key && entry.day <= day)
          expect(balance).toBe(sum(until))
          for (const age of CREDIT_AGES)
            expect(byAge?.[age]).toBe(sum(until.filter(({ block }) => ageOf(until, block, day) === age)))
        }
        addToTally('generated ledgers read whole and compared with a plain recomputation', 1)
      },
    ),
    { numRuns: RUNS },
  )
})

test('a planted fault is found where it is, and nowhere else', async () => {
  const kinds = ['sum', 'unreadable', 'repeated', 'order', 'missing'] as const
  await fc.assert(
    fc.asyncProperty(movements, fc.constantFrom(...kinds), fc.nat(10_000), async (moves, kind, where) => {
      const { api, context } = setup()
      // Every entry has an instant of its own, so that each gap is certain.
      const entries = ledgerOf(
        moves.map((move) => ({ ...move, hours: move.hours + 1 })),
        true,
      ).map(({ sent }) => sent)
      fc.pre(entries.length > 2)
      const at = 1 + (where % (entries.length - 2))
      const hurt = entries[at]
      if (!hurt) return
      const next = entries.slice(at + 1).find((entry) => poolKey(entry) === poolKey(hurt))
      const expected = plant(entries, at, kind, next)
      api.ledgers.set('acme', entries)
      await runOperation('readLedger', context, { externalId: 'acme' })
      await workOnJobs(context.environment)
      const read = await runOperation('getLedgerRead', context, { externalId: 'acme' })
      const found = read.breaks
        .filter((each) => each.kind !== 'overdrawn')
        .map((each) => `${each.kind} ${each.transactionId}`)
      expect(found.toSorted()).toEqual(expected.toSorted())
      // A repeated entry may have taken the place of another one.
      expect(read.state).toBe(kind === 'repeated' ? 'partial' : 'complete')
      addToTally('ledgers with a planted fault', 1)
    }),
    { numRuns: RUNS },
  )
})

const poolKey = (entry: SentEntry): string => String(Object(entry['allocationBlock']).customPricingUnitId)

/** Plants a fault. @returns the breaks that it must cause */
function plant(entries: SentEntry[], at: number, kind: string, next: SentEntry | undefined): string[] {
  const hurt = entries[at]
  if (!hurt) return []
  const gap = next ? [`gap ${next.id}`] : []
  if (kind === 'sum') {
    entries[at] = { ...hurt, newBalance: new Big(String(hurt['newBalance'])).plus('0.5').toFixed() }
    return [`sum ${hurt.id}`, ...gap]
  }
  if (kind === 'unreadable') {
    entries[at] = { ...hurt, amount: 'twelve' }
    return [`unreadable ${hurt.id}`]
  }
  if (kind === 'repeated') {
    entries.splice(at + 1, 0, hurt)
    return [`repeated ${hurt.id}`]
  }
  if (kind === 'order') {
    entries[at] = { ...hurt, createdAt: '2020-01-01T00:00:00Z' }
    return [`order ${hurt.id}`]
  }
  entries.splice(at, 1)
  // A pool may begin with any balance, so its first entry is missed by nothing.
  return entries.slice(0, at).some((entry) => poolKey(entry) === poolKey(hurt)) ? gap : []
}
