import type { z } from 'zod'
import type { AccessKeyList, AccessKeyMade, AccessKeyRevoked } from '@/lib/people/access-key'
import type { Account, SessionsEnded } from '@/lib/people/account'
import type { ActivityPage, SubscriptionHistory } from '@/lib/activity/activity'
import type { Credits } from '@/lib/ledger/credits'
import type { CustomerView, RelatedObjects } from '@/lib/customers/customer'
import type { CancelAccepted, ExportProgress } from './download'
import type { FindResult, Suggestions } from '@/lib/find/find-result'
import type { CONSOLE_INPUTS } from '@/lib/inputs'
import type { InvoiceView } from '@/lib/invoices/invoice'
import type { ReviewList, ReviewsChanged } from '@/lib/invoices/finding'
import type { InvoiceComparison } from '@/lib/invoices/invoice-comparison'
import {
  AS_TOOL,
  BY_KEY,
  change,
  type ConsoleOperation,
  file,
  printed,
  raw,
  read,
  redirect,
  session,
  update,
} from './operation'
import type {
  Attention,
  CustomerForgotten,
  DifferenceList,
  IndexedCustomer,
  IndexedList,
  IndexedSubscription,
  InvoiceSums,
  ListedInvoice,
  OpenedForgotten,
  OpenedList,
} from '@/lib/objects/indexed-objects'
import type { NoteList, NotesChanged } from '@/lib/objects/note'
import { MAX_READ_BYTES, type ReadProgress, type ReadRunChanged, type ReadRuns } from '@/lib/reads/reads'
import type { Status } from '@/lib/status/status'
import type { SubscriptionWithEffects } from '@/lib/subscriptions/subscription'
import type { TransactionPageView } from '@/lib/ledger/transaction'
import type { LinkMade, UserAdded, UserChanged, UserPage } from '@/lib/people/user'
import { type ChangePage, type ChangeReport, type GroupChanged, MAX_GROUP_BYTES } from '@/lib/changes/change'
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
} from '@/lib/ledger/whole-ledger'

/*
 * The console's own `/api`, shared by the browser and the server. Without zod: the server checks inputs with `inputs.ts`.
 */

// The objects of audit entries.
const INVOICE = { kind: 'invoice', idField: 'invoiceId' } as const
const CUSTOMER = { kind: 'customer', idField: 'externalId' } as const
const USER = { kind: 'user', idField: 'userId' } as const

