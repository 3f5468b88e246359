import type { CsvForm } from '@/lib/core/download'
import type { InvoiceFinding } from '@/lib/invoices/finding'
import type { IndexedCustomer, IndexedRow, IndexedSubscription, ListedInvoice } from '../indexed-objects'
import { type CsvBatches, csvDownload } from '@/lib/core/server/csv/csv-download'
import {
  type ColumnsOf,
  type CsvColumn,
  CsvTable,
  endColumns,
  instantColumns,
  numberColumn,
  ofPart,
  textColumn,
} from '@/lib/core/server/csv/csv-table'
import { fileNameOf } from '@/lib/core/server/csv/file-name'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { settings } from '@/lib/core/server/settings'
import { formatAmount } from '@/lib/money/amount'
import { FINDING_KIND_NAMES, invoiceFindingLabel, problemsOf, reviewedLabels } from '@/lib/invoices/finding-label'
import { CHECK_VERDICT_NAMES } from '../status-names'
import { CHAIN_BASIS_NAMES, CHAIN_NAMES } from '@/lib/invoices/total-labels'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import {
  readBatches,
  selectCustomers,
  selectIds,
  selectInvoices,
  type Selection,
  selectSubscriptions,
} from './list-objects'
import { SubscriptionFilters, InvoiceFilters, CustomerFilters } from './list-input'

/** Returns the indexed subscriptions that match the filters as CSV, as `exportList` does. */
export const exportSubscriptions = (
  context: OperationContext,
  { form, ...input }: SubscriptionFilters & { form?: CsvForm | undefined },
) =>
  exportList(context, {
    name: 'subscriptions',
    input,
    selection: selectSubscriptions(context, input),
    table: subscriptionsTable(form),
    rowsOf: (row) => [row],
  })

/** Returns the indexed invoices that match the filters as CSV, as `exportList` does; with `columns` a row for each finding. */
export function exportInvoices(
  context: OperationContext,
  { form, columns, ...input }: InvoiceFilters & { columns?: 'findings' | undefined; form?: CsvForm | undefined },
) {
  const list = { name: 'invoices', input, selection: selectInvoices(context, input) } as const
  return columns === 'findings'
    ? exportList(context, { ...list, table: findingsTable(form), rowsOf: findingRows })
    : exportList(context, { ...list, table: invoicesTable(form), rowsOf: (row) => [row] })
}

/** Returns the indexed ledgers that match the filters as CSV, a row for each pool, as `exportList` does. */
export const exportCustomers = (
  context: OperationContext,
  { form, ...input }: CustomerFilters & { form?: CsvForm | undefined },
) =>
  exportList(context, {
    name: 'customers',
    input,
    selection: selectCustomers(context, input),
    table: customersTable(form),
    rowsOf: customerPools,
  })

interface ExportedList<Row, View> {
  name: 'subscriptions' | 'invoices' | 'customers'
  /** The order and the filters. */
  input: Record<string, string | undefined> & { order: 'asc' | 'desc'; sort: string }
  selection: Selection<Row>
  table: CsvTable<View>
  /** Returns the rows of the file for a row of the list. */
  rowsOf: (row: Row) => View[]
}

/**
 * Returns all rows of a list as CSV, at most `CONSOLE_INDEX_ROWS`, in their order at the start. Their IDs are read at once, and their
 * content in batches while the file is sent: a row that changes its place meanwhile is in it once, unless it no longer matches.
 * @throws ProblemError `console_busy` when too many exports run, `store_unavailable`
 */
function exportList<Row, View>(context: OperationContext, list: ExportedList<Row, View>) {
  const { order: _, sort: __, ...filters } = list.input
  return csvDownload(context, {
    fileName: fileNameOf({
      what: list.name,
      whose: context.environment.name,
      filters,
      at: context.now(),
      ending: '.csv',
    }),
    table: list.table,
    batches: batchesOf(context, list),
  })
}

async function* batchesOf<Row, View>(
  { signal }: OperationContext,
  { selection, input: { order }, rowsOf }: ExportedList<Row, View>,
): CsvBatches<View> {
  const most = settings().CONSOLE_INDEX_ROWS
  const ids = await selectIds(signal, selection, { order, limit: most + 1 })
  for await (const batch of readBatches(signal, selection, ids.slice(0, most))) yield batch.flatMap(rowsOf)
  return ids.length > most ? 'an export ends at CONSOLE_INDEX_ROWS rows; use a filter' : null
}

/** The columns of every list. `asOf` tells the age of the whole row. */
const SEEN: ColumnsOf<Pick<IndexedRow, 'asOf' | 'goneAt'>> = {
  asOf: instantColumns('As of', ({ asOf }) => asOf),
  goneAt: instantColumns('Gone since', ({ goneAt }) => goneAt),
}

const SUBSCRIPTIONS: ColumnsOf<IndexedSubscription> = {
  id: [textColumn('Subscription ID', ({ id }) => id)],
  planName: [textColumn('Plan', ({ planName }) => planName)],
  status: [textColumn('Status', ({ status }) => status)],
  startDate: instantColumns('Start', ({ startDate }) => startDate),
  endDate: endColumns('End', ({ endDate }) => endDate),
  billingCadence: [textColumn('Billing interval', ({ billingCadence }) => billingCadence)],
  pays: [textColumn('Base price', ({ pays }) => pays)],
  basePrice: [numberColumn('Base price amount', ({ basePrice }) => basePrice)],
  currency: [textColumn('Currency', ({ currency }) => currency)],
  customerId: [textColumn('Customer ID', ({ customerId }) => customerId)],
  ...SEEN,
  deletedAt: instantColumns('Deleted here', ({ deletedAt }) => deletedAt),
}

