import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { MAX_READ, MAX_READ_BYTES, READ_KINDS, type ReadKind } from '../reads'
import type { DatabaseTransaction } from '@/database/open-database'
import { isOneOf, upsertRows } from '@/database/recordset'
import { userKey } from '@/lib/core/server/actor'
import { addJob, requestStop } from '@/lib/jobs/job-store'
import { wakeJobs } from '@/lib/jobs/run-jobs'
import { forgottenWrites } from '@/lib/objects/server/forget-fence'
import { selectRows } from '@/lib/objects/server/select-rows'
import { selectIds } from '@/lib/objects/server/whole-list'
import { readList } from '@/lib/objects/server/seen-objects'
import { linkId, nameKey } from '@/lib/objects/server/seen-rows'
import type { OperationContext, ReadStart } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { seenNames } from '@/lib/store/index-schema'
import { jobs } from '@/lib/store/job-schema'
import { readRows, readRuns } from '@/lib/store/read-schema'
import { MAX_RUNS, runOf } from './list-reads'
import { ReadId } from '@/lib/core/server/filters'
import { CustomerFilters, InvoiceFilters, SubscriptionFilters } from '@/lib/objects/server/list-input'
import { MAX_ID_CHARS } from '@/contract/requestable-id'
import { z } from 'zod'
import { KeptText } from '@/lib/core/server/input'
import { writeOperation } from '@/lib/core/server/operation'
import { unrecordedWrite } from '@/lib/core/server/store-write'

/** Runs that are unfinished at a time, of all people. */
const MAX_RUNNING = 4
/** The advisory lock of starts. */
const START_LOCK = 4_211_977

/** IDs of a kind, or all that match the filters of its list. */
export const ReadTheseInput = z
  .strictObject({
    kind: z.enum(READ_KINDS).describe('What the IDs or the listed objects are'),
    ids: z
      .array(KeptText.min(1).max(MAX_ID_CHARS + 2))
      .min(1)
      .max(MAX_READ)
      .describe('IDs, quoted or not, or numbers of invoices that the console has read; otherwise the filters of a list')
      .optional(),
    subscriptions: SubscriptionFilters.describe('All that match these filters').optional(),
    invoices: InvoiceFilters.describe('All that match these filters').optional(),
    customers: CustomerFilters.describe('All that match these filters').optional(),
  })
  .refine(
    ({ kind, ids, ...lists }) =>
      ids === undefined
        ? lists[`${kind}s`] !== undefined && Object.values(lists).filter((each) => each !== undefined).length === 1
        : Object.values(lists).every((each) => each === undefined),
    'must have IDs, or the filters of the list of the kind',
  )

/**
 * Starts to read a list in the background. An ID that is in it twice is read once.
 * @throws ProblemError `read_running` when this person or four people have one running, `invalid_request` for an empty or too long list
 */
export const readThese = writeOperation('readThese', {
  input: ReadTheseInput,
  describe:
    'Starts to read the objects of a list again, in the background. Afterwards the list with the filter `run` has them. It changes nothing in billing.',
  tool: {},
  maxBodyBytes: MAX_READ_BYTES,
  async write(context, input) {
    const { actor, now, environment } = context
    // Before the list is chosen: of a customer who is forgotten meanwhile, nothing is stored.
    const { readStart = environment.index.startRead() } = context
    const given = [...new Set(input.ids?.map(unquoted) ?? (await idsOfList(context, input)))]
    if (given.length === 0) throw problemError('invalid_request', 'The list is empty. Nothing is read.')
    if (given.length > MAX_READ)
      throw problemError(
        'invalid_request',
        `A run reads up to ${MAX_READ} objects. Use a filter, and read the rest later.`,
      )
    const { source } = environment.index
    const numbered =
      input.ids && input.kind === 'invoice' ? await idsOfNumbers(context, given) : new Map<string, string>()
    const wanted = new Map(given.map((each) => [numbered.get(each) ?? each, each]))
    const user = userKey(actor)
    const { kind } = input
    return unrecordedWrite(
      async (tx) => {
        const kept = await withoutForgotten(tx, wanted, readStart)
        await tx.execute(sql`select pg_advisory_xact_lock(${START_LOCK})`)
        await admitRun(tx, source)
        return addRun(tx, { source, user, owner: actor.name, lane: user, kind, wanted: kept, at: now() })
      },
      (id) => wakeForRun(context, id),
    )
  },
})

/**
 * Returns the IDs that were not forgotten since the list was chosen, and blocks forgetting until the transaction ends.
 * @throws ProblemError `invalid_request` when none is left
 */
async function withoutForgotten(
  tx: DatabaseTransaction,
  wanted: ReadonlyMap<string, string>,
  readStart: ReadStart,
): Promise<ReadonlyMap<string, string>> {
  // As a forgetting does, whatever the kind of the run.
  const writes = [...wanted].map((entry) => ({
    entry,
    readStart,
    names: READ_KINDS.map((kind) => linkId(kind, entry[0])),
  }))
  const forgotten = new Set(await forgottenWrites(tx, writes))
  const kept = writes.flatMap((write) => (forgotten.has(write) ? [] : [write.entry]))
  if (kept.length === 0) throw problemError('invalid_request', 'Not started: all of these objects were just forgotten.')
  return new Map(kept)
}

