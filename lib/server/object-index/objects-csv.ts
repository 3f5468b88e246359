import type { CsvForm } from '@/contract/console/download'
import type {
  IndexedCustomer,
  IndexedRow,
  IndexedSubscription,
  ListedInvoice,
} from '@/contract/console/indexed-objects'
import { problemsOf } from '../../format/finding-label'
import { UNKNOWN } from '../../format/unreadable'
import { type ColumnsOf, endColumns, instantColumns, numberColumn, textColumn } from '../downloads/csv-columns'
import { CsvTable } from '../downloads/csv-table'

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
  total: [numberColumn('Total', ({ total }) => total ?? UNKNOWN)],
  currency: [textColumn('Currency', ({ currency }) => currency)],
  issueDate: instantColumns('Issue date', ({ issueDate }) => issueDate),
  dueDate: instantColumns('Due date', ({ dueDate }) => dueDate),
  customerId: [textColumn('Customer ID', ({ customerId }) => customerId)],
  subscriptionId: [textColumn('Subscription ID', ({ subscriptionId }) => subscriptionId)],
  checked: [
    textColumn('Findings', ({ checked, currency }) =>
      checked === null ? 'Not checked' : problemsOf(checked, currency).join('; '),
    ),
  ],
  ...SEEN,
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
export const customerPools = (customer: IndexedCustomer): CustomerPool[] =>
  customer.balances === null || customer.balances.length === 0
    ? [{ ...customer, pool: null }]
    : customer.balances.map((pool) => ({ ...customer, pool }))

/** The CSV tables of the lists. */
export const subscriptionsTable = (form?: CsvForm) => new CsvTable(Object.values(SUBSCRIPTIONS).flat(), form)
export const invoicesTable = (form?: CsvForm) => new CsvTable(Object.values(INVOICES).flat(), form)
export const customersTable = (form?: CsvForm) => new CsvTable(Object.values(CUSTOMERS).flat(), form)