const INVOICES: ColumnsOf<ListedInvoice> = {
  id: [textColumn('Invoice ID', ({ id }) => id)],
  number: [textColumn('Number', ({ number }) => number)],
  status: [textColumn('Status', ({ status }) => status)],
  chain: [
    numberColumn(CHAIN_NAMES.lines, ({ chain }) => chain?.lines ?? UNKNOWN),
    numberColumn(CHAIN_NAMES.beside, ({ chain }) => chain?.beside ?? UNKNOWN),
    numberColumn(CHAIN_NAMES.total, ({ chain, total }) => chain?.total ?? total ?? UNKNOWN),
    numberColumn(CHAIN_NAMES.settled, ({ chain }) => chain?.settled ?? UNKNOWN),
    numberColumn(CHAIN_NAMES.due, ({ chain }) => chain?.due ?? UNKNOWN),
    textColumn('Sums by', ({ chain }) => chain && CHAIN_BASIS_NAMES[chain.basis]),
  ],
  total: [],
  owed: [],
  currency: [textColumn('Currency', ({ currency }) => currency)],
  issueDate: instantColumns('Issue date', ({ issueDate }) => issueDate),
  dueDate: instantColumns('Due date', ({ dueDate }) => dueDate),
  customerId: [textColumn('Customer ID', ({ customerId }) => customerId)],
  subscriptionId: [textColumn('Subscription ID', ({ subscriptionId }) => subscriptionId)],
  verdict: [textColumn('Verdict', ({ verdict }) => CHECK_VERDICT_NAMES[verdict])],
  checked: [
    textColumn('Findings', ({ checked, currency }) =>
      checked === null ? 'Not checked' : problemsOf(checked, currency).join('; '),
    ),
    textColumn('Reviewed', ({ checked }) => (checked === null ? null : reviewedLabels(checked).join('; '))),
  ],
  ...SEEN,
}

/** A row of the file of findings: an invoice with one of its findings, or without any. */
interface FindingRow {
  invoice: ListedInvoice
  finding: InvoiceFinding | null
  /** True for the first row of the invoice, the only one with its amounts, so that a sum counts them once. */
  isFirst: boolean
}

const FINDINGS: readonly CsvColumn<FindingRow>[] = [
  ...Object.values(INVOICES)
    .flat()
    .flatMap((column) =>
      ofPart([column], ({ invoice, isFirst }: FindingRow) =>
        column.kind === 'number' && !isFirst ? undefined : invoice,
      ),
    ),
  textColumn(
    'Finding',
    ({ finding, invoice }) =>
      finding && invoiceFindingLabel(finding, (amount) => formatAmount(amount, invoice.currency)),
  ),
  textColumn('Kind', ({ finding }) => finding && FINDING_KIND_NAMES[finding.kind]),
  textColumn('Lines', ({ finding }) => finding && finding.lines.join(', ')),
  numberColumn('Expected', ({ finding }) => finding && expectedOf(finding)),
  numberColumn('Difference', ({ finding }) => (finding && 'difference' in finding ? finding.difference : null)),
  textColumn('Reviewed by', ({ finding }) => (finding?.review?.isCurrent ? finding.review.by : null)),
]

function expectedOf(finding: InvoiceFinding): string | null {
  if ('expected' in finding) return finding.expected
  return finding.kind === 'amount' ? (finding.calculation?.expected ?? null) : null
}

/** Returns a row for each finding of an invoice, without its notes; one row when there is none. */
function findingRows(invoice: ListedInvoice): FindingRow[] {
  const findings = invoice.checked?.findings.filter(({ severity }) => severity === 'finding') ?? []
  const rows = findings.map((finding, nth) => ({ invoice, finding, isFirst: nth === 0 }))
  return rows.length > 0 ? rows : [{ invoice, finding: null, isFirst: true }]
}

/** A row of the file of customers: one of a customer's pools, or the customer when no balance was read. */
interface CustomerPool extends IndexedCustomer {
  pool: NonNullable<IndexedCustomer['balances']>[number] | null
}

const CUSTOMERS: ColumnsOf<IndexedCustomer, CustomerPool> = {
  id: [textColumn('External customer ID', ({ id }) => id)],
  count: [numberColumn('Transactions', ({ count }) => count ?? UNKNOWN)],
  balances: [
    textColumn('Unit', ({ pool }) => pool && (pool.unit ?? 'No unit')),
    numberColumn('Balance', ({ pool }) => pool && (pool.balance ?? UNKNOWN)),
    // Only of a pool whose balance is older than the row.
    ...instantColumns<CustomerPool>('Balance as of', ({ pool }) => pool && pool.asOf),
  ],
  newestAt: instantColumns('Newest transaction', ({ newestAt }) => newestAt),
  ...SEEN,
}

/** Returns a row for each pool of a customer, or one without a pool. */
const customerPools = (customer: IndexedCustomer): CustomerPool[] =>
  customer.balances === null || customer.balances.length === 0
    ? [{ ...customer, pool: null }]
    : customer.balances.map((pool) => ({ ...customer, pool }))

/** The CSV tables of the lists. */
const subscriptionsTable = (form?: CsvForm) => new CsvTable(Object.values(SUBSCRIPTIONS).flat(), form)
const invoicesTable = (form?: CsvForm) => new CsvTable(Object.values(INVOICES).flat(), form)
const findingsTable = (form?: CsvForm) => new CsvTable(FINDINGS, form)
const customersTable = (form?: CsvForm) => new CsvTable(Object.values(CUSTOMERS).flat(), form)
