import { randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, inArray, ne, notInArray, sql, type SQL } from 'drizzle-orm'
import {
  type Check,
  type CheckChanged,
  type CheckedObject,
  type CheckList,
  type CheckResults,
  type CheckVerdict,
  CHECK_VERDICTS,
  MAX_CHECKED,
} from '@/contract/console/checks'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Session } from '@/database/on-connection'
import type { DatabaseTransaction } from '@/database/open-database'
import { isOneOf, upsertRows } from '@/database/recordset'
import { CHECK_VERDICT_NAMES } from '../../format/status-names'
import { UNKNOWN } from '../../format/unreadable'
import { userKey } from '../actor'
import { type CsvBatches, csvDownload } from '../downloads/csv-download'
import { type ColumnsOf, CsvTable, instantColumns, numberColumn, textColumn } from '../downloads/csv-table'
import { fileNameOf } from '../downloads/file-name'
import { selectCustomers, selectIds, selectInvoices, selectSubscriptions } from '../object-index/list-objects'
import { readList } from '../object-index/seen-objects'
import { nameKey } from '../object-index/seen-rows'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { settings } from '../settings'
import { consoleStore } from '../store/console-store'
import { type CheckCounts, checkedObjects, type CheckedRow, checks } from '../store/check-schema'
import { seenNames } from '../store/index-schema'

/** Checks that run at a time, of all people. */
const MAX_RUNNING = 4
const MAX_LISTED = 50
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
  const numbered = input.kind === 'invoice' && input.ids ? await idsOfNumbers(context, ids) : new Map<string, string>()
  const wanted = new Map(ids.map((given) => [numbered.get(given) ?? given, given]))
  const id = `chk_${randomUUID()}`
  const user = userKey(actor)
  const kind = input.kind === 'any' ? null : input.kind
  const db = await consoleStore()
  await db.transaction(async (tx) => {
    await admitRun(tx, environment.index.source, user)
    await deleteOldChecks(tx, environment.index.source)
    await tx.insert(checks).values({
      id,
      source: environment.index.source,
      user,
      owner: actor.name,
      kind: input.kind,
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
        own: NOTHING,
      })),
    )
  })
  return { accepted: true, check: await checkOf(context, id) }
}

const NOTHING = { problems: [], gaps: [] }
const NOT_READ = { readRun: 0, comparedRun: 0, attempts: 0 }

function idsOfList(context: OperationContext, { subscriptions, invoices, customers }: ConsoleInput<'startCheck'>) {
  const { signal } = context
  const limit = MAX_CHECKED + 1
  if (subscriptions)
    return selectIds(signal, selectSubscriptions(context, subscriptions), { order: subscriptions.order, limit })
  if (invoices) return selectIds(signal, selectInvoices(context, invoices), { order: invoices.order, limit })
  if (customers) return selectIds(signal, selectCustomers(context, customers), { order: customers.order, limit })
  return []
}

