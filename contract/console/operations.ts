import type { z } from 'zod'
import type { Account, RedirectResponse, SessionsEnded } from './account'
import type { ActivityPage, SubscriptionHistory } from './activity'
import type { CustomerView, RelatedObjects } from './customer'
import type { Download } from './download'
import type { CancelAccepted, ExportProgress } from './export-progress'
import type { FindResult, Suggestions } from './find'
import type { CONSOLE_INPUTS } from './inputs'
import type { InvoiceView } from './invoice'
import {
  BODY_ERRORS,
  CHANGE_ERRORS,
  FILE_ERRORS,
  NEW_PASSWORD_ERRORS,
  PASSWORD_ERRORS,
  READ_ERRORS,
  USER_ERRORS,
} from './errors'
import type { ConsoleOperation, OperationKind } from './operation'
import type {
  CustomerForgotten,
  IndexedCustomer,
  IndexedList,
  IndexedSubscription,
  ListedInvoice,
} from './indexed-list'
import type { DifferenceList } from './indexed-object'
import type { Status } from './status'
import type { SubscriptionView } from './subscription'
import type { TransactionPageView } from './transaction'
import type { LinkMade, UserAdded, UserChanged, UserPage } from './user'
import type { OpenedForgotten, OpenedList } from './opened'
import type { WatchChanged, WatchedList } from './watched'
import type { ChangePage, ChangeReport } from './change'
import type {
  BalanceChart,
  ChangeExplanations,
  FilteredTransactions,
  FilterOptions,
  GrantedBlocks,
  LedgerBlocks,
  LedgerMonths,
  LedgerRead,
  LedgerReadChanged,
} from './whole-ledger'

/*
 * The console's own `/api`, shared by the browser and the server. Without zod: the server checks inputs with `inputs.ts`.
 */

// The objects of audit entries.
const SUBSCRIPTION = { kind: 'subscription', idField: 'id' } as const
const INVOICE = { kind: 'invoice', idField: 'invoiceId' } as const
const CUSTOMER = { kind: 'customer', idField: 'externalId' } as const
const USER = { kind: 'user', idField: 'userId' } as const

