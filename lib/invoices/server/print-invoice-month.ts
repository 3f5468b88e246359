import { z } from 'zod'
import { type IndexedSubscription, type InvoiceSums, type ListedInvoice } from '@/lib/objects/indexed-objects'
import type { Credits } from '@/lib/ledger/credits'
import { ONLY_READ_LAST } from '@/lib/ledger/ledger-labels'
import {
  figure,
  type PrintedCell,
  type PrintedDocument,
  type PrintedTable,
  printedTable,
  type PrintedText,
} from '@/lib/core/printed-document'
import { formatAmount, formatCount, formatMoney, formatNumber } from '@/lib/money/amount'
import { formatDate, formatDateTime, formatMonth } from '@/lib/time/instant'
import { CHECK_VERDICT_NAMES, invoiceStatusLabel, sumStatusLabel } from '@/lib/objects/status-names'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import { fileNameOf } from '@/lib/core/server/csv/file-name'
import { inSentence } from '@/lib/text/in-sentence'
import { withinPrintSlot } from '@/lib/core/server/csv/printed-lines'
import { listCredits } from '@/lib/ledger/server/figures/list-credits'
import { type ListFilters, selectRows } from '@/lib/objects/server/select-rows'
import { readBatches, selectIds } from '@/lib/objects/server/whole-list'
import { readList } from '@/lib/objects/server/seen-objects'
import { sumInvoices } from '@/lib/objects/server/sum-invoices'
import { monthAfter, subscriptionsWithoutInvoice } from '@/lib/objects/server/without-invoice'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { Month } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'
import { INVOICE_VERDICTS } from '../finding'
import type { ChainSums, InvoiceChainSum } from '../invoice-chain'
import { isChargedStatus } from '../owed-statuses'
import { problemsOf, reviewedLabels } from '../finding-label'
import { CHAIN_NAMES, CHARGED_NAMES, gapsOfSums } from '../total-labels'

const MAX_ROWS = 5_000

/**
 * Returns the invoices issued in a UTC month for paper, as the index has them: how their sums follow from each other, each invoice, and
 * what is missing. At most 5,000 invoices, and as many subscriptions without one.
 * @throws ProblemError `console_busy`, `store_unavailable`
 */
export const printInvoiceMonth = operation('printInvoiceMonth', {
  input: z.strictObject({ issued: Month.describe('The month of the issue dates, UTC: 2026-03') }),
  describe:
    'The invoices issued in a month for paper: their sums, each invoice, and what is missing. At most 5,000 invoices.',
  audit: { records: 'run', fields: ['issued'] },
  run(context, input): Promise<PrintedDocument> {
    return withinPrintSlot(context.environment.printSlots, () => monthDocument(context, input), context.signal)
  },
})

async function monthDocument(context: OperationContext, { issued }: { issued: string }): Promise<PrintedDocument> {
  const { environment, actor, signal } = context
  const now = context.now()
  const filter = { issued, sort: 'due', order: 'asc' } as const
  const sums = await sumInvoices.run(context, filter)
  const { rows, isCut } = await readRows(context, filter)
  const missing = await readList(signal, (db) =>
    subscriptionsWithoutInvoice(db, environment.index.source, issued, MAX_ROWS + 1),
  )
  const end = `${monthAfter(issued)}-01T00:00:00.000Z`
  const lastDay = new Date(Date.parse(end) - 1).toISOString().slice(0, 10)
  const credits = end <= now.toISOString() ? await listCredits.run(context, { day: lastDay }) : null
  const title = `Invoices issued in ${formatMonth(issued)}`
  const printed = `printed ${formatDateTime(now.toISOString(), 'UTC')} (UTC) by ${actor.name}`
  return {
    title,
    fileName: fileNameOf({ what: 'invoices', whose: environment.name, filters: { issued }, at: now, ending: '' }),
    facts: [{ text: `${environment.name} · ${printed} · days are UTC`, look: 'muted' }, ...extentOf(sums)],
    tables: [
      chainTable(sums),
      statusTable(sums),
      verdictTable(rows, isCut),
      missingTable(missing, issued),
      creditsTable(credits, lastDay),
      invoicesTable(rows, isCut),
    ],
    pageFoot: `${title} · ${printed}`,
  }
}

