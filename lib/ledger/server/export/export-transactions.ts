import { MAX_PAGE_SIZE } from '@/contract/billing/limits'
import type { CsvForm, Download } from '@/lib/core/download'
import { isWholeLedger, partialOutcome, totalOfWalk, walkOutcome, whyPartial } from '../../ledger-walk'
import { type CsvBatches, csvDownload } from '@/lib/core/server/csv/csv-download'
import { fileNameOf } from '@/lib/core/server/csv/file-name'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { endingSignal } from '@/lib/core/server/process-stop'
import { listTransactions } from '../list-transactions'
import { walkLedgerAgain } from '../read/walk-ledger'
import { matchesFilter, type TransactionFilter, TransactionFilters } from '../transaction-filters'
import { CSV_FIELDS } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'
import type { AllocationBlockView, TransactionView } from '../../transaction'
import {
  type ColumnsOf,
  type CsvColumn,
  idColumn,
  instantColumns,
  numberColumn,
  ofPart,
  textColumn,
  CsvTable,
} from '@/lib/core/server/csv/csv-table'

/**
 * Returns a customer's whole ledger, or what matches the filters, as CSV, oldest row first, read page by page while it is sent. An
 * incomplete file ends with a line that gives the reason, and one that no total confirms with a line that says so.
 * @throws ProblemError as `listTransactions` for the first page, and `console_busy` when no download slot is free
 */
export const exportTransactions = operation('exportTransactions', {
  input: TransactionFilters.extend(CSV_FIELDS),
  describe: 'A CSV of a ledger, or of its entries that match the filters.',
  audit: {
    records: 'run',
    object: { kind: 'customer', idField: 'externalId' },
    fields: ['form', 'type', 'billable', 'block', 'pool', 'from', 'to', 'amountFrom', 'amountTo', 'idContains'],
  },
  run(context, { externalId, form, ...filter }): Promise<Download> {
    const exported: Exported = { read: 0, total: null, unconfirmed: null }
    return csvDownload(context, {
      fileName: fileNameOf({
        what: 'transactions',
        whose: externalId,
        filters: filter,
        at: context.now(),
        ending: '.csv',
      }),
      table: ledgerTable(form),
      batches: batchesOf(context, externalId, filter, exported),
      partialLine: (why) => partialOutcome(exported.read, exported.total, why),
      lastLine: () => exported.unconfirmed,
    })
  },
})

/** What an export has read so far, and the last line of a file that no total of the API confirms. */
interface Exported {
  read: number
  total: number | null
  unconfirmed: string | null
}

async function* batchesOf(
  context: OperationContext,
  externalId: string,
  filter: TransactionFilter,
  exported: Exported,
): CsvBatches<LedgerCsvRow> {
  const signal = endingSignal(context.signal)
  const readPage = (page: number) =>
    listTransactions.run({ ...context, signal }, { externalId, page, pageSize: MAX_PAGE_SIZE, order: 'asc' })
  const pages = walkLedgerAgain({ readPage, signal })
  let matched = 0
  let step = await pages.next()
  while (!step.done) {
    const { rows, end, asOf } = step.value
    exported.read += rows.length
    exported.total = end.countAtEnd
    const matches = rows.filter((row) => matchesFilter(row, filter))
    matched += matches.length
    yield matches.map((transaction) => ({ transaction, asOf }))
    step = await pages.next()
  }
  const walked = step.value
  exported.total = totalOfWalk(walked)
  if (!isWholeLedger(walked)) return whyPartial(walked)
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  if (exported.total === null) exported.unconfirmed = walkOutcome(walked, isFiltered ? matched : undefined)
  return null
}

/** A row of a ledger, and the UTC instant when it was read. */
export interface LedgerCsvRow {
  transaction: TransactionView
  asOf: string
}

/** The block's ID is in the column `allocationBlockId`. */
const BLOCK_COLUMNS: ColumnsOf<Omit<AllocationBlockView, 'id'>> = {
  pricingUnit: [textColumn('Pricing unit', ({ pricingUnit }) => pricingUnit)],
  planName: [textColumn('Plan', ({ planName }) => planName)],
  billingCadence: [textColumn('Billing interval', ({ billingCadence }) => billingCadence)],
  invoiceVanityId: [textColumn('Invoice number', ({ invoiceVanityId }) => invoiceVanityId)],
  invoiceId: [textColumn('Invoice ID', ({ invoiceId }) => invoiceId)],
  amount: [numberColumn('Block size', ({ amount }) => amount)],
  customPricingUnitId: [textColumn('Pricing unit ID', ({ customPricingUnitId }) => customPricingUnitId)],
}

const COLUMNS: ColumnsOf<TransactionView> = {
  createdAt: instantColumns('Created', ({ createdAt }) => createdAt),
  type: [textColumn('Type', ({ type }) => type)],
  amount: [numberColumn('Amount', ({ amount }) => amount)],
  isUnitUncertain: [
    textColumn('Amounts', ({ isUnitUncertain }) => (isUnitUncertain === true ? 'as sent, unit not known' : '')),
  ],
  previousBalance: [numberColumn('Balance before', ({ previousBalance }) => previousBalance)],
  newBalance: [numberColumn('Balance after', ({ newBalance }) => newBalance)],
  billable: [textColumn('Billable', ({ billable }) => billable?.name)],
  allocationBlock: ofPart(Object.values(BLOCK_COLUMNS).flat(), ({ allocationBlock }) => allocationBlock),
  id: [textColumn('Transaction ID', ({ id }) => id)],
  billableId: [
    idColumn(
      'Billable ID',
      ({ billableId }) => billableId,
      ({ billable }) => billable?.id,
    ),
  ],
  allocationBlockId: [
    idColumn(
      'Block ID',
      ({ allocationBlockId }) => allocationBlockId,
      ({ allocationBlock }) => allocationBlock?.id,
    ),
  ],
  eventId: [textColumn('Event ID', ({ eventId }) => eventId)],
  operationId: [textColumn('Operation ID', ({ operationId }) => operationId)],
  merchantId: [textColumn('Merchant ID', ({ merchantId }) => merchantId)],
  updatedAt: instantColumns('Updated', ({ updatedAt }) => updatedAt),
}

const ALL_COLUMNS: readonly CsvColumn<LedgerCsvRow>[] = [
  ...ofPart(Object.values(COLUMNS).flat(), ({ transaction }: LedgerCsvRow) => transaction),
  ...instantColumns<LedgerCsvRow>('As of', ({ asOf }) => asOf),
]

/** Returns the table of a ledger file: every field of an entry, each ID once, and amounts with their sign as sent. */
export const ledgerTable = (form?: CsvForm): CsvTable<LedgerCsvRow> => new CsvTable(ALL_COLUMNS, form)
