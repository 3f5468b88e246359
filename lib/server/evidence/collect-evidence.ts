import type { ConsoleInput } from '@/contract/console/operations'
import type { Field } from '@/contract/console/view-of'
import { type LedgerBreak, PART_KINDS } from '@/contract/console/whole-ledger'
import { isProblem } from '../../domain/invoice/finding-kinds'
import { invoiceName } from '../../domain/invoice/invoice-number'
import { formatAmount, formatMoney, formatNumber } from '../../format/amount'
import { CHANGE_LABELS, changeStateLabel } from '../../format/change-state-label'
import {
  checksLabel,
  comparedLabel,
  invoiceFindingLabel,
  lineFindingLabel,
  verdictLabel,
  withReview,
} from '../../format/finding-label'
import { formatDateTime } from '../../format/instant'
import { PART_KIND_LABELS } from '../../format/labels'
import { breakLabel, isMonthOver } from '../../format/ledger-verdict'
import { listedTotal } from '../../format/total-labels'
import { isUnreadable, readable, readableList, UNKNOWN } from '../../format/unreadable'
import { changeView, findChange } from '../changes/change-store'
import { getCustomer } from '../customers/get-customer'
import { csvBytes } from '../downloads/csv-download'
import { invoiceCsv } from '../invoices/invoice-csv'
import { type InvoiceFile, readInvoiceFile } from '../invoices/invoice-file'
import { ledgerVerdictOf } from '../ledger/export/ledger-months-files'
import { pagesOfDays } from '../ledger/figures/filter-transactions'
import { listLedgerBlocks } from '../ledger/figures/list-ledger-blocks'
import { allLedgerMonths } from '../ledger/figures/list-ledger-months'
import { listTransactions } from '../ledger/list-transactions'
import { ProblemError } from '../problem'
import { getSubscription } from '../subscriptions/get-subscription'
import type { PACK_BOUNDS, PackFiles, PackSection } from './pack-files'

/** What a pack says of its subject. */
export interface Evidence {
  /** "Invoice 1042". */
  subject: string
  /** For the file name. */
  whose: string
  /** One sentence each. */
  verdict: { isGood: boolean; texts: string[] }
  sections: PackSection[]
  /** The objects whose audit entries belong to the pack. */
  objects: { kind: 'invoice' | 'customer' | 'subscription'; ids: string[] }[]
}

/** Reads an invoice with its subscription again, and checks it. @throws ProblemError as `getInvoice` */
export async function collectInvoice(
  pack: PackFiles,
  { invoiceId }: ConsoleInput<'exportInvoiceEvidence'>,
): Promise<Evidence> {
  const file = await readInvoiceFile(pack.reading, invoiceId)
  await addLines(pack, file, 'calculations/invoice.csv')
  const { invoice, sentCurrency } = file
  const subscriptionId = readable(invoice.subscriptionId)
  if (subscriptionId !== null && sentCurrency === UNKNOWN) pack.missing.push('The subscription could not be read.')
  return {
    subject: `Invoice ${invoiceName(invoice)}`,
    whose: `invoice-${invoiceName(invoice)}`,
    verdict: { isGood: problemsIn(file) === 0, texts: [verdictOf(file), comparedLabel(file.comparedWith)] },
    sections: [findingsOf([file]), linesOf(file)],
    objects: [
      { kind: 'invoice', ids: [invoiceId] },
      ...(subscriptionId === null ? [] : [{ kind: 'subscription' as const, ids: [subscriptionId] }]),
    ],
  }
}

async function addLines(pack: PackFiles, file: InvoiceFile, name: string): Promise<void> {
  const parts: Uint8Array[] = []
  for await (const part of csvBytes(invoiceCsv(file))) parts.push(part)
  pack.add(name, Buffer.concat(parts).toString())
}

const problemsIn = ({ checked }: InvoiceFile) => checked.findings.filter(isProblem).length + checked.checks.look
const moneyOf =
  ({ currency }: InvoiceFile) =>
  (amount: string) =>
    formatMoney(amount, currency)

function verdictOf(file: InvoiceFile): string {
  const { look, agreement, note } = checksLabel(file.checked.checks) ?? { look: null, agreement: 'No lines', note: '' }
  const found = file.checked.findings.filter(isProblem).length
  const findings = found === 0 ? 'No finding' : found === 1 ? '1 finding' : `${formatNumber(found)} findings`
  return `${[findings, look, agreement, note].filter(Boolean).join(' · ')}.`
}