/** Returns the rows in their order, at most 5,000. */
async function readRows(context: OperationContext, input: ListFilters<'invoices'>) {
  const selection = selectRows(context, 'invoices', input)
  const ids = await selectIds(context.signal, selection, { order: 'asc', limit: MAX_ROWS + 1 })
  const rows: ListedInvoice[] = []
  for await (const batch of readBatches(context.signal, selection, ids.slice(0, MAX_ROWS))) rows.push(...batch)
  return { rows, isCut: ids.length > MAX_ROWS }
}

/** Says how many invoices the document counts, and that it has only those that the console has read. */
const extentOf = ({ byStatus, oldest }: InvoiceSums): PrintedText[] => {
  const count = byStatus.reduce((sum, each) => sum + each.count, 0)
  const since = oldest === null ? '' : `, the oldest as of ${formatDateTime(oldest, 'UTC')}`
  return [
    { text: `${formatCount(count, 'invoice')} that this console has read${since}.` },
    { text: 'The billing API has no list of invoices: one that was never read here is not in this document.' },
  ]
}

const chainCells = (sum: InvoiceChainSum, names: readonly (keyof ChainSums)[]): PrintedCell[] =>
  names.map((name) => {
    const amount = sum.chain?.[name] ?? null
    return {
      text: amount === null ? '—' : formatMoney(amount, sum.currency),
      ...(name === 'total' && { remarks: gapsOfSums(sum) }),
    }
  })

const CHAIN = ['lines', 'beside', 'total', 'settled', 'due'] as const
const ENDS = ['total', 'due'] as const

const written = (name: keyof ChainSums) => inSentence(CHAIN_NAMES[name])
const CHAIN_NOTE = `${CHAIN_NAMES.lines} + ${written('beside')} (tax, fees, discounts) = ${written('total')}; ${written('total')} − ${written('settled')} = ${written('due')}.`

const chainTable = ({ chains }: InvoiceSums): PrintedTable =>
  printedTable({
    caption: 'From lines to due',
    columns: ['Of', figure('Invoices'), ...CHAIN.map((name) => figure(CHAIN_NAMES[name]))],
    rows: chains.map((sum) => [
      CHARGED_NAMES[sum.isCharged ? 'charged' : 'not'],
      formatNumber(sum.count),
      ...chainCells(sum, CHAIN),
    ]),
    note: `${CHAIN_NOTE} Each sum of an invoice is rounded to the smallest unit of its currency first.`,
  })

const statusTable = ({ byStatus }: InvoiceSums): PrintedTable =>
  printedTable({
    caption: 'By status',
    columns: ['Status', figure('Invoices'), ...ENDS.map((name) => figure(CHAIN_NAMES[name]))],
    rows: byStatus.map((sum) => [sumStatusLabel(sum), formatNumber(sum.count), ...chainCells(sum, ENDS)]),
  })

const verdictTable = (rows: readonly ListedInvoice[], isCut: boolean): PrintedTable =>
  printedTable({
    caption: 'By verdict',
    columns: ['Verdict', figure('Invoices')],
    rows: INVOICE_VERDICTS.map((verdict) => [
      CHECK_VERDICT_NAMES[verdict],
      formatNumber(rows.filter((row) => row.verdict === verdict).length),
    ]),
    note: isCut ? `Counted among the first ${formatCount(MAX_ROWS, 'invoice')}.` : null,
  })

const dayOf = (iso: string | null) => (iso === null ? '—' : formatDate(iso, 'UTC'))

