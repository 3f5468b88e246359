import type { IndexedCustomer, IndexedSubscription, ListedInvoice } from '@/contract/console/indexed-list'
import { problemsOf } from '../../format/finding-label'
import { UNKNOWN } from '../../format/unreadable'
import { numberCell, textCell } from '../downloads/csv-cell'
import { type CsvColumn, CsvTable } from '../downloads/csv-table'

/** Requires a column for every field, so that a new field cannot be missing in the file. */
type ColumnsOf<Row> = {
  [Field in keyof Row]-?: readonly [header: string, cell: (value: Row[Field], row: Row) => string]
}

function tableOf<Row extends object>(columns: ColumnsOf<Row>): CsvTable<Row> {
  const ordered: CsvColumn<Row>[] = []
  for (const field in columns) {
    const [header, cell] = columns[field]
    ordered.push({ header, cell: (row) => cell(row[field], row) })
  }
  return new CsvTable(ordered)
}

/** The columns of every list. `asOf` tells the age of the whole row. */
const SEEN = { asOf: ['As of (UTC)', textCell], goneAt: ['Gone since (UTC)', textCell] } as const

/** The CSV table of the indexed subscriptions. */
export const SUBSCRIPTIONS_TABLE = tableOf<IndexedSubscription>({
  id: ['Subscription ID', textCell],
  planName: ['Plan', textCell],
  status: ['Status', textCell],
  startDate: ['Start (UTC)', textCell],
  endDate: ['End (UTC)', textCell],
  billingCadence: ['Billing interval', textCell],
  pays: ['Base price', textCell],
  customerId: ['Customer ID', textCell],
  ...SEEN,
  deletedAt: ['Deleted here (UTC)', textCell],
})

/** The CSV table of the indexed invoices. */
export const INVOICES_TABLE = tableOf<ListedInvoice>({
  id: ['Invoice ID', textCell],
  number: ['Number', textCell],
  status: ['Status', textCell],
  total: ['Total', (total) => numberCell(total ?? UNKNOWN)],
  currency: ['Currency', textCell],
  issueDate: ['Issue date (UTC)', textCell],
  dueDate: ['Due date (UTC)', textCell],
  customerId: ['Customer ID', textCell],
  subscriptionId: ['Subscription ID', textCell],
  checked: [
    'Findings',
    (checked, { currency }) => textCell(checked === null ? 'Not checked' : problemsOf(checked, currency).join('; ')),
  ],
  ...SEEN,
})

/** The CSV table of the indexed ledgers. */
export const CUSTOMERS_TABLE = tableOf<IndexedCustomer>({
  id: ['External customer ID', textCell],
  count: ['Transactions', (count) => (count === null ? UNKNOWN : String(count))],
  balances: ['Balances', balancesCell],
  newestAt: ['Newest transaction (UTC)', textCell],
  ...SEEN,
})

/** Returns the exact balances: "credits: 12.5; EUR: Unknown; minutes: 5 (as of 2026-11-26T12:00:00.000Z)". The unit comes first, so that a negative balance is no formula. */
function balancesCell(balances: IndexedCustomer['balances']): string {
  const parts = (balances ?? []).map(({ unit, balance, asOf }) =>
    [`${unit ?? 'No unit'}: ${balance ?? UNKNOWN}`, asOf !== null && `(as of ${asOf})`].filter(Boolean).join(' '),
  )
  return textCell(parts.join('; '))
}