/** Every operation of the console: the one table that routes, pages, queries and the audit come from. */
export const CONSOLE_OPERATIONS = {
  getSubscription: {
    kind: 'read',
    method: 'GET',
    path: '/api/subscriptions/{id}',
    permission: 'read',
    errors: READ_ERRORS,
  },
  getRawSubscription: {
    kind: 'raw',
    method: 'GET',
    path: '/api/subscriptions/{id}/raw',
    permission: 'read',
    errors: READ_ERRORS,
  },
  getSubscriptionHistory: {
    kind: 'read',
    method: 'GET',
    path: '/api/subscriptions/{id}/history',
    permission: 'read',
    errors: ['invalid_id'],
  },
  cancelSubscription: {
    kind: 'change',
    method: 'POST',
    path: '/api/subscriptions/{id}/cancel',
    permission: 'cancel',
    errors: CHANGE_ERRORS,
    audit: { records: 'run', object: SUBSCRIPTION, fields: ['externalCustomerId', 'seen'] },
  },
  deleteSubscription: {
    kind: 'change',
    method: 'DELETE',
    path: '/api/subscriptions/{id}',
    permission: 'delete',
    errors: CHANGE_ERRORS,
    audit: { records: 'run', object: SUBSCRIPTION, fields: ['seen'] },
  },
  getChange: {
    kind: 'read',
    method: 'GET',
    path: '/api/changes/{changeId}',
    permission: 'read',
    errors: ['not_found'],
    isPolled: true,
  },
  listChanges: { kind: 'read', method: 'GET', path: '/api/changes', permission: 'read', errors: [], isPolled: true },
  closeChange: {
    kind: 'update',
    method: 'POST',
    path: '/api/changes/{changeId}/close',
    permission: 'review',
    errors: ['invalid_id', ...BODY_ERRORS, 'not_found', 'not_closable'],
  },
  getInvoice: {
    kind: 'read',
    method: 'GET',
    path: '/api/invoices/{invoiceId}',
    permission: 'read',
    errors: READ_ERRORS,
  },
  getRawInvoice: {
    kind: 'raw',
    method: 'GET',
    path: '/api/invoices/{invoiceId}/raw',
    permission: 'read',
    errors: READ_ERRORS,
  },
  listTransactions: {
    kind: 'read',
    method: 'GET',
    path: '/api/customers/{externalId}/transactions',
    permission: 'read',
    errors: READ_ERRORS,
  },
  listRawTransactions: {
    kind: 'raw',
    method: 'GET',
    path: '/api/customers/{externalId}/transactions/raw',
    permission: 'read',
    errors: READ_ERRORS,
  },
  // A read by POST, because pasted text must not be part of a URL.
  find: { kind: 'read', method: 'POST', path: '/api/find', permission: 'read', errors: ['invalid_id', ...BODY_ERRORS] },
  listSubscriptions: {
    kind: 'read',
    method: 'GET',
    path: '/api/subscriptions',
    permission: 'read',
    errors: ['store_unavailable'],
  },
  listInvoices: {
    kind: 'read',
    method: 'GET',
    path: '/api/invoices',
    permission: 'read',
    errors: ['store_unavailable'],
  },
  listCustomers: {
    kind: 'read',
    method: 'GET',
    path: '/api/customers',
    permission: 'read',
    errors: ['store_unavailable'],
  },
  getCustomer: {
    kind: 'read',
    method: 'GET',
    path: '/api/customers/{externalId}',
    permission: 'read',
    errors: ['invalid_id', 'store_unavailable'],
  },
  getApiCustomer: {
    kind: 'read',
    method: 'GET',
    path: '/api/api-customers/{customerId}',
    permission: 'read',
    errors: ['invalid_id', 'store_unavailable'],
  },
  listDifferences: {
    kind: 'read',
    method: 'GET',
    path: '/api/differences',
    permission: 'read',
    errors: ['store_unavailable'],
  },
  getRelated: {
    kind: 'read',
    method: 'GET',
    path: '/api/related',
    permission: 'read',
    errors: ['store_unavailable'],
  },
  listOpened: {
    kind: 'read',
    method: 'GET',
    path: '/api/opened',
    permission: 'read',
    errors: ['store_unavailable'],
  },
  forgetOpened: {
    kind: 'update',
    method: 'DELETE',
    path: '/api/opened',
    permission: 'read',
    errors: [...BODY_ERRORS, 'store_unavailable'],
  },
  listWatched: {
    kind: 'read',
    method: 'GET',
    path: '/api/watched',
    permission: 'read',
    errors: ['store_unavailable'],
  },
  watchObject: {
    kind: 'update',
    method: 'POST',
    path: '/api/watched',
    permission: 'read',
    errors: [...BODY_ERRORS, 'too_many_watched', 'store_unavailable'],
  },
  forgetCustomer: {
    kind: 'update',
    method: 'POST',
    path: '/api/customers/{externalId}/forget',
    permission: 'forget',
    errors: ['invalid_id', ...BODY_ERRORS],
    audit: { records: 'refusal', object: CUSTOMER },
  },
  // Not below `/api/subscriptions`, where `csv` can be the ID of an object. The ID of an export is hexadecimal.
  exportSubscriptions: {
    kind: 'file',
    method: 'GET',
    path: '/api/exports/subscriptions',
    permission: 'export',
    errors: ['console_busy'],
    audit: { records: 'run', fields: ['form', 'text', 'status', 'plan', 'end', 'sort', 'order'] },
  },
  exportInvoices: {
    kind: 'file',
    method: 'GET',
    path: '/api/exports/invoices',
    permission: 'export',
    errors: ['console_busy'],
    audit: { records: 'run', fields: ['form', 'text', 'status', 'due', 'sort', 'order'] },
  },
  exportCustomers: {
    kind: 'file',
    method: 'GET',
    path: '/api/exports/customers',
    permission: 'export',
    errors: ['console_busy'],
    audit: { records: 'run', fields: ['form', 'text', 'sort', 'order'] },
  },
  suggest: {
    kind: 'read',
    method: 'POST',
    path: '/api/find/suggestions',
    permission: 'read',
    errors: [...BODY_ERRORS, 'store_unavailable'],
  },
  downloadInvoicePdf: {
    kind: 'file',
    method: 'GET',
    path: '/api/invoices/{invoiceId}/pdf',
    permission: 'export',
    errors: FILE_ERRORS,
    audit: { records: 'run', object: INVOICE, fields: ['copy'] },
  },
  downloadInvoiceCsv: {
    kind: 'file',
    method: 'GET',
    path: '/api/invoices/{invoiceId}/csv',
    permission: 'export',
    errors: FILE_ERRORS,
    audit: { records: 'run', object: INVOICE, fields: ['form'] },
  },
  exportTransactions: {
    kind: 'file',
    method: 'GET',
    path: '/api/customers/{externalId}/transactions/csv',
    permission: 'export',
    errors: FILE_ERRORS,
    audit: {
      records: 'run',
      object: CUSTOMER,
      fields: [
        'form',
        'columns',
        'timeZone',
        'type',
        'billable',
        'block',
        'pool',
        'from',
        'to',
        'amountFrom',
        'amountTo',
        'idContains',
      ],
    },
  },
  getLedgerRead: {
    kind: 'read',
    method: 'GET',
    path: '/api/customers/{externalId}/ledger',
    permission: 'read',
    errors: ['invalid_id', 'store_unavailable'],
    isPolled: true,
  },
  readLedger: {
    kind: 'update',
    method: 'POST',
    path: '/api/customers/{externalId}/ledger',
    permission: 'read',
    errors: ['invalid_id', ...BODY_ERRORS, 'console_busy', 'store_unavailable'],
  },
  cancelLedgerRead: {
    kind: 'update',
    method: 'DELETE',
    path: '/api/customers/{externalId}/ledger',
    permission: 'read',
    errors: ['invalid_id', ...BODY_ERRORS, 'store_unavailable'],
  },
  getBalanceChart: {
    kind: 'read',
    method: 'GET',
    path: '/api/customers/{externalId}/ledger/chart',
    permission: 'read',
    errors: ['invalid_id', 'store_unavailable'],
  },
  explainChange: {
    kind: 'read',
    method: 'GET',
    path: '/api/customers/{externalId}/ledger/change',
    permission: 'read',
    errors: ['invalid_id', 'store_unavailable'],
  },
  listLedgerMonths: {
    kind: 'read',
    method: 'GET',
    path: '/api/customers/{externalId}/ledger/months',
    permission: 'read',
    errors: ['invalid_id', 'store_unavailable'],
  },
  listLedgerBlocks: {
    kind: 'read',
    method: 'GET',
    path: '/api/customers/{externalId}/ledger/blocks',
    permission: 'read',
    errors: ['invalid_id', 'store_unavailable'],
  },
  listGrantedBlocks: {
    kind: 'read',
    method: 'GET',
    path: '/api/invoices/{invoiceId}/blocks',
    permission: 'read',
    errors: ['invalid_id', 'store_unavailable'],
  },
  listFilterOptions: {
    kind: 'read',
    method: 'GET',
    path: '/api/customers/{externalId}/ledger/options',
    permission: 'read',
    errors: ['invalid_id', 'store_unavailable'],
  },
  filterTransactions: {
    kind: 'read',
    method: 'GET',
    path: '/api/customers/{externalId}/ledger/filter',
    permission: 'read',
    errors: [...READ_ERRORS, 'store_unavailable'],
  },
  exportLedgerMonths: {
    kind: 'file',
    method: 'GET',
    path: '/api/customers/{externalId}/ledger/months/csv',
    permission: 'export',
    errors: ['invalid_id', 'not_found', 'console_busy', 'store_unavailable'],
    audit: { records: 'run', object: CUSTOMER, fields: ['form'] },
  },
  downloadLedgerMonthsPdf: {
    kind: 'file',
    method: 'GET',
    path: '/api/customers/{externalId}/ledger/months/pdf',
    permission: 'export',
    errors: ['invalid_id', 'not_found', 'console_busy', 'store_unavailable'],
    audit: { records: 'run', object: CUSTOMER, fields: [] },
  },
  getExport: {
    kind: 'read',
    method: 'GET',
    path: '/api/exports/{exportId}',
    permission: 'export',
    errors: ['invalid_id', 'not_found', 'store_unavailable'],
    isPolled: true,
  },
  cancelExport: {
    kind: 'update',
    method: 'DELETE',
    path: '/api/exports/{exportId}',
    permission: 'export',
    errors: ['invalid_id', 'not_found', 'store_unavailable'],
  },
  signIn: {
    kind: 'session',
    method: 'POST',
    path: '/api/sign-in',
    permission: 'public',
    errors: PASSWORD_ERRORS,
    form: '/sign-in',
  },
  signOut: {
    kind: 'session',
    method: 'POST',
    path: '/api/sign-out',
    permission: 'account',
    errors: BODY_ERRORS,
    form: '/',
  },
  getAccount: { kind: 'read', method: 'GET', path: '/api/account', permission: 'account', errors: [] },
  changePassword: {
    kind: 'session',
    method: 'POST',
    path: '/api/account/password',
    permission: 'account',
    errors: [...NEW_PASSWORD_ERRORS, 'sign_in_refused', 'too_many_attempts'],
    form: '/account',
  },
  endSession: {
    kind: 'update',
    method: 'DELETE',
    path: '/api/account/sessions/{sessionId}',
    permission: 'account',
    errors: ['invalid_id', 'not_found', ...BODY_ERRORS],
  },
  setUp: {
    kind: 'session',
    method: 'POST',
    path: '/api/set-up',
    permission: 'public',
    errors: [...NEW_PASSWORD_ERRORS, 'link_not_valid'],
    form: '/set-up',
  },
  resetPassword: {
    kind: 'session',
    method: 'POST',
    path: '/api/reset',
    permission: 'public',
    errors: [...NEW_PASSWORD_ERRORS, 'link_not_valid'],
    form: '/reset',
  },
  stepUp: {
    kind: 'session',
    method: 'POST',
    path: '/api/step-up',
    permission: 'account',
    errors: PASSWORD_ERRORS,
    form: '/step-up',
  },
  listActivity: { kind: 'read', method: 'GET', path: '/api/activity', permission: 'activity', errors: [] },
  exportActivity: {
    kind: 'file',
    method: 'GET',
    path: '/api/activity/csv',
    permission: 'activity',
    errors: ['console_busy'],
    audit: {
      records: 'run',
      fields: ['form', 'actor', 'action', 'outcome', 'objectKind', 'objectId', 'from', 'to', 'text'],
    },
  },
  getStatus: {
    kind: 'read',
    method: 'GET',
    path: '/api/status',
    permission: 'read',
    errors: ['store_unavailable'],
    isPolled: true,
  },
  startOidc: { kind: 'redirect', method: 'GET', path: '/api/sign-in/oidc', permission: 'public', errors: [] },
  finishOidc: { kind: 'redirect', method: 'GET', path: '/api/sign-in/callback', permission: 'public', errors: [] },
  listUsers: { kind: 'read', method: 'GET', path: '/api/users', permission: 'users', errors: [] },
  addUser: {
    kind: 'update',
    method: 'POST',
    path: '/api/users',
    permission: 'users',
    errors: [...USER_ERRORS, 'email_taken', 'last_admin'],
    audit: { records: 'refusal' },
  },
  changeUser: {
    kind: 'update',
    method: 'POST',
    path: '/api/users/{userId}',
    permission: 'users',
    errors: [...USER_ERRORS, 'last_admin'],
    audit: { records: 'refusal', object: USER },
  },
  createResetLink: {
    kind: 'update',
    method: 'POST',
    path: '/api/users/{userId}/reset-link',
    permission: 'users',
    errors: [...USER_ERRORS, 'link_not_possible'],
    audit: { records: 'refusal', object: USER },
  },
} as const satisfies Record<string, ConsoleOperation>

