import { and, asc, count, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import {
  type Check,
  type CheckedObject,
  type CheckList,
  type CheckResults,
  type CheckVerdict,
  CHECK_VERDICTS,
} from '@/contract/console/checks'
import { MONTH } from '@/contract/console/indexed-objects'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Session } from '@/database/on-connection'
import { formatCount } from '../../format/amount'
import { CHECK_VERDICT_NAMES, notFoundLabel } from '../../format/status-names'
import { UNKNOWN } from '../../format/unreadable'
import { userKey } from '../actor'
import { type CsvBatches, csvDownload } from '../downloads/csv-download'
import { type ColumnsOf, CsvTable, instantColumns, numberColumn, textColumn } from '../downloads/csv-table'
import { fileNameOf } from '../downloads/file-name'
import { readList } from '../object-index/seen-objects'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { settings } from '../settings'
import { type CheckCounts, checkedObjects, type CheckedRow, checks } from '../store/check-schema'
import { seenObjects } from '../store/index-schema'

/** The checks that are kept of a person, and listed of all. */
export const MAX_LISTED = 50

/** Returns the newest 50 checks. */
export async function listChecks(context: OperationContext): Promise<CheckList> {
  const { CONSOLE_CHECKS_PER_SECOND: perSecond } = settings()
  return { checks: await readList(context.signal, (db) => selectChecks(db, context)), perSecond }
}

/** Returns a check. @throws ProblemError `not_found` */
export async function checkOf(context: OperationContext, id: string): Promise<Check> {
  const [check] = await readList(context.signal, (db) => selectChecks(db, context, eq(checks.id, id)))
  if (!check) throw problemError('not_found', NO_CHECK)
  return check
}

const NO_CHECK =
  'This check does not exist. It may have been deleted: the newest 50 of each person are kept, for as long as the index.'

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

const { kind: objectKind, verdict: objectVerdict } = checkedObjects
/** Matches the invoices of a check, and the objects that may be invoices: what could not be read of a list of any kind. */
export const MAY_BE_INVOICE = sql`(${objectKind} = 'invoice' or (${objectKind} is null and ${objectVerdict} is distinct from 'notFound'))`

/** The invoices of a check, in the order of its page, and why others may be missing; null when none are. */
interface CheckInvoices {
  ids: string[]
  whyMissing: string | null
}

/** Returns the invoices of a check that match its filter. @throws ProblemError `not_found` */
export async function invoicesOfCheck(
  context: OperationContext,
  input: ConsoleInput<'exportCheckLines'>,
): Promise<CheckInvoices> {
  const check = await checkOf(context, input.checkId)
  const objects = await readList(context.signal, (db) => selectObjects(db, and(isShown(input), MAY_BE_INVOICE)))
  const ids = objects.flatMap(({ kind, id }) => (kind === 'invoice' ? id : []))
  // Every invoice is known at once only in a list of invoices, and without a verdict.
  if (check.state !== 'done' && (check.kind !== 'invoice' || input.verdict !== undefined))
    return { ids, whyMissing: whyUnfinished(check) }
  const unknown = objects.length - ids.length
  return { ids, whyMissing: unknown === 0 ? null : `${formatCount(unknown, 'object')} of the check could not be read` }
}

/** Returns the IDs of the subscriptions of a check that match its filter. @throws ProblemError `not_found` */
export async function subscriptionsOfCheck(
  context: OperationContext,
  filter: Pick<ConsoleInput<'getCheck'>, 'checkId' | 'verdict'>,
): Promise<string[]> {
  await checkOf(context, filter.checkId)
  const isSubscription = eq(checkedObjects.kind, 'subscription')
  const objects = await readList(context.signal, (db) => selectObjects(db, and(isShown(filter), isSubscription)))
  return objects.map(({ id }) => id)
}

const whyUnfinished = ({ checked, total }: Check) => `the check has read ${checked} of ${total} objects`

/**
 * Returns what the files of a check are named after: the UTC month in which all its invoices were issued, else its ID; and the console.
 * Objects that were not found are no invoices.
 */
