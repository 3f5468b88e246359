import { MAX_PAGE_SIZE } from '@/contract/billing/limits'
import type { Session } from '@/database/on-connection'
import type { FiguresAge, LastBalance, LedgerPool, LedgerRead } from '../../whole-ledger'
import type { CheckState } from '../../ledger-check'
import { lastBalancesOf } from '../../pool-state'
import { isUpcoming } from '../../upcoming'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { unrecordedWrite } from '@/lib/core/server/store-write'
import { wakeJobs } from '@/lib/jobs/run-jobs'
import { selectSeries } from '../figures/stored-sums'
import { readWithin } from '@/lib/store/console-store'
import { listTransactions } from '../list-transactions'
import { startReading, stopReading } from './ledger-job'
import { type LedgerReadRow, selectReads } from './stored-reads'
import { CustomerInput } from '@/lib/core/server/input'
import { z } from 'zod'
import { operation, writeOperation } from '@/lib/core/server/operation'

const TOO_SLOW = 'What the console knows of this ledger took too long to read. The transactions below are not affected.'

/** Returns how far a whole ledger was read, and whether it agrees. @throws ProblemError `store_unavailable` */
export const getLedgerRead = operation('getLedgerRead', {
  input: CustomerInput,
  describe: 'Whether a customer’s whole ledger was read, when, and what its checks found.',
  tool: {},
  isPolled: true,
  run({ environment, signal }: Pick<OperationContext, 'environment' | 'signal'>, { externalId }): Promise<LedgerRead> {
    return readWithin({ signal, ms: 3_000, tooSlow: TOO_SLOW }, async (db) => {
      const reads = await selectReads(db, { source: environment.index.source, externalId })
      const { balances, ...read } = ledgerReadOf(reads)
      return { ...read, balances: reads.shown ? await withoutUpcoming(db, reads.shown, balances) : balances }
    })
  },
})

/**
 * Starts to read a whole ledger, or goes on; one that is read already is left alone. Of a ledger that was never read, one entry is read
 * first, so that nothing is stored of a customer that the billing API does not know.
 * @throws ProblemError `console_busy` when too many ledgers wait, `store_unavailable`, and as `listTransactions`
 */
export const readLedger = writeOperation('readLedger', {
  input: CustomerInput.extend({
    again: z.boolean().describe('Compares every page, also those that were read before').optional(),
  }),
  describe: 'Starts to read a customer’s whole ledger, which balances, months and explanations come from.',
  tool: {},
  async write(context, { externalId, again = false }) {
    const { environment, now, readStart } = context
    const { state } = await getLedgerRead.run(context, { externalId })
    if (state === 'none') await listTransactions.run(context, { externalId, page: 1, pageSize: 1, order: 'asc' })
    return unrecordedWrite(
      (tx) => startReading(tx, environment, externalId, { again, now: now(), readStart }),
      () => wakeForLedger(context, externalId),
    )
  },
})

/** Wakes the jobs for a ledger whose reading was started or stopped. */
async function wakeForLedger(context: OperationContext, externalId: string) {
  wakeJobs()
  return { accepted: true, ...(await getLedgerRead.run(context, { externalId })) }
}

/** Stops the reading of a ledger, in whichever process it runs. What was read is kept, and reading can go on from there. */
export const cancelLedgerRead = writeOperation('cancelLedgerRead', {
  input: CustomerInput,
  write: (context, { externalId }) =>
    unrecordedWrite(
      (tx) => stopReading(tx, context.environment, externalId, context.now()),
      () => wakeForLedger(context, externalId),
    ),
})

/** Completes the balances of pools with an entry that is dated after the read: they end at the read. */
async function withoutUpcoming(db: Session, read: LedgerReadRow, balances: LastBalance[]): Promise<LastBalance[]> {
  const { asOf } = read
  const isAhead = ({ at }: LastBalance) => asOf !== null && at !== null && isUpcoming({ createdAt: at }, asOf)
  if (!balances.some(isAhead)) return balances
  const series = await selectSeries(db, read)
  return balances.map((last) => {
    const of = series.find(({ pool }) => pool.key === last.pool.key)
    const isKnown = isAhead(last) && last.gaps === 0 && of?.basis === 'balances'
    return isKnown ? { ...last, balance: of.series.at(-1)?.balance ?? '0', at: asOf } : last
  })
}

/** The age of the figures of a ledger that was never read. */
export const NO_AGE: FiguresAge = { soFar: null, asOf: null }

const NEVER_READ: LedgerRead = {
  state: 'none',
  entries: 0,
  total: null,
  startedAt: null,
  startedAtEntry: 0,
  updatedAt: null,
  comparedAt: null,
  why: null,
  isComplete: false,
  ...NO_AGE,
  checkedEntries: 0,
  comparedEntries: 0,
  uncomparedEntries: 0,
  undrawnEntries: 0,
  unplacedEntries: 0,
  breakCount: 0,
  breaks: [],
  pools: [],
  balances: [],
  isRereading: false,
}

function ledgerReadOf({ latest, shown }: Awaited<ReturnType<typeof selectReads>>): LedgerRead {
  if (latest === null || shown === null) return NEVER_READ
  const { state, entries, startedAt, startedAtEntry, updatedAt, why } = latest
  return {
    state,
    entries,
    total: shown.total,
    startedAt,
    startedAtEntry,
    updatedAt,
    why,
    comparedAt: shown.comparedAt,
    isComplete: shown.completedAt !== null,
    ...ageOf(shown),
    checkedEntries: shown.entries,
    ...comparedOf(shown),
    breakCount: shown.breakCount,
    breaks: JSON.parse(shown.breaks),
    pools: poolsOf(shown),
    balances: shown.completedAt === null ? [] : lastBalancesOf(JSON.parse(shown.check), shown.asOf),
    isRereading: shown.completedAt !== null && state !== 'complete',
  }
}

/** Returns how current the figures of a read are. */
export const ageOf = ({ completedAt, pages, total, asOf }: LedgerReadRow): FiguresAge => ({
  soFar: completedAt === null ? { page: pages, pages: total === null ? null : Math.ceil(total / MAX_PAGE_SIZE) } : null,
  asOf,
})

/** Returns the pools of a read, in order of their first entry. */
export function poolsOf({ check }: LedgerReadRow): LedgerPool[] {
  const { pools }: CheckState = JSON.parse(check)
  return pools.map(({ pool }) => pool)
}

/** Returns how many entries were compared with a stored balance, and how many were not compared with each other, their block or pool. */
export function comparedOf({
  check,
}: LedgerReadRow): Pick<LedgerRead, 'comparedEntries' | 'uncomparedEntries' | 'undrawnEntries' | 'unplacedEntries'> {
  const { compared, notCompared, notDrawn, unplaced }: CheckState = JSON.parse(check)
  return {
    comparedEntries: compared,
    uncomparedEntries: notCompared,
    undrawnEntries: notDrawn,
    unplacedEntries: unplaced,
  }
}
