import { eq, sql } from 'drizzle-orm'
import type { InvoiceMonths, LeftOut } from '@/contract/console/check-months'
import type { CheckVerdict } from '@/contract/console/checks'
import type { IndexedObject, ListedInvoice } from '@/contract/console/indexed-objects'
import type { TransactionPageView } from '@/contract/console/transaction'
import type { LedgerRead } from '@/contract/console/whole-ledger'
import { idProblem } from '@/contract/requestable-id'
import type { InvoiceFinding } from '@/contract/console/invoice-findings'
import { isProblem } from '../../domain/invoice/finding-kinds'
import { isReviewed } from '../../domain/invoice/finding-review'
import { instantsOf, isInOrder } from '../../domain/ledger/entry'
import { checkPage } from '../../domain/ledger/ledger-check'
import { mayHaveNext } from '../../domain/ledger/page-position'
import { formatAmount, formatCount, shortName } from '../../format/amount'
import { checksLabel, invoiceFindingLabel, problemMark, reviewedLabels, reviewLabel } from '../../format/finding-label'
import { ledgerGaps, ledgerVerdict } from '../../format/ledger-verdict'
import { chargingNote, contradictions } from '../../format/subscription-rules'
import { isUnreadable } from '../../format/unreadable'
import { getCustomer } from '../customers/get-customer'
import { getInvoice } from '../invoices/get-invoice'
import { listTransactions } from '../ledger/list-transactions'
import { getLedgerRead } from '../ledger/read/get-ledger-read'
import { checkedInvoices } from '../object-index/compared-findings'
import { foundObject, seenByIds, type SeenObject, selectSeen } from '../object-index/seen-objects'
import type { OperationContext, ReadContext } from '../operation-context'
import { ProblemError } from '../problem'
import type { checkedObjects, CheckedRow, OwnFound } from '../store/check-schema'
import { readWithin } from '../store/console-store'
import { seenObjects } from '../store/index-schema'
import { getSubscription } from '../subscriptions/get-subscription'
import { monthsOf } from './check-months'

type Kind = IndexedObject['kind']
type StoredObject = Pick<typeof checkedObjects.$inferSelect, 'id' | 'kind' | 'own'>

/** What was found about an object, in words. `gaps` says what could not be checked, `reviewed` what a person reviewed. */
interface Found {
  problems: string[]
  gaps: string[]
  reviewed?: string[]
}

/** What a read tells of an object by itself. The verdict is final when nothing was read. */
export interface ObjectRead extends Found, Pick<OwnFound, 'newest'> {
  kind: Kind | null
  verdict: CheckVerdict | null
  /** When it was read; null when it was not, or is not kept in the index. */
  asOf: string | null
  /** Of an invoice that was read. */
  months?: InvoiceMonths | LeftOut
}

export const NOTHING_FOUND: Found = { problems: [], gaps: [] }
const NEWEST = { page: 1, pageSize: 100, order: 'desc' } as const

/**
 * Reads an object of a check in the billing API, and adds it to the index. An ID of unknown kind takes up to three reads.
 * @throws ProblemError of a failure that may pass
 */
export async function readObject(
  context: ReadContext,
  { id, kind }: Pick<StoredObject, 'id' | 'kind'>,
): Promise<ObjectRead> {
  if (idProblem(id) !== null)
    return { ...NOTHING_FOUND, kind, verdict: 'notReadable', asOf: null, problems: ['This is not an ID'] }
  let refusal: string | undefined
  let isUnknown = false
  for (const each of kind === null ? kindsOf(id) : [kind]) {
    try {
      const own = await readKind(context, each, id, kind === null)
      if (own !== null) return { ...own, kind: each, verdict: null }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const { code, retryable, title } = error.problem
      if (retryable) throw error
      if (code === 'not_found') isUnknown = true
      // An API may refuse what cannot be an ID of the kind.
      else if (code === 'refused') refusal = title
      else return { ...NOTHING_FOUND, kind: each, verdict: 'notReadable', asOf: null, problems: [title] }
    }
  }
  const nothing = { ...NOTHING_FOUND, kind, asOf: null }
  return isUnknown || refusal === undefined
    ? { ...nothing, verdict: 'notFound' }
    : { ...nothing, verdict: 'notReadable', problems: [refusal] }
}

