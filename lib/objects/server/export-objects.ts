import { z } from 'zod'
import type { InvoiceFinding } from '@/lib/invoices/finding'
import type { IndexedCustomer, IndexedSubscription, ListedInvoice } from '../indexed-objects'
import { columnsOf, type ListColumn, listFields, type ListName, type ListRows, textOf } from '../lists'
import { type CsvBatches, csvDownload } from '@/lib/core/server/csv/csv-download'
import {
  type CsvColumn,
  CsvTable,
  endColumns,
  instantColumns,
  numberColumn,
  ofPart,
  textColumn,
} from '@/lib/core/server/csv/csv-table'
import { fileNameOf } from '@/lib/core/server/csv/file-name'
import { CSV_FIELDS } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { settings } from '@/lib/core/server/settings'
import { FINDING_KIND_NAMES } from '@/lib/invoices/finding-kinds'
import { invoiceFindingLabel, problemsOf, reviewedLabels } from '@/lib/invoices/finding-label'
import { CHECK_VERDICT_NAMES } from '../status-names'
import { CHAIN_BASIS_NAMES, CHAIN_NAMES } from '@/lib/invoices/total-labels'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import { CustomerFilters, InvoiceFilters, SubscriptionFilters } from './list-input'
import { type ListFilters, selectRows } from './select-rows'
import { readBatches, selectIds } from './whole-list'

/** Returns the indexed subscriptions that match the filters as CSV, as `exportList` does. */
export const exportSubscriptions = operation('exportSubscriptions', {
  input: SubscriptionFilters.extend(CSV_FIELDS),
  describe: 'A CSV of the subscriptions that match the filters.',
  audit: { records: 'run', fields: ['form', ...listFields('subscriptions')] },
  run: async (context, { form, ...input }) =>
    exportList(context, {
      name: 'subscriptions',
      input,
      table: new CsvTable(listCsvColumns<IndexedSubscription>('subscriptions'), form),
      rowsOf: (row) => [row],
    }),
})

/** Returns the indexed invoices that match the filters as CSV, as `exportList` does; with `columns` a row for each finding. */
export const exportInvoices = operation('exportInvoices', {
  input: InvoiceFilters.extend({
    columns: z
      .literal('findings')
      .describe('findings: a row for each finding, with its kind, lines, expected amount, difference and reviewer')
      .optional(),
    ...CSV_FIELDS,
  }),
  describe: 'A CSV of the invoices that match the filters.',
  audit: { records: 'run', fields: ['form', 'columns', ...listFields('invoices')] },
  async run(context, { form, columns, ...input }) {
    const list = { name: 'invoices', input } as const
    return columns === 'findings'
      ? exportList(context, { ...list, table: new CsvTable(FINDINGS, form), rowsOf: findingRows })
      : exportList(context, { ...list, table: new CsvTable(INVOICES, form), rowsOf: (row) => [row] })
  },
})

/** Returns the indexed ledgers that match the filters as CSV, a row for each pool, as `exportList` does. */
export const exportCustomers = operation('exportCustomers', {
  input: CustomerFilters.extend(CSV_FIELDS),
  describe: 'A CSV of the customers that match the filters.',
  audit: { records: 'run', fields: ['form', ...listFields('customers')] },
  run: async (context, { form, ...input }) =>
    exportList(context, {
      name: 'customers',
      input,
      table: new CsvTable(listCsvColumns('customers', OF_CUSTOMER), form),
      rowsOf: customerPools,
    }),
})

interface ExportedList<Name extends ListName, View> {
  name: Name
  /** The order and the filters. */
  input: ListFilters<Name> & { order: 'asc' | 'desc'; sort: string }
  table: CsvTable<View>
  /** Returns the rows of the file for a row of the list. */
  rowsOf: (row: ListRows[Name]) => View[]
}

/**
 * Returns all rows of a list as CSV, at most `CONSOLE_INDEX_ROWS`, in their order at the start. Their IDs are read at once, and their
 * content in batches while the file is sent: a row that changes its place meanwhile is in it once, unless it no longer matches.
 * @throws ProblemError `console_busy` when too many exports run, `store_unavailable`
 */
