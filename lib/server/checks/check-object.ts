import { eq, sql } from 'drizzle-orm'
import type { CheckVerdict } from '@/contract/console/checks'
import type { IndexedObject, ListedInvoice } from '@/contract/console/indexed-objects'
import type { TransactionPageView } from '@/contract/console/transaction'
import type { Session } from '@/database/on-connection'
import { idProblem } from '@/contract/requestable-id'
import { isProblem } from '../../domain/invoice/finding-kinds'
import { isComparable } from '../../domain/invoice/charged-wrongly'
import { balanceBreaks } from '../../domain/ledger/balance-breaks'
import { formatAmount, formatCount, shortName } from '../../format/amount'
import { checksLabel, invoiceFindingLabel, problemMark } from '../../format/finding-label'
import { ledgerVerdict } from '../../format/ledger-verdict'
import { chargingNote, contradictions } from '../../format/subscription-rules'
import { isUnreadable } from '../../format/unreadable'
import { getCustomer } from '../customers/get-customer'
import { getInvoice } from '../invoices/get-invoice'
import { listTransactions } from '../ledger/list-transactions'
import { getLedgerRead } from '../ledger/read/get-ledger-read'
import { checkedInvoices } from '../object-index/compared-findings'
import { foundObject, readList, seenByIds, type SeenObject, selectSeen } from '../object-index/seen-objects'
import type { OperationContext, ReadContext } from '../operation-context'
import { ProblemError } from '../problem'
import type { checkedObjects, CheckedRow } from '../store/check-schema'
import { seenObjects } from '../store/index-schema'
import { getSubscription } from '../subscriptions/get-subscription'

type Kind = IndexedObject['kind']
type StoredObject = Pick<typeof checkedObjects.$inferSelect, 'id' | 'kind' | 'own'>

/** What was found about an object, in words. `gaps` says what could not be checked. */
interface Found {
  problems: string[]
  gaps: string[]
}

/** What a read tells of an object by itself. The verdict is final when nothing was read. */
export interface ObjectRead extends Found {
  kind: Kind | null
  verdict: CheckVerdict | null
}

const NOTHING: Found = { problems: [], gaps: [] }
const NEWEST = { page: 1, pageSize: 100, order: 'desc' } as const

/**
 * Reads an object of a check in the billing API, and adds it to the index. An ID of unknown kind takes up to three reads.
 * @throws ProblemError of a failure that may pass
 */
export async function readObject(
  context: ReadContext,
  { id, kind }: Pick<StoredObject, 'id' | 'kind'>,
): Promise<ObjectRead> {
  if (idProblem(id) !== null) return { kind, verdict: 'notReadable', problems: ['This is not an ID'], gaps: [] }
  for (const each of kind === null ? kindsOf(id) : [kind]) {
    try {
      const own = await readKind(context, each, id, kind === null)
      if (own !== null) return { ...own, kind: each, verdict: null }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const { code, retryable, title } = error.problem
      if (code === 'not_found' || (kind === null && code === 'refused')) continue
      if (retryable) throw error
      return { ...NOTHING, kind: each, verdict: 'notReadable', problems: [title] }
    }
  }
  return { ...NOTHING, kind, verdict: 'notFound' }
}

/** Returns the kinds of an ID, the likeliest first. A customer is last, because some APIs return an empty ledger for any ID. */
const kindsOf = (id: string): readonly Kind[] =>
  /^inv/i.test(id) ? ['invoice', 'subscription', 'customer'] : ['subscription', 'invoice', 'customer']

/** Reads an object of a kind. @returns null for an empty ledger of an ID of unknown kind */
async function readKind(context: ReadContext, kind: Kind, id: string, isAnyKind: boolean): Promise<Found | null> {
  switch (kind) {
    case 'invoice':
      await getInvoice(context, { invoiceId: id })
      return NOTHING
    case 'subscription': {
      const subscription = await getSubscription(context, { id })
      const { startDate, endDate, status } = subscription
      const note = chargingNote(subscription)
      return {
        problems: [...contradictions(subscription), ...(note === undefined ? [] : [note])],
        gaps: [startDate, endDate, status].some(isUnreadable) ? ['Its dates or its status can’t be read'] : [],
      }
    }
    case 'customer': {
      const page = await listTransactions(context, { externalId: id, ...NEWEST })
      if (page.results.length > 0) return ledgerFound(page)
      return isAnyKind ? null : { problems: [], gaps: ['No transactions'] }
    }
  }
}

function ledgerFound({ results }: TransactionPageView): Found {
  const breaks = balanceBreaks(results).size
  const newest =
    results.length === 1 ? 'the only transaction' : `the newest ${formatCount(results.length, 'transaction')}`
  return { problems: breaks === 0 ? [] : [`${formatCount(breaks, 'break')} in ${newest}`], gaps: [] }
}

type JudgeContext = Pick<OperationContext, 'environment' | 'signal' | 'now'>

/** The verdict on an object, and what is shown of it. */
interface Judged {
  verdict: CheckVerdict
  row: CheckedRow
}

/** The most findings that are kept of an object. */
const MAX_FINDINGS = 20

/**
 * Judges objects that were read, by what the index has of them and of others: invoices with all their findings, subscriptions with
 * charges outside their dates, customers with their invoices and whole ledger.
 * @returns a verdict for each, in their order; null for one that the index does not have, because it was forgotten
 */
