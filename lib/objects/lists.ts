import type { Filters } from '@/lib/core/filter'
import { INVOICE_VERDICT_NAMES } from '@/lib/invoices/finding'
import type { IndexedCustomer, IndexedSubscription, ListedInvoice } from './indexed-objects'
import { INVOICE_STATUS_NAMES, SUBSCRIPTION_STATUS_NAMES } from './status-names'

/*
 * The lists of the console, each written once, as plain data that browser and server import. From a column follow the table and the CSV,
 * from a filter the address, its control, the query, SQL, OpenAPI and MCP.
 */

type IndexColumn = 'id' | 'name' | 'status' | 'customerId' | 'subscriptionId'
export type ListRule =
  | 'isEnding'
  | 'isWithoutInvoice'
  | 'isChanged'
  | 'isReadIn'
  | 'isDue'
  | 'isIssuedIn'
  | 'isOfPlan'
  | 'hasVerdict'

/** How a value shows in the table and in the CSV. `own`: the list has its own cell and its own columns of the CSV. */
type ColumnKind = 'link' | 'status' | 'id' | 'text' | 'money' | 'number' | 'instant' | 'day' | 'lastDay' | 'own'

export interface ListColumn {
  kind: ColumnKind
  /** The header in the table, which lacks a column without one. */
  header?: string
  /** The header in the CSV, which lacks a column without one. */
  file?: string
  /** The words for a missing value in the table. */
  missing?: string
  /** A fixed width in the table; columns without one share the rest. */
  width?: string
  /** The width holds where the table is narrow, too. */
  keepsWidth?: true
  /** Left out where the table is narrow, or narrower than this. */
  isWide?: true | '47rem' | '60rem'
  isFigure?: true
  /** The order that a press on the header asks for, and what it is by. */
  sort?: { name: string; meaning: string }
}

/** A column for each field of a row, so that a new field cannot be missing in the CSV. A field that is no text or number has its own. */
type ListColumns<Row> = {
  readonly [Field in keyof Row]-?: Row[Field] extends string | number | null ? ListColumn : ListColumn & { kind: 'own' }
}

/** A list. `Row` is what it lists. */
interface ListOf<Row> {
  kind: 'subscription' | 'invoice' | 'customer'
  heading: string
  /** The operations that read a page of it, and its CSV. */
  read: string
  file: string
  filters: Filters<IndexColumn, ListRule>
  /** Filters of one press, with the order that they set. */
  chips: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What the order by attention has first, where the list has it: it is the default then. */
  attention?: string
  columns: ListColumns<Row>
}

const TEXT = { kind: 'text', maxChars: 200, comparison: 'contains' } as const
const STATUS = {
  kind: 'knownText',
  maxChars: 100,
  comparison: 'equals',
  column: 'status',
  label: 'Status',
  description: 'The status as the billing API names it',
} as const
const CHANGED = {
  kind: 'choice',
  choices: { unseen: 'Since you looked' },
  comparison: 'isChanged',
  label: 'Changed',
  description:
    'Changed after the user, or the owner of the key, last opened its page. Objects that they never opened are left out',
} as const
const RUN = {
  kind: 'run',
  comparison: 'isReadIn',
  label: 'Read in this run',
  description: 'Only what this run of `readThese` has read',
} as const

/** The columns of every CSV. `asOf` tells the age of the whole row. */
const SEEN = {
  asOf: { kind: 'instant', file: 'As of' },
  goneAt: { kind: 'instant', file: 'Gone since' },
} as const
const CUSTOMER_ID = { kind: 'id', header: 'Customer ID', file: 'Customer ID', isWide: '47rem' } as const