/** Every operation of the console: the one table that routes, pages, queries and the audit come from. */
export const CONSOLE_OPERATIONS = {
  getSubscription: read<SubscriptionWithEffects>('/api/subscriptions/{id}', 'read', AS_TOOL),
  getRawSubscription: raw('/api/subscriptions/{id}/raw', 'read', BY_KEY),
  getSubscriptionHistory: read<SubscriptionHistory>('/api/subscriptions/{id}/history', 'read', AS_TOOL),
  cancelSubscription: change('POST', '/api/subscriptions/{id}/cancel', 'cancel', {
    fields: ['externalCustomerId', 'seen', 'asOf'],
  }),
  deleteSubscription: change('DELETE', '/api/subscriptions/{id}', 'delete', { fields: ['seen', 'asOf'] }),
  approveChange: change('POST', '/api/subscriptions/{id}/changes/{changeId}/approve', 'approve', {
    fields: ['changeId'],
  }),
  // For access keys. Another person decides, also when the policy needs no approval.
  proposeCancel: change('POST', '/api/subscriptions/{id}/propose-cancel', 'cancel', {
    fields: ['externalCustomerId', 'seen', 'asOf'],
    ...AS_TOOL,
  }),
  proposeDelete: change('POST', '/api/subscriptions/{id}/propose-delete', 'delete', {
    fields: ['seen', 'asOf'],
    ...AS_TOOL,
  }),
  // Agents withdraw what they proposed; declining takes the permission `approve`.
  declineChange: update<ChangeReport>('POST', '/api/changes/{changeId}/decline', 'cancel', { records: 'refusal' }),
  getChange: read<ChangeReport>('/api/changes/{changeId}', 'read', { isPolled: true, ...AS_TOOL }),
  listChanges: read<ChangePage>('/api/changes', 'read', { isPolled: true, ...AS_TOOL }),
  exportChanges: file('/api/exports/changes', 'export', {
    fields: ['group', 'form'],
    ...BY_KEY,
  }),
  cancelSelected: update<GroupChanged>(
    'POST',
    '/api/groups',
    'cancel',
    { records: 'refusal' },
    { maxBodyBytes: MAX_GROUP_BYTES },
  ),
  stopGroup: update<GroupChanged>('POST', '/api/groups/{groupId}/stop', 'cancel', { records: 'refusal' }),
  closeChange: update<ChangeReport>('POST', '/api/changes/{changeId}/close', 'review', { records: 'refusal' }),
  getInvoice: read<InvoiceView>('/api/invoices/{invoiceId}', 'read', AS_TOOL),
  getRawInvoice: raw('/api/invoices/{invoiceId}/raw', 'read', BY_KEY),
  compareInvoices: read<InvoiceComparison>('/api/invoices/{invoiceId}/compare', 'read', AS_TOOL),
  listTransactions: read<TransactionPageView>('/api/customers/{externalId}/transactions', 'read', AS_TOOL),
  listRawTransactions: raw('/api/customers/{externalId}/transactions/raw', 'read', BY_KEY),
  // A read by POST, because pasted text must not be part of a URL.
  find: read<FindResult>('/api/find', 'read', { method: 'POST', ...AS_TOOL }),
  listSubscriptions: read<IndexedList<IndexedSubscription>>('/api/subscriptions', 'read', AS_TOOL),
  listInvoices: read<IndexedList<ListedInvoice>>('/api/invoices', 'read', AS_TOOL),
  // Not below `/api/invoices`, where `sums` can be the ID of an invoice.
  sumInvoices: read<InvoiceSums>('/api/sums/invoices', 'read', AS_TOOL),
  listCustomers: read<IndexedList<IndexedCustomer>>('/api/customers', 'read', AS_TOOL),
  getCustomer: read<CustomerView>('/api/customers/{externalId}', 'read', AS_TOOL),
  getApiCustomer: read<CustomerView>('/api/api-customers/{customerId}', 'read', BY_KEY),
  listDifferences: read<DifferenceList>('/api/differences', 'read', BY_KEY),
  getRelated: read<RelatedObjects>('/api/related', 'read', AS_TOOL),
  getAttention: read<Attention>('/api/attention', 'read', AS_TOOL),
  listOpened: read<OpenedList>('/api/opened', 'read'),
  forgetOpened: update<OpenedForgotten>('DELETE', '/api/opened', 'read'),
  listReviews: read<ReviewList>('/api/invoices/{invoiceId}/reviews', 'read', BY_KEY),
  reviewFinding: update<ReviewsChanged>('POST', '/api/invoices/{invoiceId}/reviews', 'note'),
  withdrawReview: update<ReviewsChanged>('DELETE', '/api/invoices/{invoiceId}/reviews', 'note'),
  listNotes: read<NoteList>('/api/notes', 'read', AS_TOOL),
  addNote: update<NotesChanged>('POST', '/api/notes', 'note'),
  editNote: update<NotesChanged>('POST', '/api/notes/{noteId}', 'note'),
  deleteNote: update<NotesChanged>('DELETE', '/api/notes/{noteId}', 'note'),
  forgetCustomer: update<CustomerForgotten>('POST', '/api/customers/{externalId}/forget', 'forget', {
    records: 'refusal',
    object: CUSTOMER,
  }),
  // Not below `/api/subscriptions`, where `csv` can be the ID of an object. The ID of an export is hexadecimal.
  exportSubscriptions: file('/api/exports/subscriptions', 'export', {
    fields: ['form'],
    list: 'subscriptions',
    ...BY_KEY,
  }),
  exportInvoices: file('/api/exports/invoices', 'export', {
    fields: ['form', 'columns'],
    list: 'invoices',
    ...BY_KEY,
  }),
  exportInvoiceLines: file('/api/exports/invoices/lines', 'export', {
    fields: ['form'],
    list: 'invoices',
    ...BY_KEY,
  }),
  exportCustomers: file('/api/exports/customers', 'export', {
    fields: ['form'],
    list: 'customers',
    ...BY_KEY,
  }),
  readThese: update<ReadRunChanged>('POST', '/api/reads', 'read', undefined, {
    maxBodyBytes: MAX_READ_BYTES,
    ...AS_TOOL,
  }),
  listReads: read<ReadRuns>('/api/reads', 'read', { isPolled: true, ...BY_KEY }),
  getRead: read<ReadProgress>('/api/reads/{readId}', 'read', {
    isPolled: true,
    ...AS_TOOL,
  }),
  stopRead: update<ReadRunChanged>('DELETE', '/api/reads/{readId}', 'read'),
  listCredits: read<Credits>('/api/credits', 'read', AS_TOOL),
  exportCredits: file('/api/exports/credits', 'export', {
    fields: ['day', 'pool', 'price', 'form'],
    ...BY_KEY,
  }),
  suggest: read<Suggestions>('/api/find/suggestions', 'read', {
    method: 'POST',
    ...BY_KEY,
  }),
  printInvoice: printed('/api/invoices/{invoiceId}/print', 'export', {
    object: INVOICE,
    fields: ['for'],
    ...BY_KEY,
  }),
  // Not below `/api/invoices`, where `print` can be the ID of an invoice.
  printInvoiceMonth: printed('/api/print/invoices', 'export', {
    fields: ['issued'],
    ...BY_KEY,
  }),
  downloadInvoiceCsv: file('/api/invoices/{invoiceId}/csv', 'export', {
    object: INVOICE,
    fields: ['form'],
    ...BY_KEY,
  }),
  exportTransactions: file('/api/customers/{externalId}/transactions/csv', 'export', {
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
    ...BY_KEY,
  }),
  getLedgerRead: read<LedgerRead>('/api/customers/{externalId}/ledger', 'read', {
    isPolled: true,
    ...AS_TOOL,
  }),
  readLedger: update<LedgerReadChanged>('POST', '/api/customers/{externalId}/ledger', 'read', undefined, AS_TOOL),
  cancelLedgerRead: update<LedgerReadChanged>('DELETE', '/api/customers/{externalId}/ledger', 'read'),
  getBalanceChart: read<BalanceChart>('/api/customers/{externalId}/ledger/chart', 'read', AS_TOOL),
  explainChange: read<ChangeExplanations>('/api/customers/{externalId}/ledger/change', 'read', AS_TOOL),
  listLedgerMonths: read<LedgerMonths>('/api/customers/{externalId}/ledger/months', 'read', AS_TOOL),
  listLedgerBlocks: read<LedgerBlocks>('/api/customers/{externalId}/ledger/blocks', 'read', AS_TOOL),
  listGrantedBlocks: read<GrantedBlocks>('/api/invoices/{invoiceId}/blocks', 'read', AS_TOOL),
  listFilterOptions: read<FilterOptions>('/api/customers/{externalId}/ledger/options', 'read', BY_KEY),
  filterTransactions: read<FilteredTransactions>('/api/customers/{externalId}/ledger/filter', 'read', AS_TOOL),
  exportLedgerMonths: file('/api/customers/{externalId}/ledger/months/csv', 'export', {
    object: CUSTOMER,
    fields: ['form'],
    ...BY_KEY,
  }),
  printMonths: printed('/api/customers/{externalId}/ledger/months/print', 'export', {
    object: CUSTOMER,
    fields: [],
    ...BY_KEY,
  }),
  getExport: read<ExportProgress>('/api/exports/{exportId}', 'export', { isPolled: true }),
  cancelExport: update<CancelAccepted>('DELETE', '/api/exports/{exportId}', 'export'),
  signIn: session('/api/sign-in', 'public', '/sign-in'),
  signOut: session('/api/sign-out', 'account', '/'),
  getAccount: read<Account>('/api/account', 'account'),
  changePassword: session('/api/account/password', 'account', '/account'),
  endSession: update<SessionsEnded>('DELETE', '/api/account/sessions/{sessionId}', 'account'),
  listOwnAccessKeys: read<AccessKeyList>('/api/account/access-keys', 'account'),
  createAccessKey: update<AccessKeyMade>('POST', '/api/account/access-keys', 'account'),
  listAccessKeys: read<AccessKeyList>('/api/access-keys', 'users'),
  // Their owner revokes them, and who manages users.
  revokeAccessKey: update<AccessKeyRevoked>('DELETE', '/api/access-keys/{keyId}', 'account'),
  setUp: session('/api/set-up', 'public', '/set-up'),
  resetPassword: session('/api/reset', 'public', '/reset'),
  stepUp: session('/api/step-up', 'account', '/step-up'),
  listActivity: read<ActivityPage>('/api/activity', 'activity'),
  exportActivity: file('/api/activity/csv', 'activity', {
    fields: ['form', 'actor', 'action', 'outcome', 'objectKind', 'objectId', 'from', 'to', 'text'],
  }),
  getStatus: read<Status>('/api/status', 'read', { isPolled: true, ...BY_KEY }),
  startOidc: redirect('/api/sign-in/oidc', 'public'),
  finishOidc: redirect('/api/sign-in/callback', 'public'),
  listUsers: read<UserPage>('/api/users', 'users'),
  addUser: update<UserAdded>('POST', '/api/users', 'users', {
    records: 'refusal',
  }),
  changeUser: update<UserChanged>('POST', '/api/users/{userId}', 'users', {
    records: 'refusal',
    object: USER,
  }),
  createResetLink: update<LinkMade>('POST', '/api/users/{userId}/reset-link', 'users', {
    records: 'refusal',
    object: USER,
  }),
}