function findingsOf(files: readonly InvoiceFile[]): PackSection {
  const rows = files.flatMap((file) =>
    file.checked.findings.map((finding) => [
      invoiceName(file.invoice),
      isProblem(finding) ? 'Finding' : 'Note',
      withReview(finding, invoiceFindingLabel(finding, moneyOf(file))),
    ]),
  )
  const more = files.reduce((sum, { checked }) => sum + checked.more, 0)
  const columns = [{ title: 'Invoice' }, { title: 'Kind' }, { title: 'What the checks say' }]
  return {
    title: 'Findings',
    texts: [
      'A note is a difference that the console can explain. A reviewed finding says who reviewed it, and why.',
      ...(more > 0 ? [`${formatNumber(more)} more findings of single lines are in the calculations.`] : []),
      ...(rows.length === 0 ? ['There are none.'] : []),
    ],
    ...(rows.length > 0 && { table: { columns, rows } }),
  }
}

const shown = (value: Field<string> | null): string =>
  value === undefined || value === null ? '—' : isUnreadable(value) ? 'Unreadable' : value

/** Returns the UTC day of an instant. */
const dayOf = (value: Field<string> | null) => shown(value).slice(0, 10)

const totalOf = ({ invoice: { totals }, currency }: InvoiceFile) =>
  `${listedTotal(totals ?? null) ?? '—'} ${currency ?? ''}`.trim()

const MAX_LINES = 500

function linesOf(file: InvoiceFile): PackSection {
  const { invoice, checked } = file
  const lines = readableList(invoice.invoiceLineItems)
  const rows = lines.slice(0, MAX_LINES).map((line, index) => {
    const check = checked.checkLine(line, index + 1)
    const said = check.about.map((finding) => withReview(finding, lineFindingLabel(finding, line, moneyOf(file))))
    return [
      String(index + 1),
      shown(line.description),
      shown(line.quantity),
      shown(line.unitPrice),
      shown(line.amount),
      [verdictLabel(check), ...said].join('. '),
    ]
  })
  return {
    title: 'Lines and their checks',
    texts: [
      `Total of the lines: ${totalOf(file)}. Status: ${shown(invoice.status)}. Issued: ${dayOf(invoice.issueDate)}. Due: ${dayOf(invoice.dueDate)}.`,
      `${file.currencyNote}.`,
      'Amounts are as the billing API sent them. calculations/invoice.csv has every field of every line, with its checks.',
      ...(lines.length > MAX_LINES ? [`The first ${MAX_LINES} of ${formatNumber(lines.length)} lines.`] : []),
    ],
    table: {
      columns: [
        { title: 'Line', isFigure: true },
        { title: 'Description' },
        { title: 'Quantity', isFigure: true },
        { title: 'Unit price', isFigure: true },
        { title: 'Amount', isFigure: true },
        { title: 'Check' },
      ],
      rows,
    },
  }
}

/**
 * Reads the invoices that were issued to a customer in a month again, and the pages of the ledger with that month, and adds the sums of
 * the ledger that was read whole.
 * @throws ProblemError `store_unavailable`
 */
export async function collectMonth(
  pack: PackFiles,
  { externalId, month }: ConsoleInput<'exportCustomerEvidence'>,
  bounds: typeof PACK_BOUNDS,
): Promise<Evidence> {
  const customer = await getCustomer(pack.reading, { externalId })
  const issued = customer.invoices.filter(({ issueDate }) => issueDate?.startsWith(month) === true)
  const files: InvoiceFile[] = []
  for (const [index, { id, number }] of issued.entries()) {
    const what = `Invoice ${number ?? id}`
    if (index >= bounds.invoices) pack.missing.push(`${what}: a pack holds ${bounds.invoices} invoices.`)
    const file = index < bounds.invoices && (await pack.read(what, () => readInvoiceFile(pack.reading, id)))
    if (!file) continue
    files.push(file)
    await addLines(pack, file, `calculations/invoice-${String(files.length).padStart(3, '0')}.csv`)
  }
  if (customer.hasMore.invoices) pack.missing.push('Invoices: the console looked at 200 of this customer only.')
  const unread = customer.unread.filter(({ kind }) => kind === 'invoice').length
  if (unread > 0)
    pack.missing.push(
      `${formatNumber(unread)} invoices that the ledger names were never read here, so their month is unknown.`,
    )
  const ledger = await collectLedger(pack, externalId, month, bounds)
  const problems = files.filter((file) => problemsIn(file) > 0).length
  const subscriptionIds = files.flatMap(({ invoice }) => readable(invoice.subscriptionId) ?? [])
  return {
    subject: `Customer ${externalId}, ${month}`,
    whose: `${externalId}-${month}`,
    verdict: {
      isGood: problems === 0 && ledger.isGood,
      texts: [
        `${formatNumber(problems)} of ${formatNumber(files.length)} invoices need a look.`,
        ledger.verdict,
        'The billing API has no list of invoices: the pack has those that this console has read at least once.',
      ],
    },
    sections: [invoicesOf(files), findingsOf(files), ...ledger.sections],
    objects: [
      { kind: 'customer', ids: [externalId] },
      { kind: 'invoice', ids: issued.map(({ id }) => id) },
      { kind: 'subscription', ids: [...new Set(subscriptionIds)] },
    ],
  }
}