export type ConsoleOperationName = keyof typeof CONSOLE_OPERATIONS

/** The input of an operation: the fields of its path and of its query or body. */
export type ConsoleInput<Name extends ConsoleOperationName> = z.infer<(typeof CONSOLE_INPUTS)[Name]>

/** What each `read` and `update` returns. */
interface OwnOutputs {
  getSubscription: SubscriptionView
  getSubscriptionHistory: SubscriptionHistory
  getChange: ChangeReport
  listChanges: ChangePage
  closeChange: ChangeReport
  getInvoice: InvoiceView
  listTransactions: TransactionPageView
  find: FindResult
  listSubscriptions: IndexedList<IndexedSubscription>
  listInvoices: IndexedList<ListedInvoice>
  listCustomers: IndexedList<IndexedCustomer>
  getCustomer: CustomerView
  getApiCustomer: CustomerView
  listDifferences: DifferenceList
  getRelated: RelatedObjects
  listOpened: OpenedList
  forgetOpened: OpenedForgotten
  listWatched: WatchedList
  watchObject: WatchChanged
  forgetCustomer: CustomerForgotten
  suggest: Suggestions
  getLedgerRead: LedgerRead
  readLedger: LedgerReadChanged
  cancelLedgerRead: LedgerReadChanged
  getBalanceChart: BalanceChart
  explainChange: ChangeExplanations
  listLedgerMonths: LedgerMonths
  listLedgerBlocks: LedgerBlocks
  listGrantedBlocks: GrantedBlocks
  listFilterOptions: FilterOptions
  filterTransactions: FilteredTransactions
  getExport: ExportProgress
  cancelExport: CancelAccepted
  getAccount: Account
  endSession: SessionsEnded
  listActivity: ActivityPage
  getStatus: Status
  listUsers: UserPage
  addUser: UserAdded
  changeUser: UserChanged
  createResetLink: LinkMade
}
/** What each operation of the other kinds returns; a `raw` string is JSON text. */
interface OutputOfKind {
  raw: string
  file: Download
  change: ChangeReport
  session: RedirectResponse
  redirect: RedirectResponse
}
type KindOf<Name extends ConsoleOperationName> = (typeof CONSOLE_OPERATIONS)[Name]['kind']

/** The output of an operation: by its name, or else by its kind. */
export type ConsoleOutput<Name extends ConsoleOperationName> = Name extends keyof OwnOutputs
  ? OwnOutputs[Name]
  : OutputOfKind[Exclude<KindOf<Name>, 'read' | 'update'>]

type NameOfKind<Kind extends OperationKind> = {
  [Name in ConsoleOperationName]: KindOf<Name> extends Kind ? Name : never
}[ConsoleOperationName]
export type ReadName = NameOfKind<'read'>
/** Reads that return the billing API's response as it was sent. */
export type RawReadName = NameOfKind<'raw'>
/** Operations that change something and that a page sends. */
export type MutationName = NameOfKind<'change' | 'update' | 'session'>