/** Returns the kinds of an ID, the likeliest first. A customer is last, because some APIs return an empty ledger for any ID. */
const kindsOf = (id: string): readonly Kind[] =>
  /^inv/i.test(id) ? ['invoice', 'subscription', 'customer'] : ['subscription', 'invoice', 'customer']

/** Reads an object of a kind. @returns null for an empty ledger of an ID of unknown kind */
async function readKind(
  context: ReadContext,
  kind: Kind,
  id: string,
  isAnyKind: boolean,
): Promise<(Found & Pick<ObjectRead, 'asOf' | 'months' | 'newest'>) | null> {
  switch (kind) {
    case 'invoice': {
      const invoice = await getInvoice(context, { invoiceId: id })
      return { ...NOTHING_FOUND, asOf: invoice.asOf, months: await monthsOf(context, invoice) }
    }
    case 'subscription': {
      const subscription = await getSubscription(context, { id })
      const { startDate, endDate, status } = subscription
      const note = chargingNote(subscription)
      return {
        problems: [...contradictions(subscription), ...(note === undefined ? [] : [note])],
        gaps: [startDate, endDate, status].some(isUnreadable) ? ['Its dates or its status can’t be read'] : [],
        asOf: subscription.asOf,
      }
    }
    case 'customer': {
      const page = await listTransactions(context, { externalId: id, ...NEWEST })
      if (page.results.length > 0) return ledgerFound(page)
      return isAnyKind ? null : { problems: [], gaps: ['No transactions'], asOf: null }
    }
  }
}

/** Returns how many entries of a page have its oldest instant: the one before them may be on the next page. */
function oldestOf(results: TransactionPageView['results']): number {
  const instants = instantsOf(results)
  const oldest = isInOrder(instants, 'desc') ? instants.at(-1) : instants[0]
  return instants.filter((at) => at === oldest).length
}

function ledgerFound(page: TransactionPageView): OwnFound & { asOf: string } {
  const { results, count, asOf } = page
  const rows = results.length
  const older = (count ?? 0) - rows
  const isCut = mayHaveNext(page, page)
  const { breakCount, isOrdered, ...compared } = checkPage(results, isCut)
  const newest = rows === 1 ? 'only transaction' : `newest ${formatCount(rows, 'transaction')}`
  const gaps = isOrdered
    ? ledgerGaps({ ...compared, entries: rows, total: rows }).map((gap) => `The ${newest}: ${gap}`)
    : [`The ${newest} have no order of time, so their balances were not compared with each other`]
  return {
    problems: breakCount === 0 ? [] : [`${formatCount(breakCount, 'break')} in the ${newest}`],
    gaps: [
      ...(older > 0 ? [`${formatCount(older, 'older transaction')} not checked`] : []),
      ...(isCut && older <= 0 ? ['Older transactions may exist; they were not checked'] : []),
      ...gaps,
    ],
    newest: { rows, joined: isCut ? rows - oldestOf(results) : rows, gaps, count },
    asOf,
  }
}

type JudgeContext = Pick<OperationContext, 'environment' | 'signal' | 'now'>

/** The verdict on an object, and what is shown of it. */
interface Judged {
  verdict: CheckVerdict
  row: CheckedRow
}

/** The most findings that are kept of an object. */
const MAX_FINDINGS = 20

/** A response that is at most this much older than the read is the same one: an unchanged object is not written again. */
const SAME_RESPONSE_MS = 90_000

/** An object that was read. */
type JudgedObject = StoredObject & { kind: Kind; asOf: string | null }

/**
 * Judges objects that were read, by what the index has of them and of others: invoices with all their findings, subscriptions with
 * charges outside their dates, customers with their invoices and whole ledger.
 * @returns a verdict for each, in their order; null for one whose response the index does not have
 */