/** Wakes the jobs for a run that was started or stopped. */
async function wakeForRun(context: OperationContext, id: string) {
  wakeJobs()
  return { accepted: true, run: await runOf(context, id) }
}

interface NewRun {
  source: string
  user: string
  owner: string
  lane: string
  kind: ReadKind
  /** The IDs, and what was given for each. */
  wanted: ReadonlyMap<string, string>
  at: Date
}

/** Stores a run and its job. @returns its ID @throws ProblemError `read_running` when the lane has an unfinished one */
export async function addRun(tx: DatabaseTransaction, { lane, wanted, at, ...run }: NewRun): Promise<string> {
  const { source } = run
  const id = `read_${randomUUID()}`
  if ((await addJob(tx, { source, kind: 'read', subject: id, lane })) === null)
    throw problemError(
      'read_running',
      'Nothing was started: a read of yours is running. Stop it, or wait until it is done.',
    )
  await tx.insert(readRuns).values({ ...run, id, startedAt: at.toISOString() })
  await upsertRows(
    tx,
    readRows,
    [...wanted].map(([each, given], nth) => ({ runId: id, position: nth + 1, id: each, given })),
  )
  await deleteOldRuns(tx, source)
  return id
}

/** Returns an ID without the quotation marks around it. */
export const unquoted = (text: string) => /^(["'])(.+)\1$/.exec(text)?.[2]?.trim() ?? text

function idsOfList(context: OperationContext, { subscriptions, invoices, customers }: z.infer<typeof ReadTheseInput>) {
  const { signal } = context
  const limit = MAX_READ + 1
  if (subscriptions)
    return selectIds(signal, selectRows(context, 'subscriptions', subscriptions), { order: subscriptions.order, limit })
  if (invoices) return selectIds(signal, selectRows(context, 'invoices', invoices), { order: invoices.order, limit })
  if (customers)
    return selectIds(signal, selectRows(context, 'customers', customers), { order: customers.order, limit })
  return []
}

/** Returns the IDs of the invoices that alone have one of these numbers, by number: lists of finance often name numbers. */
async function idsOfNumbers({ environment, signal }: OperationContext, texts: readonly string[]) {
  const { source, kind, field, key, id } = seenNames
  const named = await readList(signal, (db) =>
    db
      .select({ key, field, id })
      .from(seenNames)
      .where(
        and(
          eq(source, environment.index.source),
          eq(kind, 'invoice'),
          isOneOf(key, texts.map(nameKey)),
          inArray(field, ['id', 'name', 'digits']),
        ),
      ),
  )
  const known = new Map<string, string | null>()
  for (const each of named) {
    const before = known.get(each.key)
    // An ID is not replaced; a number of several invoices means none of them.
    known.set(each.key, each.field === 'id' || (before !== undefined && before !== each.id) ? null : each.id)
  }
  return new Map(
    texts.flatMap((text) => {
      const found = known.get(nameKey(text))
      return found == null ? [] : [[text, found] as const]
    }),
  )
}

/** Checks that one more may run, while the starts are locked. @throws ProblemError `read_running` */
async function admitRun(tx: DatabaseTransaction, source: string): Promise<void> {
  const running = await tx
    .select({ owner: readRuns.owner })
    .from(readRuns)
    .innerJoin(jobs, and(eq(jobs.source, readRuns.source), eq(jobs.kind, 'read'), eq(jobs.subject, readRuns.id)))
    .where(and(eq(readRuns.source, source), eq(jobs.state, 'running')))
    .orderBy(asc(readRuns.startedAt))
  if (running.length >= MAX_RUNNING)
    throw problemError(
      'read_running',
      `Nothing was started: reads of ${running.map(({ owner }) => owner).join(', ')} are running. Try again when one is done.`,
    )
}

/** Deletes all but the newest runs, and the jobs of those. Unfinished ones stay. */
async function deleteOldRuns(tx: DatabaseTransaction, source: string): Promise<void> {
  const newest = tx
    .select({ id: readRuns.id })
    .from(readRuns)
    .where(eq(readRuns.source, source))
    .orderBy(desc(readRuns.startedAt), readRuns.id)
    .limit(MAX_RUNS)
  const running = tx
    .select({ subject: jobs.subject })
    .from(jobs)
    .where(and(eq(jobs.source, source), eq(jobs.kind, 'read'), eq(jobs.state, 'running')))
  const { id } = readRuns
  await tx.delete(readRuns).where(and(eq(readRuns.source, source), notInArray(id, newest), notInArray(id, running)))
}

/** Stops a run. What it has read stays in the index. @throws ProblemError `not_found`, `not_allowed` for the run of another person */
export const stopRead = writeOperation('stopRead', {
  input: z.strictObject({ readId: ReadId }),
  async write(context, { readId }) {
    const { isMine, owner } = await runOf(context, readId)
    if (!isMine) throw problemError('not_allowed', `Nothing was stopped: ${owner} started this read.`)
    const { source } = context.environment.index
    return unrecordedWrite(
      (tx) => requestStop(tx, { source, kind: 'read', subject: readId }),
      () => wakeForRun(context, readId),
    )
  },
})