/** Keeps the newest checks of a source. */
async function deleteOldChecks(tx: DatabaseTransaction, source: string): Promise<void> {
  const newest = tx
    .select({ id: checks.id })
    .from(checks)
    .where(eq(checks.source, source))
    .orderBy(desc(checks.startedAt), checks.id)
    .limit(MAX_LISTED - 1)
  await tx
    .delete(checks)
    .where(and(eq(checks.source, source), ne(checks.state, 'running'), notInArray(checks.id, newest)))
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

/** Returns the newest 50 checks. */
export async function listChecks(context: OperationContext): Promise<CheckList> {
  const { CONSOLE_CHECKS_PER_SECOND: perSecond } = settings()
  return { checks: await readList(context.signal, (db) => selectChecks(db, context)), perSecond }
}

async function checkOf(context: OperationContext, id: string): Promise<Check> {
  const [check] = await readList(context.signal, (db) => selectChecks(db, context, eq(checks.id, id)))
  if (!check) throw problemError('not_found', NO_CHECK)
  return check
}

const NO_CHECK = 'This check does not exist. It may have been deleted: checks are kept as long as the index.'

async function selectChecks(db: Session, { environment, actor }: OperationContext, where?: SQL): Promise<Check[]> {
  const rows = await db
    .select()
    .from(checks)
    .where(and(eq(checks.source, environment.index.source), where))
    .orderBy(desc(checks.startedAt), checks.id)
    .limit(MAX_LISTED)
  const found: Check[] = []
  for (const { id, kind, owner, user, state, run, startedAt, endedAt, counts } of rows) {
    // The objects of one that ended are counted again only on its own page, because there may be many.
    const isCounted = counts !== null && state !== 'running' && where === undefined
    found.push({
      id,
      kind,
      owner,
      startedAt,
      endedAt,
      state,
      ...(isCounted ? counts : await countCheck(db, { id, run })),
      isMine: user === userKey(actor) || actor.role === 'admin',
    })
  }
  return found
}

/** Counts the objects of a check, and their verdicts of its run. */
export async function countCheck(
  db: Pick<Session, 'select'>,
  { id, run }: Pick<typeof checks.$inferSelect, 'id' | 'run'>,
): Promise<CheckCounts> {
  const { readRun, verdict } = checkedObjects
  const groups = await db
    .select({ readRun, verdict, isChanged: IS_CHANGED, objects: count() })
    .from(checkedObjects)
    .where(eq(checkedObjects.checkId, id))
    .groupBy(readRun, verdict, IS_CHANGED)
  const sum = (of: typeof groups) => of.reduce((total, { objects }) => total + objects, 0)
  const countOf = (wanted: CheckVerdict) => sum(groups.filter((group) => group.verdict === wanted))
  return {
    total: sum(groups),
    checked: sum(groups.filter((group) => group.readRun === run)),
    counts: {
      look: countOf('look'),
      notFound: countOf('notFound'),
      notReadable: countOf('notReadable'),
      unchecked: countOf('unchecked'),
      agrees: countOf('agrees'),
    },
    changed: run === 1 ? null : sum(groups.filter(({ isChanged }) => isChanged)),
  }
}

const IS_CHANGED = sql<boolean>`coalesce(${checkedObjects.before} <> ${checkedObjects.verdict}, false)`
const RANK = sql`array_position(${sql.param([...CHECK_VERDICTS])}::text[], ${checkedObjects.verdict})`
const ORDER = [desc(IS_CHANGED), sql`${RANK} nulls last`, asc(checkedObjects.position)]

const isShown = ({ checkId, verdict }: Pick<ConsoleInput<'getCheck'>, 'checkId' | 'verdict'>) =>
  and(
    eq(checkedObjects.checkId, checkId),
    verdict === 'changed' ? IS_CHANGED : verdict && eq(checkedObjects.verdict, verdict),
  )

/**
 * Returns how far a check is, and a page of its objects. A cursor is the number of rows before the page.
 * @throws ProblemError `not_found`
 */
export async function getCheck(context: OperationContext, input: ConsoleInput<'getCheck'>): Promise<CheckResults> {
  const check = await checkOf(context, input.checkId)
  const { pageSize } = input
  const start = startOf(input.after ?? input.before)
  return readList(context.signal, async (db) => {
    const [matching] = await db.select({ count: count() }).from(checkedObjects).where(isShown(input))
    const rows = await selectObjects(db, isShown(input)).limit(pageSize).offset(start)
    const found = matching?.count ?? 0
    return {
      check,
      rows: rows.map(objectOf),
      readAt: context.now().toISOString(),
      count: found,
      hasMore: false,
      previous: start === 0 ? null : String(Math.max(0, start - pageSize)),
      next: start + pageSize < found ? String(start + pageSize) : null,
    }
  })
}

/** Returns the number of rows before a page. @throws ProblemError `invalid_request` for a cursor of another list */
function startOf(cursor = '0'): number {
  if (!/^\d{1,4}$/.test(cursor))
    throw problemError('invalid_request', 'This page of the check does not exist. Go to the first page.')
  return Number(cursor)
}

const selectObjects = (db: Session, where: SQL | undefined) =>
  db
    .select()
    .from(checkedObjects)
    .where(where)
    .orderBy(...ORDER)
    .$dynamic()

const NOTHING_SHOWN: CheckedRow = {
  name: null,
  status: null,
  total: null,
  currency: null,
  customerId: null,
  findings: [],
}

const objectOf = ({ checkedAt, row, ...object }: typeof checkedObjects.$inferSelect): CheckedObject => ({
  id: object.id,
  given: object.given,
  kind: object.kind,
  asOf: checkedAt,
  verdict: object.verdict,
  before: object.before,
  ...(row ?? NOTHING_SHOWN),
})

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

const BATCH_SIZE = 1_000

/** Returns the objects of a check as CSV, in the order of its page. @throws ProblemError `not_found`, `console_busy`, `store_unavailable` */
export async function exportCheck(context: OperationContext, { form, ...input }: ConsoleInput<'exportCheck'>) {
  const check = await checkOf(context, input.checkId)
  return csvDownload(context, {
    fileName: fileNameOf({
      what: 'check',
      whose: context.environment.name,
      filters: { verdict: input.verdict },
      at: context.now(),
      ending: '.csv',
    }),
    table: new CsvTable(Object.values(COLUMNS).flat(), form),
    batches: batchesOf(context, input, check),
  })
}

async function* batchesOf(
  { signal }: OperationContext,
  input: Pick<ConsoleInput<'getCheck'>, 'checkId' | 'verdict'>,
  { state, checked, total }: Check,
): CsvBatches<CheckedObject> {
  // All at once, so that a row whose verdict comes meanwhile is in it once.
  const rows = await readList(signal, (db) => selectObjects(db, isShown(input)))
  for (let at = 0; at < rows.length; at += BATCH_SIZE) yield rows.slice(at, at + BATCH_SIZE).map(objectOf)
  return state === 'done' ? null : `the check has read ${checked} of ${total} objects`
}

const wasRead = ({ verdict }: CheckedObject) => verdict === 'look' || verdict === 'unchecked' || verdict === 'agrees'

const COLUMNS: ColumnsOf<CheckedObject> = {
  given: [textColumn('Given', ({ given }) => given)],
  id: [textColumn('ID', ({ id }) => id)],
  kind: [textColumn('Kind', ({ kind }) => kind)],
  name: [textColumn('Number or plan', ({ name }) => name)],
  status: [textColumn('Status', ({ status }) => status)],
  total: [
    numberColumn('Total', (object) => object.total ?? (wasRead(object) && object.kind === 'invoice' ? UNKNOWN : null)),
  ],
  currency: [textColumn('Currency', ({ currency }) => currency)],
  customerId: [textColumn('Customer ID', ({ customerId }) => customerId)],
  verdict: [
    textColumn('Verdict', ({ verdict }) => (verdict === null ? 'Not checked yet' : CHECK_VERDICT_NAMES[verdict])),
  ],
  before: [textColumn('Verdict before', ({ before }) => before && CHECK_VERDICT_NAMES[before])],
  findings: [textColumn('Findings', ({ findings }) => findings.join('; '))],
  asOf: instantColumns('Checked', ({ asOf }) => asOf),
}