export async function judgeObjects(
  context: JudgeContext,
  objects: readonly JudgedObject[],
): Promise<(Judged | null)[]> {
  const { source } = context.environment.index
  const { seen, invoices } = await readWithin(
    { signal: context.signal, ms: JUDGE_MS, tooSlow: TOO_SLOW },
    async (db) => {
      const all = await seenByIds(db, source, objects)
      return {
        seen: new Map(all.map((object) => [keyOf(object), object])),
        invoices: await checkedInvoices(
          db,
          source,
          all.filter(({ kind }) => kind === 'invoice'),
        ),
      }
    },
  )
  const judged: (Judged | null)[] = []
  for (const object of objects) {
    const known = seen.get(keyOf(object))
    const isKept = known !== undefined && Date.parse(known.asOf) >= Date.parse(object.asOf ?? '') - SAME_RESPONSE_MS
    if (object.asOf === null) judged.push(judgedOf([object.own], undefined))
    else if (!isKept) judged.push(null)
    else if (object.kind === 'invoice') {
      const invoice = invoices.find((each) => each.invoice.id === object.id)
      judged.push(invoice ? { ...judgedOf([invoiceFound(invoice)], known), verdict: invoice.verdict } : null)
    } else {
      const more = object.kind === 'customer' ? customerFound(context, object) : outsideDates(context, object)
      judged.push(judgedOf(await more, known))
    }
  }
  return judged
}

const JUDGE_MS = 10_000
const TOO_SLOW = 'The objects of a check could not be compared in time.'

const keyOf = ({ kind, id }: { kind: Kind; id: string }) => `${kind} ${id}`

function judgedOf(found: readonly Found[], seen: SeenObject | undefined): Judged {
  const [problems, gaps] = [found.flatMap((each) => each.problems), found.flatMap((each) => each.gaps)]
  const reviewed = found.flatMap((each) => each.reviewed ?? [])
  return {
    verdict: problems.length > 0 ? 'look' : gaps.length > 0 ? 'unchecked' : 'agrees',
    row: { ...shownOf(seen), findings: [...reviewed, ...problems, ...gaps].slice(0, MAX_FINDINGS) },
  }
}

/** Returns what is shown of an object that the index has, or does not have. */
export function shownOf(seen: SeenObject | undefined): Omit<CheckedRow, 'findings'> {
  if (!seen) return { name: null, status: null, total: null, currency: null, customerId: null }
  const { name, status, amount, currency, customerId } = foundObject(seen)
  return { name, status, total: amount, currency, customerId }
}

type CheckedInvoice = Awaited<ReturnType<typeof checkedInvoices>>[number]

function invoiceFound({ invoice, checked, isCompared }: CheckedInvoice): Found {
  if (checked === null) return { problems: [], gaps: ['Its lines can’t be checked'] }
  const { findings, more, checks } = checked
  const label = checksLabel(checks)
  const isWhole = checks.look + checks.unchecked + checks.withoutPriceCheck === 0
  const words = findings
    .filter(isProblem)
    .map((finding) => invoiceFindingLabel(finding, (amount) => formatAmount(amount, invoice.currency)))
  return {
    problems: [
      ...words,
      ...(more > 0 ? [`${formatCount(more, 'more finding')} of single lines`] : []),
      ...(words.length === 0 && label?.look != null ? [label.look] : []),
    ],
    gaps: [
      ...(label === null ? ['It has no lines'] : isWhole ? [] : [label.agreement ?? '', label.note]),
      ...(checks.unchecked > 0 ? ['Not checked: a number of the line is missing, unreadable or too long'] : []),
      ...(isCompared ? [] : ['Not compared with other invoices']),
    ].filter(Boolean),
    reviewed: reviewedLabels(checked),
  }
}

const isOutside = ({ kind }: InvoiceFinding) => kind === 'afterEnd' || kind === 'beforeStart'

const MAX_INVOICES = 50

