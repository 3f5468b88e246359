import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm'
import { type CheckChanged, type CheckKind, MAX_CHECKED } from '@/contract/console/checks'
import type { ConsoleInput } from '@/contract/console/operations'
import type { DatabaseTransaction } from '@/database/open-database'
import { isOneOf, upsertRows } from '@/database/recordset'
import { userKey } from '../actor'
import { selectCustomers, selectIds, selectInvoices, selectSubscriptions } from '../object-index/list-objects'
import { readList } from '../object-index/seen-objects'
import { nameKey } from '../object-index/seen-rows'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'
import { checkedObjects, checks } from '../store/check-schema'
import { seenNames } from '../store/index-schema'
import { NOTHING_FOUND } from './check-object'
import { checkOf, countCheck, MAX_LISTED } from './read-checks'

/** Checks that run at a time, of all people. */
const MAX_RUNNING = 4
/** The advisory lock of starts. */
const START_LOCK = 4_211_977

/**
 * Starts to check a list in the background. An ID that is in it twice is checked once.
 * @throws ProblemError `check_running` when this person or four people have one running, `invalid_request` for an empty or too long list
 */
export async function startCheck(context: OperationContext, input: ConsoleInput<'startCheck'>): Promise<CheckChanged> {
  const ids = [...new Set(input.ids ?? (await idsOfList(context, input)))]
  if (ids.length === 0) throw problemError('invalid_request', 'The list is empty. Nothing was checked.')
  if (ids.length > MAX_CHECKED)
    throw problemError(
      'invalid_request',
      `A check takes up to ${MAX_CHECKED} objects. Use a filter, and check the rest later.`,
    )
  const { actor, now, environment } = context
  const listed = kindOf(input)
  const numbered = input.ids && listed === 'invoice' ? await idsOfNumbers(context, ids) : new Map<string, string>()
  const wanted = new Map(ids.map((given) => [numbered.get(given) ?? given, given]))
  const id = `chk_${randomUUID()}`
  const user = userKey(actor)
  const kind = listed === 'any' ? null : listed
  const db = await consoleStore()
  await db.transaction(async (tx) => {
    await admitRun(tx, environment.index.source, user)
    await deleteOldChecks(tx, environment.index.source, user)
    await tx.insert(checks).values({
      id,
      source: environment.index.source,
      user,
      owner: actor.name,
      kind: listed,
      state: 'running',
      run: 1,
      startedAt: now().toISOString(),
    })
    await upsertRows(
      tx,
      checkedObjects,
      [...wanted].map(([each, given], nth) => ({
        checkId: id,
        position: nth + 1,
        id: each,
        given,
        kind,
        ...NOT_READ,
        own: NOTHING_FOUND,
      })),
    )
  })
  return { accepted: true, check: await checkOf(context, id) }
}

const NOT_READ = { readRun: 0, comparedRun: 0, attempts: 0 }

/** Returns the kind of the IDs, or of the list whose filters were sent. */
function kindOf({ kind, subscriptions, invoices, customers }: ConsoleInput<'startCheck'>): CheckKind {
  if (subscriptions) return 'subscription'
  if (invoices) return 'invoice'
  return customers ? 'customer' : kind
}

function idsOfList(context: OperationContext, { subscriptions, invoices, customers }: ConsoleInput<'startCheck'>) {
  const { signal } = context
  const limit = MAX_CHECKED + 1
  if (subscriptions)
    return selectIds(signal, selectSubscriptions(context, subscriptions), { order: subscriptions.order, limit })
  if (invoices) return selectIds(signal, selectInvoices(context, invoices), { order: invoices.order, limit })
  if (customers) return selectIds(signal, selectCustomers(context, customers), { order: customers.order, limit })
  return []
}

/** Deletes all but a person's newest checks. Each person has an own limit, so that one can't delete the checks of others. */
async function deleteOldChecks(tx: DatabaseTransaction, source: string, user: string): Promise<void> {
  const isTheirs = and(eq(checks.source, source), eq(checks.user, user))
  const newest = tx
    .select({ id: checks.id })
    .from(checks)
    .where(isTheirs)
    .orderBy(desc(checks.startedAt), checks.id)
    .limit(MAX_LISTED - 1)
  await tx.delete(checks).where(and(isTheirs, ne(checks.state, 'running'), notInArray(checks.id, newest)))
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

/** Checks that one more may run, until the transaction ends. @throws ProblemError `check_running` */
async function admitRun(tx: DatabaseTransaction, source: string, user: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${START_LOCK})`)
  const running = await tx
    .select({ user: checks.user, owner: checks.owner })
    .from(checks)
    .where(and(eq(checks.source, source), eq(checks.state, 'running')))
  if (running.some((each) => each.user === user))
    throw problemError(
      'check_running',
      'Nothing was started: you have a check running. Stop it, or wait until it is done.',
    )
  if (running.length >= MAX_RUNNING)
    throw problemError(
      'check_running',
      `Nothing was started: ${running.map(({ owner }) => owner).join(', ')} have checks running. Try again when one is done.`,
    )
}

/**
 * Stops a check, or reads all its objects again: each keeps the verdict of the run before beside the new one.
 * @throws ProblemError `not_found`, `not_allowed` for the check of another person, `check_running`
 */
export async function changeCheck(
  context: OperationContext,
  { checkId, to }: ConsoleInput<'changeCheck'>,
): Promise<CheckChanged> {
  const { isMine, owner } = await checkOf(context, checkId)
  if (!isMine) throw problemError('not_allowed', `Nothing was changed: ${owner} or an admin can change this check.`)
  const { environment, actor, now } = context
  const db = await consoleStore()
  await db.transaction(async (tx) => {
    const isCheck = eq(checks.id, checkId)
    if (to === 'stop') {
      const isRunning = and(isCheck, eq(checks.state, 'running'))
      const [stopped] = await tx
        .update(checks)
        .set({ state: 'stopped', endedAt: now().toISOString() })
        .where(isRunning)
        .returning({ id: checks.id, run: checks.run })
      if (stopped)
        await tx
          .update(checks)
          .set({ counts: await countCheck(tx, stopped) })
          .where(isCheck)
      return
    }
    await admitRun(tx, environment.index.source, userKey(actor))
    const [started] = await tx
      .update(checks)
      .set({
        state: 'running',
        run: sql`${checks.run} + 1`,
        startedAt: now().toISOString(),
        endedAt: null,
        counts: null,
      })
      .where(and(isCheck, ne(checks.state, 'running')))
      .returning({ id: checks.id })
    if (!started) return
    const { verdict, before } = checkedObjects
    // One that a stopped run did not reach keeps the verdict of the run before that.
    await tx
      .update(checkedObjects)
      .set({ before: sql`coalesce(${verdict}, ${before})`, verdict: null, attempts: 0, leaseUntil: null })
      .where(eq(checkedObjects.checkId, checkId))
  })
  return { accepted: true, check: await checkOf(context, checkId) }
}