const SUBSCRIPTIONS = {
  kind: 'subscription',
  heading: 'Subscriptions',
  read: 'listSubscriptions',
  file: 'exportSubscriptions',
  filters: {
    text: {
      ...TEXT,
      columns: ['id', 'name', 'customerId'],
      label: 'Plan, ID or customer ID',
      description: 'A part of the plan’s name, the ID or the customer ID, ignoring case',
    },
    status: { ...STATUS, choices: SUBSCRIPTION_STATUS_NAMES },
    plan: {
      kind: 'text',
      maxChars: 250,
      comparison: 'equals',
      column: 'name',
      label: 'Whole name of the plan',
      description: 'The whole name of the plan, in the same upper and lower case',
    },
    end: {
      kind: 'choice',
      choices: { soon: 'Within 14 days' },
      comparison: 'isEnding',
      label: 'Ends',
      description: 'Active, and ends within 14 days',
    },
    unread: {
      kind: 'month',
      comparison: 'isWithoutInvoice',
      label: 'No invoice read for',
      description:
        'A month, UTC: 2026-03. Subscriptions whose billing period that began last by the end of this month is on no invoice that the console has read',
    },
    changed: CHANGED,
    run: RUN,
  },
  chips: {
    Active: { status: 'active' },
    Ending: { end: 'soon', sort: 'end', order: 'asc' },
    Changed: { changed: 'unseen' },
  },
  attention: 'those that end within 14 days, then the others by the last read',
  columns: {
    id: { kind: 'id', file: 'Subscription ID' },
    planName: { kind: 'link', header: 'Plan', file: 'Plan' },
    status: { kind: 'status', header: 'Status', file: 'Status', width: '11rem', isWide: true },
    startDate: { kind: 'day', file: 'Start' },
    endDate: {
      kind: 'lastDay',
      header: 'Last day, UTC',
      file: 'End',
      missing: 'No end date',
      sort: { name: 'end', meaning: 'by the end date, with asc the next to end first' },
      width: '7.5rem',
      isWide: true,
    },
    billingCadence: { kind: 'text', file: 'Billing interval' },
    pays: {
      kind: 'text',
      header: 'Base price',
      file: 'Base price',
      width: 'clamp(7rem, 24cqw, 11rem)',
      keepsWidth: true,
    },
    basePrice: { kind: 'number', file: 'Base price amount' },
    currency: { kind: 'text', file: 'Currency' },
    customerId: CUSTOMER_ID,
    ...SEEN,
    deletedAt: { kind: 'instant', file: 'Deleted here' },
  },
} as const satisfies ListOf<IndexedSubscription>

const INVOICES = {
  kind: 'invoice',
  heading: 'Invoices',
  read: 'listInvoices',
  file: 'exportInvoices',
  filters: {
    text: {
      ...TEXT,
      columns: ['id', 'name', 'customerId', 'subscriptionId'],
      label: 'Number, ID or customer ID',
      description: 'A part of the number, the ID, the customer ID or the subscription’s ID, ignoring case',
    },
    status: { ...STATUS, choices: INVOICE_STATUS_NAMES },
    due: {
      kind: 'choice',
      choices: {
        overdue: 'Overdue',
        failed: 'Payment failed',
        unconfirmed: 'To be confirmed',
        notDue: 'Not due',
        to30: '1–30 days overdue',
        to60: '31–60 days overdue',
        to90: '61–90 days overdue',
        over90: 'More than 90 days overdue',
        noDate: 'No due date',
        credit: 'Credits not used',
      },
      comparison: 'isDue',
      label: 'Payment',
      description:
        'Owed invoices only. overdue: by its status, or its due day has passed (UTC). failed: a payment failed. unconfirmed: a payment waits for the customer. By due day: notDue; to30, to60, to90: at most that many days ago, and more than the step before; over90; noDate. credit: below zero, not marked as paid',
    },
    issued: {
      kind: 'month',
      none: 'No issue date',
      comparison: 'isIssuedIn',
      label: 'Issued, UTC',
      description: 'The month of the issue date, UTC: 2026-03. noDate: without a readable issue date',
    },
    plan: {
      kind: 'text',
      maxChars: 250,
      comparison: 'isOfPlan',
      label: 'Plan',
      description: 'A part of the name of the subscription’s plan, ignoring case',
    },
    verdict: {
      kind: 'choice',
      choices: INVOICE_VERDICT_NAMES,
      comparison: 'hasVerdict',
      label: 'Verdict',
      description:
        'look: a check found a problem. unchecked: a part could not be checked, the rest agrees. agrees: all checks agree',
    },
    changed: CHANGED,
    run: RUN,
  },
  chips: {
    Overdue: { due: 'overdue', sort: 'due', order: 'asc' },
    Failed: { due: 'failed' },
    'Needs a look': { verdict: 'look' },
  },
  attention: 'overdue ones and those with a failed or unconfirmed payment, then other owed ones, then the others',
  columns: {
    id: { kind: 'id', file: 'Invoice ID' },
    number: { kind: 'link', header: 'Invoice', file: 'Number' },
    // As wide as “Payment action required”.
    status: { kind: 'status', header: 'Status', file: 'Status', width: 'clamp(12rem, 18cqw, 13rem)', isWide: true },
    total: { kind: 'money', header: 'Total', width: '7rem', keepsWidth: true },
    chain: { kind: 'own', header: 'Due', width: '7rem', isFigure: true, isWide: '47rem' },
    owed: { kind: 'money' },
    currency: { kind: 'text', file: 'Currency' },
    issueDate: { kind: 'day', file: 'Issue date' },
    dueDate: {
      kind: 'day',
      header: 'Due date, UTC',
      file: 'Due date',
      missing: 'No due date',
      sort: { name: 'due', meaning: 'by the due date, with asc the earliest first' },
      width: '7.5rem',
      isWide: true,
    },
    customerId: { ...CUSTOMER_ID, isWide: '60rem' },
    subscriptionId: { kind: 'id', file: 'Subscription ID' },
    verdict: { kind: 'own', header: 'Verdict', width: 'clamp(10rem, 15cqw, 11rem)', isWide: '47rem' },
    checked: { kind: 'own' },
    ...SEEN,
  },
} as const satisfies ListOf<ListedInvoice>