/** Returns what was read of a subscription, and its charges outside its dates, of the newest 50 invoices that the index has. */
async function outsideDates({ environment, signal }: JudgeContext, { id, own }: JudgedObject): Promise<Found[]> {
  const { source } = environment.index
  return readWithin({ signal, ms: JUDGE_MS, tooSlow: TOO_SLOW }, async (db) => {
    const seen = await selectSeen(db, source, eq(seenObjects.subscriptionId, id))
      .orderBy(sql`(${seenObjects.row} ->> 'issueDate') collate "C" desc nulls last`, seenObjects.id)
      .limit(MAX_INVOICES + 1)
    const invoices = await checkedInvoices(db, source, seen.slice(0, MAX_INVOICES))
    const problems = invoices.flatMap(({ invoice, checked }) =>
      (checked?.findings ?? [])
        .filter((finding) => isOutside(finding) && isProblem(finding))
        .map((finding) => {
          const words = invoiceFindingLabel(finding, (amount) => formatAmount(amount, invoice.currency))
          return `${nameOf(invoice)}: ${words}`
        }),
    )
    const reviewed = invoices.flatMap(({ invoice, checked }) =>
      (checked?.findings ?? [])
        .filter((finding) => isOutside(finding) && isReviewed(finding))
        .flatMap(({ review }) => (review ? [`${nameOf(invoice)}: ${reviewLabel(review)}`] : [])),
    )
    const gaps = [
      ...(seen.length === 0 ? ['None of its invoices was read'] : []),
      ...(seen.length > MAX_INVOICES ? [`Only its newest ${MAX_INVOICES} invoices were checked`] : []),
      ...uncheckedOf(invoices.filter(({ charges }) => charges === null).length),
    ]
    return [own, { problems, gaps, reviewed }]
  })
}

/** Returns what was read of a customer, the findings of the invoices that the index has, and those of a ledger that was read whole. */
async function customerFound(context: JudgeContext, { id: externalId, own }: JudgedObject): Promise<Found[]> {
  const { invoices, hasMore } = await getCustomer(context, { externalId })
  const ledger = await getLedgerRead(context, { externalId })
  const marked = invoices.flatMap((invoice) => {
    const mark = invoice.checked === null ? undefined : problemMark(invoice.checked)
    return mark === undefined ? [] : [`${nameOf(invoice)}: ${mark}`]
  })
  const reviewed = invoices.flatMap((invoice) =>
    invoice.checked === null ? [] : reviewedLabels(invoice.checked).map((words) => `${nameOf(invoice)}: ${words}`),
  )
  const hasBreaks = ledger.isComplete && ledger.breakCount > 0
  const whole = { ...ledger, entries: ledger.checkedEntries }
  const problems = [...(hasBreaks ? [ledgerVerdict(whole)] : []), ...marked]
  const gaps = [
    ...(ledger.isComplete && !hasBreaks && ledgerGaps(whole).length > 0 ? [ledgerVerdict(whole)] : []),
    ...(hasMore.invoices ? ['Not all of the customer’s invoices were checked'] : []),
    ...uncheckedOf(invoices.filter(({ isChecked }) => !isChecked).length),
  ]
  return [
    { ...own, gaps: newestGaps(own, ledger) },
    { problems, gaps, reviewed },
  ]
}

/** Returns the gaps that remain after the newest transactions and the whole ledger were checked. */
function newestGaps({ gaps, newest }: OwnFound, { isComplete, total, checkedEntries, pools }: LedgerRead): string[] {
  // A verdict of the version before has no `newest`.
  if (!isComplete || newest === undefined || gaps.length === newest.gaps.length) return gaps
  const { rows, joined, count } = newest
  // A count that is not above the rows may be that of the page, unless the API counted the whole ledger.
  if (count === null || (count <= rows && total === null))
    return ['Transactions since the whole ledger was read may exist; they were not checked', ...newest.gaps]
  const added = count - checkedEntries
  // With several pools, the entry of a pool before its first new one may not be among the newest.
  const isJoined = added <= 0 || (added < joined && pools.length === 1)
  const words = `${formatCount(added, 'transaction')} since the whole ledger was read: not all were compared with the one before`
  return [...(isJoined ? [] : [words]), ...newest.gaps]
}

const uncheckedOf = (invoices: number) =>
  invoices === 0 ? [] : [`${formatCount(invoices, 'invoice')} not fully checked`]

const nameOf = ({ number, id }: Pick<ListedInvoice, 'number' | 'id'>) => `Invoice ${shortName(number ?? id)}`