function exportList<Name extends ListName, View>(context: OperationContext, list: ExportedList<Name, View>) {
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

async function* batchesOf<Name extends ListName, View>(
  context: OperationContext,
  { name, input, rowsOf }: ExportedList<Name, View>,
): CsvBatches<View> {
  const { signal } = context
  const selection = selectRows(context, name, input)
  const most = settings().CONSOLE_INDEX_ROWS
  const ids = await selectIds(signal, selection, { order: input.order, limit: most + 1 })
  for await (const batch of readBatches(signal, selection, ids.slice(0, most))) yield batch.flatMap(rowsOf)
  return ids.length > most ? 'an export ends at CONSOLE_INDEX_ROWS rows; use a filter' : null
}

/** Returns the columns of a list in its CSV. @param own those of the columns of the kind `own`, by their field */
const listCsvColumns = <Row extends object>(
  list: ListName,
  own: Readonly<Record<string, readonly CsvColumn<Row>[]>> = {},
): CsvColumn<Row>[] => columnsOf(list).flatMap(([field, column]) => own[field] ?? plainColumns(field, column))

function plainColumns<Row extends object>(field: string, { kind, file }: ListColumn): CsvColumn<Row>[] {
  const valueOf = (row: Row) => textOf(row, field)
  if (file === undefined) return []
  if (kind === 'money' || kind === 'number') return [numberColumn(file, valueOf)]
  if (kind === 'lastDay') return endColumns(file, valueOf)
  return kind === 'instant' || kind === 'day' ? instantColumns(file, valueOf) : [textColumn(file, valueOf)]
}

const INVOICES = listCsvColumns<ListedInvoice>('invoices', {
  chain: [
    numberColumn(CHAIN_NAMES.lines, ({ chain }) => chain?.lines ?? UNKNOWN),
    numberColumn(CHAIN_NAMES.beside, ({ chain }) => chain?.beside ?? UNKNOWN),
    numberColumn(CHAIN_NAMES.total, ({ chain, total }) => chain?.total ?? total ?? UNKNOWN),
    numberColumn(CHAIN_NAMES.settled, ({ chain }) => (chain === null ? UNKNOWN : chain.settled)),
    numberColumn(CHAIN_NAMES.due, ({ chain }) => (chain === null ? UNKNOWN : chain.due)),
    textColumn('Sums by', ({ chain }) => chain && CHAIN_BASIS_NAMES[chain.basis]),
  ],
  verdict: [textColumn('Verdict', ({ verdict }) => CHECK_VERDICT_NAMES[verdict])],
  checked: [
    textColumn('Findings', ({ checked, currency }) =>
      checked === null ? 'Not checked' : problemsOf(checked, currency).join('; '),
    ),
    textColumn('Reviewed', ({ checked }) => (checked === null ? null : reviewedLabels(checked).join('; '))),
  ],
})

/** A row of the file of findings: an invoice with one of its findings, or without any. */
interface FindingRow {
  invoice: ListedInvoice
  finding: InvoiceFinding | null
  /** True for the first row of the invoice, the only one with its amounts, so that a sum counts them once. */
  isFirst: boolean
}

const FINDINGS: readonly CsvColumn<FindingRow>[] = [
  ...INVOICES.flatMap((column) =>
    ofPart([column], ({ invoice, isFirst }: FindingRow) =>
      column.kind === 'number' && !isFirst ? undefined : invoice,
    ),
  ),
  textColumn('Finding', ({ finding, invoice }) => finding && invoiceFindingLabel(finding, invoice.currency)),
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

const OF_CUSTOMER: Record<string, CsvColumn<CustomerPool>[]> = {
  count: [numberColumn('Transactions', ({ count }) => count ?? UNKNOWN)],
  balances: [
    textColumn('Unit', ({ pool }) => pool && (pool.unit ?? 'No unit')),
    numberColumn('Balance', ({ pool }) => pool && (pool.balance ?? UNKNOWN)),
    // Only of a pool whose balance is older than the row.
    ...instantColumns<CustomerPool>('Balance as of', ({ pool }) => pool && pool.asOf),
  ],
}

/** Returns a row for each pool of a customer, or one without a pool. */
const customerPools = (customer: IndexedCustomer): CustomerPool[] =>
  customer.balances === null || customer.balances.length === 0
    ? [{ ...customer, pool: null }]
    : customer.balances.map((pool) => ({ ...customer, pool }))