export async function nameOfCheckFiles({ environment, signal }: OperationContext, checkId: string): Promise<string> {
  const { source, name } = { source: environment.index.source, name: environment.name }
  const { verdict, id } = checkedObjects
  const isItsInvoice = and(eq(seenObjects.source, source), eq(seenObjects.kind, 'invoice'), eq(seenObjects.id, id))
  const months = await readList(signal, (db) =>
    db
      .selectDistinct({ month: sql<string | null>`substr(${seenObjects.row} ->> 'issueDate', 1, 7)` })
      .from(checkedObjects)
      .leftJoin(seenObjects, isItsInvoice)
      .where(and(eq(checkedObjects.checkId, checkId), sql`${verdict} is distinct from 'notFound'`))
      .limit(2),
  )
  const month = months.length === 1 ? months[0]?.month : null
  return `${month != null && MONTH.test(month) ? month : checkId}-${name}`
}

const isShown = ({ checkId, verdict }: Pick<ConsoleInput<'getCheck'>, 'checkId' | 'verdict'>) =>
  and(
    eq(checkedObjects.checkId, checkId),
    verdict === 'changed' ? IS_CHANGED : verdict && eq(checkedObjects.verdict, verdict),
  )

/**
 * Returns how far a check is, and a page of its objects.
 * @throws ProblemError `not_found`
 */
export async function getCheck(context: OperationContext, input: ConsoleInput<'getCheck'>): Promise<CheckResults> {
  const check = await checkOf(context, input.checkId)
  const { start, cursors } = pageAt(input)
  return readList(context.signal, async (db) => {
    const [matching] = await db.select({ count: count() }).from(checkedObjects).where(isShown(input))
    const rows = await selectObjects(db, isShown(input)).limit(input.pageSize).offset(start)
    return {
      check,
      rows: rows.map(objectOf),
      readAt: context.now().toISOString(),
      ...cursors(matching?.count ?? 0),
    }
  })
}

/** Returns the number of rows before a page. @throws ProblemError `invalid_request` for a cursor of another list */
function startOf(cursor = '0'): number {
  if (!/^\d{1,4}$/.test(cursor))
    throw problemError('invalid_request', 'This page of the list does not exist. Go to the first page.')
  return Number(cursor)
}

/** Where a page of a job's rows begins, and the cursors of the pages beside it. A cursor is the number of rows before its page. */
export function pageAt({ after, before, pageSize }: Pick<ConsoleInput<'getCheck'>, 'after' | 'before' | 'pageSize'>) {
  const start = startOf(after ?? before)
  return {
    start,
    cursors: (found: number) => ({
      count: found,
      hasMore: false,
      previous: start === 0 ? null : String(Math.max(0, start - pageSize)),
      next: start + pageSize < found ? String(start + pageSize) : null,
    }),
  }
}

// The sums by month are many times the rest.
const { months: _, ...SHOWN_COLUMNS } = getTableColumns(checkedObjects)

const selectObjects = (db: Session, where: SQL | undefined) =>
  db
    .select(SHOWN_COLUMNS)
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

const objectOf = ({
  checkedAt,
  row,
  ...object
}: Omit<typeof checkedObjects.$inferSelect, 'months'>): CheckedObject => ({
  id: object.id,
  given: object.given,
  kind: object.kind,
  asOf: checkedAt,
  verdict: object.verdict,
  before: object.before,
  ...(row ?? NOTHING_SHOWN),
  ...(object.verdict === 'notFound' && { findings: [notFoundLabel(object.kind, object.id)] }),
})

const BATCH_SIZE = 1_000

/** Returns the objects of a check as CSV, in the order of its page. @throws ProblemError `not_found`, `console_busy`, `store_unavailable` */
export async function exportCheck(context: OperationContext, { form, ...input }: ConsoleInput<'exportCheck'>) {
  const check = await checkOf(context, input.checkId)
  return csvDownload(context, {
    fileName: fileNameOf({
      what: 'check',
      whose: await nameOfCheckFiles(context, check.id),
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
  check: Check,
): CsvBatches<CheckedObject> {
  // All at once, so that a row whose verdict comes meanwhile is in it once.
  const rows = await readList(signal, (db) => selectObjects(db, isShown(input)))
  for (let at = 0; at < rows.length; at += BATCH_SIZE) yield rows.slice(at, at + BATCH_SIZE).map(objectOf)
  return check.state === 'done' ? null : whyUnfinished(check)
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