export async function judgeObjects(
  context: JudgeContext,
  objects: readonly (StoredObject & { kind: Kind })[],
): Promise<(Judged | null)[]> {
  const { environment, signal } = context
  const { source } = environment.index
  const found = await readList(signal, async (db) => {
    const seen = await seenByIds(db, source, objects)
    const invoices = await checkedInvoices(
      db,
      source,
      seen.filter(({ kind }) => kind === 'invoice'),
    )
    const byKey = new Map<string, { seen: SeenObject; found: Found; verdict: CheckVerdict | undefined }>()
    for (const object of seen) {
      const invoice = object.kind === 'invoice' ? invoices.find((each) => each.invoice.id === object.id) : undefined
      const ofIndex = invoice
        ? invoiceFound(invoice)
        : object.kind === 'subscription'
          ? await outsideDates(db, source, object.id)
          : NOTHING
      byKey.set(keyOf(object), { seen: object, found: ofIndex, verdict: invoice?.verdict })
    }
    return byKey
  })
  const judged: (Judged | null)[] = []
  for (const object of objects) {
    const known = found.get(keyOf(object))
    const more = object.kind === 'customer' ? await customerFound(context, object.id) : NOTHING
    // An empty ledger is not in the index.
    if (!known && object.own.gaps.length === 0) judged.push(null)
    else
      judged.push({
        ...judgedOf([object.own, known?.found ?? NOTHING, more], known?.seen),
        ...(known?.verdict && { verdict: known.verdict }),
      })
  }
  return judged
}

const keyOf = ({ kind, id }: { kind: Kind; id: string }) => `${kind} ${id}`

function judgedOf(found: readonly Found[], seen: SeenObject | undefined): Judged {
  const [problems, gaps] = [found.flatMap((each) => each.problems), found.flatMap((each) => each.gaps)]
  return {
    verdict: problems.length > 0 ? 'look' : gaps.length > 0 ? 'unchecked' : 'agrees',
    row: { ...shownOf(seen), findings: [...problems, ...gaps].slice(0, MAX_FINDINGS) },
  }
}

/** Returns what is shown of an object that the index has, or does not have. */
export function shownOf(seen: SeenObject | undefined): Omit<CheckedRow, 'findings'> {
  if (!seen) return { name: null, status: null, total: null, currency: null, customerId: null }
  const { name, status, amount, currency, customerId } = foundObject(seen)
  return { name, status, total: amount, currency, customerId }
}

type CheckedInvoice = Awaited<ReturnType<typeof checkedInvoices>>[number]

function invoiceFound({ invoice, checked, charges }: CheckedInvoice): Found {
  if (checked === null) return { problems: [], gaps: ['Its lines can’t be checked'] }
  const { findings, more, checks } = checked
  const label = checksLabel(checks)
  const words = findings
    .filter(isProblem)
    .map((finding) => invoiceFindingLabel(finding, (amount) => formatAmount(amount, invoice.currency)))
  const isCompared = invoice.subscriptionId === null || isComparable({ ...invoice, charges })
  return {
    problems: [
      ...words,
      ...(more > 0 ? [`${formatCount(more, 'more finding')} of single lines`] : []),
      ...(words.length === 0 && label?.look != null ? [label.look] : []),
    ],
    gaps: [
      ...(label === null ? ['It has no lines'] : label.isWhole ? [] : [label.agreement ?? '', label.note]),
      ...(isCompared ? [] : ['Not compared with other invoices']),
    ].filter(Boolean),
  }
}

const MAX_INVOICES = 50

/** Returns the charges of a subscription that lie outside its dates, of the newest 50 invoices that the index has. */
async function outsideDates(db: Session, source: string, subscriptionId: string): Promise<Found> {
  const seen = await selectSeen(db, source, eq(seenObjects.subscriptionId, subscriptionId))
    .orderBy(sql`(${seenObjects.row} ->> 'issueDate') collate "C" desc nulls last`, seenObjects.id)
    .limit(MAX_INVOICES)
  const invoices = await checkedInvoices(db, source, seen)
  const problems = invoices.flatMap(({ invoice, checked }) =>
    (checked?.findings ?? [])
      .filter(({ kind }) => kind === 'afterEnd' || kind === 'beforeStart')
      .map((finding) => {
        const words = invoiceFindingLabel(finding, (amount) => formatAmount(amount, invoice.currency))
        return `${nameOf(invoice)}: ${words}`
      }),
  )
  return { problems, gaps: [] }
}

/** Returns the findings of a customer's invoices that the index has, and the verdict on the ledger when it was read whole. */
async function customerFound(context: JudgeContext, externalId: string): Promise<Found> {
  const { invoices } = await getCustomer(context, { externalId })
  const ledger = await getLedgerRead(context, { externalId })
  const marked = invoices.flatMap((invoice) => {
    const mark = invoice.checked === null ? undefined : problemMark(invoice.checked)
    return mark === undefined ? [] : [`${nameOf(invoice)}: ${mark}`]
  })
  const hasBreaks = ledger.isComplete && ledger.breakCount > 0
  const whole = { ...ledger, entries: ledger.checkedEntries }
  return { problems: [...(hasBreaks ? [ledgerVerdict(whole)] : []), ...marked], gaps: [] }
}

const nameOf = ({ number, id }: Pick<ListedInvoice, 'number' | 'id'>) => `Invoice ${shortName(number ?? id)}`