const CUSTOMERS = {
  kind: 'customer',
  heading: 'Customers',
  read: 'listCustomers',
  file: 'exportCustomers',
  filters: {
    text: {
      ...TEXT,
      columns: ['id'],
      label: 'Customer ID',
      description: 'A part of the external ID, ignoring case',
    },
    run: RUN,
  },
  chips: {},
  columns: {
    id: { kind: 'link', header: 'Customer', file: 'External customer ID' },
    count: { kind: 'own', header: 'Transactions', width: '9rem', isFigure: true, isWide: true },
    balances: { kind: 'own', header: 'Balance', width: '16rem' },
    newestAt: {
      kind: 'instant',
      header: 'Newest transaction',
      file: 'Newest transaction',
      missing: 'Not seen',
      sort: { name: 'newest', meaning: 'by the newest transaction' },
      width: '11rem',
      isWide: true,
    },
    ...SEEN,
  },
} as const satisfies ListOf<IndexedCustomer>

export const LISTS = { subscriptions: SUBSCRIPTIONS, invoices: INVOICES, customers: CUSTOMERS } as const

export type ListName = keyof typeof LISTS
/** What a list lists. */
export interface ListRows {
  subscriptions: IndexedSubscription
  invoices: ListedInvoice
  customers: IndexedCustomer
}
export type FilterName<Name extends ListName> = keyof (typeof LISTS)[Name]['filters'] & string

/** Returns the orders of a list with their descriptions; the first is the default. */
export function sortsOf(list: ListName): Record<string, string> {
  const { attention }: { heading: string; attention?: string } = LISTS[list]
  const byColumn = columnsOf(list).flatMap(([, { sort }]) => (sort ? [[sort.name, sort.meaning] as const] : []))
  return { ...(attention !== undefined && { attention }), seen: 'by the last read', ...Object.fromEntries(byColumn) }
}

/** Returns the names of a list's filters and of its order, which the audit records of an export. */
export const listFields = (list: ListName): string[] => [...Object.keys(LISTS[list].filters), 'sort', 'order']

/** Returns the columns of a list, by the field of the row. */
export const columnsOf = (list: ListName): [field: string, ListColumn][] => Object.entries(LISTS[list].columns)

/** Returns the text or number in a field of a row as text; null when it has none. */
export function textOf(row: object, field: string): string | null {
  const value: unknown = Object(row)[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