const invoicesOf = (files: readonly InvoiceFile[]): PackSection => ({
  title: 'Invoices issued in the month',
  texts: files.length === 0 ? ['None is known.'] : ['The file in calculations has every line with its checks.'],
  ...(files.length > 0 && {
    table: {
      columns: [
        { title: 'Invoice' },
        { title: 'Issued' },
        { title: 'Status' },
        { title: 'Total', isFigure: true },
        { title: 'Verdict' },
        { title: 'File' },
      ],
      rows: files.map((file, index) => [
        invoiceName(file.invoice),
        dayOf(file.invoice.issueDate),
        shown(file.invoice.status),
        totalOf(file),
        verdictOf(file),
        `invoice-${String(index + 1).padStart(3, '0')}.csv`,
      ]),
    },
  }),
})

interface LedgerEvidence {
  isGood: boolean
  verdict: string
  sections: PackSection[]
}

async function collectLedger(
  pack: PackFiles,
  externalId: string,
  month: string,
  { ledgerPages }: typeof PACK_BOUNDS,
): Promise<LedgerEvidence> {
  const read = await pack.read('The ledger', () => allLedgerMonths(pack.reading, externalId))
  if (read?.row.completedAt == null) {
    const why = 'The ledger was not read whole, so its month, blocks and breaks are unknown.'
    pack.missing.push(`${why} Open the customer, choose "Read the whole ledger", and make the pack again.`)
    return { isGood: false, verdict: why, sections: [] }
  }
  const { row } = read
  const [first, last] = [`${month}-01`, `${month}-31`]
  const months = read.months.filter((each) => each.month === month)
  const { blocks: all, count } = await listLedgerBlocks(pack.reading, { externalId })
  if (count > all.length)
    pack.missing.push(`Blocks: the newest ${all.length} of ${formatNumber(count)} were looked at.`)
  const blocks = all.filter(
    ({ grantedAt, firstUse, lastUse, left }) =>
      ((grantedAt ?? firstUse ?? first) <= last && left !== '0') || (lastUse ?? grantedAt ?? '') >= first,
  )
  const allBreaks: LedgerBreak[] = JSON.parse(row.breaks)
  if (row.breakCount > allBreaks.length)
    pack.missing.push(`Breaks: the first ${allBreaks.length} of ${formatNumber(row.breakCount)}.`)
  const breaks = allBreaks.filter(({ createdAt }) => createdAt === null || createdAt.startsWith(month))
  const verdict = ledgerVerdictOf(row)
  pack.add('calculations/ledger.json', json({ externalId, month, asOf: row.asOf, verdict, months, blocks, breaks }))
  const pages = (await pagesOfDays(pack.reading, { externalId, from: first, to: lastDayOf(month) })) ?? []
  for (const page of pages.slice(0, ledgerPages))
    await pack.read(`Page ${formatNumber(page)} of the ledger`, () =>
      listTransactions(pack.reading, { externalId, page, pageSize: 100, order: 'asc' }),
    )
  if (pages.length > ledgerPages)
    pack.missing.push(`Pages of the ledger: ${ledgerPages} of the ${formatNumber(pages.length)} with this month.`)
  const asOf = row.asOf === null ? 'at an unknown time' : `on ${formatDateTime(row.asOf, 'UTC')} (UTC)`
  const isOver = isMonthOver(month, row.asOf)
  return {
    isGood: breaks.length === 0 && isOver,
    verdict: `Ledger: ${verdict}. Read whole ${asOf}${isOver ? '' : '; the month was not over then'}.`,
    sections: [
      {
        title: 'Ledger of the month',
        texts: ['Sums of the ledger that was read whole; days are UTC. Opening + parts + not explained = closing.'],
        table: {
          columns: [
            { title: 'Pool' },
            ...['Opening', ...PART_KINDS.map((kind) => PART_KIND_LABELS[kind]), 'Not explained', 'Closing'].map(figure),
          ],
          rows: months.map(({ pool, opening, parts, unexplained, closing }) => [
            pool.unitName ?? pool.unitId ?? 'No unit',
            amount(opening),
            ...PART_KINDS.map((kind) => amount(parts[kind])),
            amount(unexplained),
            amount(closing),
          ]),
        },
      },
      {
        title: 'Blocks',
        texts: ['Allocation blocks with credits left, or used in the month or later. Sums are over the whole ledger.'],
        table: {
          columns: [
            { title: 'Block' },
            { title: 'Granted' },
            { title: 'Invoice' },
            ...['Added', 'Used', 'Expired', 'Left'].map(figure),
          ],
          rows: blocks.map(({ blockId, grantedAt, invoice, parts, left }) => [
            blockId,
            grantedAt ?? '—',
            invoice ? (invoice.number ?? invoice.id) : '—',
            amount(parts?.added ?? null),
            amount(parts?.used ?? null),
            amount(parts?.expired ?? null),
            amount(left),
          ]),
        },
      },
      {
        title: 'Breaks',
        texts: breaks.length === 0 ? ['None in this month.'] : ['Where the ledger contradicts itself in this month.'],
        ...(breaks.length > 0 && {
          table: {
            columns: [{ title: 'Transaction' }, { title: 'Created' }, { title: 'Break' }, figure('Off by')],
            rows: breaks.map((found) => [
              found.transactionId ?? 'No ID',
              found.createdAt ?? 'No date',
              breakLabel(found),
              amount(found.offBy),
            ]),
          },
        }),
      },
    ],
  }
}