export type ConsoleOperationName = keyof typeof CONSOLE_OPERATIONS

const isName = (name: string): name is ConsoleOperationName => name in CONSOLE_OPERATIONS
/** The names of all operations, in the order of the table. */
export const OPERATION_NAMES = Object.keys(CONSOLE_OPERATIONS).filter(isName)
/** Returns an operation with its optional properties. */
export const operationOf = (name: ConsoleOperationName): ConsoleOperation => CONSOLE_OPERATIONS[name]

/** The input of an operation: the fields of its path and of its query or body. */
export type ConsoleInput<Name extends ConsoleOperationName> = z.infer<(typeof CONSOLE_INPUTS)[Name]>

/** The output of an operation; of a `raw` one, JSON text. */
export type ConsoleOutput<Name extends ConsoleOperationName> = NonNullable<(typeof CONSOLE_OPERATIONS)[Name]['output']>

type NameOfKind<Kind extends ConsoleOperation['kind']> = {
  [Name in ConsoleOperationName]: (typeof CONSOLE_OPERATIONS)[Name]['kind'] extends Kind ? Name : never
}[ConsoleOperationName]
export type ReadName = NameOfKind<'read'>
/** Reads that return the billing API's response as it was sent. */
export type RawReadName = NameOfKind<'raw'>
/** Operations that change something and that a page sends. */
export type MutationName = NameOfKind<'change' | 'update' | 'session'>