const missingTable = (missing: readonly IndexedSubscription[], issued: string): PrintedTable =>
  printedTable({
    caption: `Subscriptions without a read invoice for ${formatMonth(issued)}`,
    columns: ['Subscription', 'Plan', 'Start', 'End', 'Read (UTC)'],
    rows: missing
      .slice(0, MAX_ROWS)
      .map(({ id, planName, startDate, endDate, asOf, customerId }) => [
        { text: id, ...(customerId !== null && { remarks: [`Customer ${customerId}`] }) },
        planName ?? '—',
        dayOf(startDate),
        dayOf(endDate),
        formatDateTime(asOf, 'UTC'),
      ]),
    note:
      missing.length > MAX_ROWS
        ? `Only the first ${formatCount(MAX_ROWS, 'subscription')} are included.`
        : `${formatNumber(missing.length)} of the subscriptions that this console has read.`,
  })

/** @param credits null for a month that is not over */
const creditsTable = (credits: Credits | null, lastDay: string): PrintedTable =>
  printedTable({
    caption: `Credits outstanding at the end of ${formatDate(lastDay, 'UTC')}`,
    columns: ['Unit', figure('Customers'), figure('Outstanding'), figure('Below zero'), figure('Unknown')],
    rows: (credits?.sums ?? []).map(({ pool, customers, outstanding, overdrawn, unknown, broken }) => [
      {
        text: pool.unitName ?? pool.unitId ?? 'No unit',
        ...(broken > 0 && { remarks: [`${formatCount(broken, 'balance')} of a ledger with breaks`] }),
      },
      formatNumber(customers),
      formatAmount(outstanding),
      formatAmount(overdrawn),
      formatNumber(unknown),
    ]),
    note: credits === null ? 'The month is not over.' : extentOfCredits(credits),
  })

const extentOfCredits = ({ customers: { known, readWhole }, hasMore, hasMoreNotRead }: Credits): string =>
  `From ${formatCount(readWhole, 'ledger')} read whole since then, of ${formatCount(known, 'customer')} known${
    hasMore || hasMoreNotRead ? ', and more that are not counted' : ''
  }.${hasMore ? ` ${ONLY_READ_LAST}` : ''}`

const invoicesTable = (rows: readonly ListedInvoice[], isCut: boolean): PrintedTable =>
  printedTable({
    caption: 'Invoices',
    columns: ['Invoice', 'Status', 'Issued', ...ENDS.map((name) => figure(CHAIN_NAMES[name])), 'Verdict', 'Read (UTC)'],
    rows: rows.map(invoiceCells),
    note: isCut ? `Only the first ${formatCount(MAX_ROWS, 'invoice')} are included.` : null,
  })

function invoiceCells(invoice: ListedInvoice): (string | PrintedCell)[] {
  const { id, number, status, currency, chain, total, checked, goneAt, issueDate, asOf, verdict } = invoice
  const found = checked === null ? [] : [...problemsOf(checked, currency), ...reviewedLabels(checked)]
  return [
    { text: number ?? id, ...(number !== null && { remarks: [id] }) },
    {
      text: invoiceStatusLabel(status),
      ...(goneAt !== null && { remarks: [`Gone since ${formatDate(goneAt, 'UTC')}`] }),
    },
    dayOf(issueDate),
    {
      text: formatMoneyOrWords(chain?.total ?? total, currency),
      ...(chain?.basis === 'unclear' && { remarks: ['by the lines alone'] }),
    },
    isChargedStatus(status) && goneAt === null ? formatMoneyOrWords(chain?.due ?? null, currency) : '—',
    { text: CHECK_VERDICT_NAMES[verdict], remarks: found },
    formatDateTime(asOf, 'UTC'),
  ]
}

/** A total that lacks lines is words. */
const formatMoneyOrWords = (amount: string | null, currency: string | null) =>
  amount === null ? UNKNOWN : formatMoney(amount, currency)