const figure = (title: string) => ({ title, isFigure: true })
const amount = (exact: string | null) => (exact === null ? '—' : formatAmount(exact))
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

/** Adds a cancel or delete as the console tracked it, and reads its subscription again. @throws ProblemError `not_found` */
export async function collectChange(
  pack: PackFiles,
  { changeId }: ConsoleInput<'exportChangeEvidence'>,
): Promise<Evidence> {
  const row = await findChange(changeId)
  const change = changeView(row)
  const { billingApi, source, sentAt } = row
  const stored = { ...change, billingApi, source, sentAt, seen: parsed(row.seen), before: parsed(row.before) }
  pack.add('calculations/change.json', json(stored))
  const id = change.subscriptionId
  const isOfAnotherApi = source !== null && source !== pack.reading.environment.index.source
  if (isOfAnotherApi)
    pack.missing.push(`The subscription as it is now: the change was made at another billing API, ${source}.`)
  const now = isOfAnotherApi ? null : await statusNow(pack, id)
  const state = changeStateLabel(change.state, change.closed !== null)
  const fields: [string, string | null][] = [
    ['Change', change.id],
    ['Subscription', id],
    ['Requested by', change.actor],
    ['Requested at', change.createdAt],
    ['Reason', change.reason],
    ['Ticket', change.ticket],
    ['Request ID', change.requestId],
    ['Sent at', sentAt],
    ['Status of the response', change.upstreamStatus === null ? null : String(change.upstreamStatus)],
    ['Message of the response', change.upstreamMessage ?? change.upstreamBody],
    ['State', state.text],
    ['Since', change.changedAt],
    ['Closed by', change.closed && `${change.closed.by}, ${change.closed.at}: ${change.closed.note}`],
    ['The subscription now', now],
  ]
  return {
    subject: `${CHANGE_LABELS[change.action]} of subscription ${id}`,
    whose: `${change.action}-${id}`,
    verdict: { isGood: change.state === 'CONFIRMED', texts: [`${state.text}. ${change.detail}`] },
    sections: [
      {
        title: 'The change',
        texts: ['calculations/change.json has all fields, with the subscription before the change.'],
        table: {
          columns: [{ title: 'What' }, { title: 'Value' }],
          rows: fields.map(([name, value]) => [name, value ?? '—']),
        },
      },
    ],
    objects: [{ kind: 'subscription', ids: [id] }],
  }
}

/** Returns the status of a subscription now; null when it cannot be read. */
async function statusNow(pack: PackFiles, id: string): Promise<string | null> {
  try {
    return shown((await getSubscription(pack.reading, { id })).status)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.problem.code === 'not_found') return 'The billing API returns 404: it has none with this ID'
    pack.missing.push(`The subscription as it is now: ${error.problem.title}.`)
    return null
  }
}
