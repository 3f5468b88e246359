import type { z } from 'zod'
import type { AccessKeyList, AccessKeyMade, AccessKeyRevoked } from './access-key'
import type { Account, SessionsEnded } from './account'
import type { ActivityPage, SubscriptionHistory } from './activity'
import type { Credits } from './credits'
import type { CustomerView, RelatedObjects } from './customer'
import type { CancelAccepted, ExportProgress } from './download'
import type { FindResult, Suggestions } from './find'
import type { CONSOLE_INPUTS } from './inputs'
import type { InvoiceView } from './invoice'
import type { ReviewList, ReviewsChanged } from './invoice-findings'
import type { InvoiceComparison } from './invoice-comparison'
import {
  BODY_ERRORS,
  FILE_ERRORS,
  NEW_PASSWORD_ERRORS,
  OWNED_ERRORS,
  PASSWORD_ERRORS,
  READ_ERRORS,
  STORED_ERRORS,
  USER_ERRORS,
} from './errors'
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
} from './indexed-objects'
import type { NoteList, NotesChanged } from './note'
import { MAX_READ_BYTES, type ReadProgress, type ReadRunChanged, type ReadRuns } from './reads'
import type { Status } from './status'
import type { SubscriptionWithEffects } from './subscription'
import type { TransactionPageView } from './transaction'
import type { LinkMade, UserAdded, UserChanged, UserPage } from './user'
import { type ChangePage, type ChangeReport, type GroupChanged, MAX_GROUP_BYTES } from './change'
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
const INVOICE = { kind: 'invoice', idField: 'invoiceId' } as const
const CUSTOMER = { kind: 'customer', idField: 'externalId' } as const
const REVIEW_ERRORS = ['invalid_id', ...BODY_ERRORS, 'not_found', 'store_unavailable'] as const
const USER = { kind: 'user', idField: 'userId' } as const

/** Every operation of the console: the one table that routes, pages, queries and the audit come from. */
export const CONSOLE_OPERATIONS = {
  getSubscription: read<SubscriptionWithEffects>('/api/subscriptions/{id}', 'read', READ_ERRORS, AS_TOOL),
  getRawSubscription: raw('/api/subscriptions/{id}/raw', 'read', BY_KEY),
  getSubscriptionHistory: read<SubscriptionHistory>('/api/subscriptions/{id}/history', 'read', ['invalid_id'], AS_TOOL),
  cancelSubscription: change('POST', '/api/subscriptions/{id}/cancel', 'cancel', {
    fields: ['externalCustomerId', 'seen', 'asOf'],
  }),
  deleteSubscription: change('DELETE', '/api/subscriptions/{id}', 'delete', { fields: ['seen', 'asOf'] }),
  approveChange: change(
    'POST',
    '/api/subscriptions/{id}/changes/{changeId}/approve',
    'approve',
    { fields: ['changeId'] },
    ['not_proposed'],
  ),
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
  declineChange: update<ChangeReport>(
    'POST',
    '/api/changes/{changeId}/decline',
    'cancel',
    ['invalid_id', ...BODY_ERRORS, 'not_found', 'not_allowed', 'not_proposed'],
    { records: 'refusal' },
  ),
  getChange: read<ChangeReport>('/api/changes/{changeId}', 'read', ['not_found'], { isPolled: true, ...AS_TOOL }),
  listChanges: read<ChangePage>('/api/changes', 'read', [], { isPolled: true, ...AS_TOOL }),
  exportChanges: file('/api/exports/changes', 'export', ['console_busy', 'store_unavailable'], {
    fields: ['group', 'form'],
    ...BY_KEY,
  }),
  cancelSelected: update<GroupChanged>(
    'POST',
    '/api/groups',
    'cancel',
    [
      ...BODY_ERRORS,
      'invalid_id',
      'change_open',
      'too_many_proposals',
      'too_many_groups',
      'fresh_sign_in_required',
      'store_unavailable',
    ],
    { records: 'refusal' },
    { maxBodyBytes: MAX_GROUP_BYTES },
  ),
  stopGroup: update<GroupChanged>('POST', '/api/groups/{groupId}/stop', 'cancel', OWNED_ERRORS, { records: 'refusal' }),
  closeChange: update<ChangeReport>(
    'POST',
    '/api/changes/{changeId}/close',
    'review',
    ['invalid_id', ...BODY_ERRORS, 'not_found', 'not_closable'],
    { records: 'refusal' },
  ),
  getInvoice: read<InvoiceView>('/api/invoices/{invoiceId}', 'read', READ_ERRORS, AS_TOOL),
  getRawInvoice: raw('/api/invoices/{invoiceId}/raw', 'read', BY_KEY),
  compareInvoices: read<InvoiceComparison>(
    '/api/invoices/{invoiceId}/compare',
    'read',
    [...READ_ERRORS, 'store_unavailable'],
    AS_TOOL,
  ),
  listTransactions: read<TransactionPageView>('/api/customers/{externalId}/transactions', 'read', READ_ERRORS, AS_TOOL),
  listRawTransactions: raw('/api/customers/{externalId}/transactions/raw', 'read', BY_KEY),
  // A read by POST, because pasted text must not be part of a URL.
  find: read<FindResult>('/api/find', 'read', ['invalid_id', ...BODY_ERRORS], { method: 'POST', ...AS_TOOL }),
  listSubscriptions: read<IndexedList<IndexedSubscription>>(
    '/api/subscriptions',
    'read',
    ['store_unavailable'],
    AS_TOOL,
  ),
  listInvoices: read<IndexedList<ListedInvoice>>('/api/invoices', 'read', ['store_unavailable'], AS_TOOL),
  // Not below `/api/invoices`, where `sums` can be the ID of an invoice.
  sumInvoices: read<InvoiceSums>('/api/sums/invoices', 'read', ['store_unavailable'], AS_TOOL),
  listCustomers: read<IndexedList<IndexedCustomer>>('/api/customers', 'read', ['store_unavailable'], AS_TOOL),
  getCustomer: read<CustomerView>('/api/customers/{externalId}', 'read', STORED_ERRORS, AS_TOOL),
  getApiCustomer: read<CustomerView>('/api/api-customers/{customerId}', 'read', STORED_ERRORS, BY_KEY),
  listDifferences: read<DifferenceList>('/api/differences', 'read', ['store_unavailable'], BY_KEY),
  getRelated: read<RelatedObjects>('/api/related', 'read', ['store_unavailable'], AS_TOOL),
  getAttention: read<Attention>('/api/attention', 'read', ['store_unavailable'], AS_TOOL),
  listOpened: read<OpenedList>('/api/opened', 'read', ['store_unavailable']),
  forgetOpened: update<OpenedForgotten>('DELETE', '/api/opened', 'read', [...BODY_ERRORS, 'store_unavailable']),
  listReviews: read<ReviewList>('/api/invoices/{invoiceId}/reviews', 'read', STORED_ERRORS, BY_KEY),
  reviewFinding: update<ReviewsChanged>('POST', '/api/invoices/{invoiceId}/reviews', 'note', REVIEW_ERRORS),
  withdrawReview: update<ReviewsChanged>('DELETE', '/api/invoices/{invoiceId}/reviews', 'note', REVIEW_ERRORS),
  listNotes: read<NoteList>('/api/notes', 'read', ['store_unavailable'], AS_TOOL),
  addNote: update<NotesChanged>('POST', '/api/notes', 'note', [
    ...BODY_ERRORS,
    'not_found',
    'too_many_notes',
    'store_unavailable',
  ]),
  editNote: update<NotesChanged>('POST', '/api/notes/{noteId}', 'note', OWNED_ERRORS),
  deleteNote: update<NotesChanged>('DELETE', '/api/notes/{noteId}', 'note', OWNED_ERRORS),
  forgetCustomer: update<CustomerForgotten>(
    'POST',
    '/api/customers/{externalId}/forget',
    'forget',
    ['invalid_id', ...BODY_ERRORS],
    { records: 'refusal', object: CUSTOMER },
  ),
  // Not below `/api/subscriptions`, where `csv` can be the ID of an object. The ID of an export is hexadecimal.
  exportSubscriptions: file('/api/exports/subscriptions', 'export', ['console_busy'], {
    fields: ['form', 'text', 'status', 'plan', 'end', 'changed', 'run', 'sort', 'order'],
    ...BY_KEY,
  }),
  exportInvoices: file('/api/exports/invoices', 'export', ['console_busy'], {
    fields: [
      'form',
      'columns',
      'text',
      'status',
      'due',
      'issued',
      'plan',
      'verdict',
      'changed',
      'run',
      'sort',
      'order',
    ],
    ...BY_KEY,
  }),
  exportInvoiceLines: file('/api/exports/invoices/lines', 'export', ['console_busy', 'store_unavailable'], {
    fields: ['form', 'text', 'status', 'due', 'issued', 'plan', 'verdict', 'changed', 'run', 'sort', 'order'],
    ...BY_KEY,
  }),
  exportCustomers: file('/api/exports/customers', 'export', ['console_busy'], {
    fields: ['form', 'text', 'run', 'sort', 'order'],
    ...BY_KEY,
  }),
  readThese: update<ReadRunChanged>(
    'POST',
    '/api/reads',
    'read',
    [...BODY_ERRORS, 'read_running', 'store_unavailable'],
    undefined,
    { maxBodyBytes: MAX_READ_BYTES, ...AS_TOOL },
  ),
  listReads: read<ReadRuns>('/api/reads', 'read', ['store_unavailable'], { isPolled: true, ...BY_KEY }),
  getRead: read<ReadProgress>('/api/reads/{readId}', 'read', ['invalid_id', 'not_found', 'store_unavailable'], {
    isPolled: true,
    ...AS_TOOL,
  }),
  stopRead: update<ReadRunChanged>('DELETE', '/api/reads/{readId}', 'read', OWNED_ERRORS),
  listCredits: read<Credits>('/api/credits', 'read', ['store_unavailable'], AS_TOOL),
  exportCredits: file('/api/exports/credits', 'export', ['console_busy', 'store_unavailable'], {
    fields: ['day', 'pool', 'price', 'form'],
    ...BY_KEY,
  }),
  suggest: read<Suggestions>('/api/find/suggestions', 'read', [...BODY_ERRORS, 'store_unavailable'], {
    method: 'POST',
    ...BY_KEY,
  }),
  printInvoice: printed('/api/invoices/{invoiceId}/print', 'export', [...READ_ERRORS, 'console_busy'], {
    object: INVOICE,
    fields: ['for'],
    ...BY_KEY,
  }),
  // Not below `/api/invoices`, where `print` can be the ID of an invoice.
  printInvoiceMonth: printed('/api/print/invoices', 'export', ['console_busy', 'store_unavailable'], {
    fields: ['issued'],
    ...BY_KEY,
  }),
  downloadInvoiceCsv: file('/api/invoices/{invoiceId}/csv', 'export', FILE_ERRORS, {
    object: INVOICE,
    fields: ['form'],
    ...BY_KEY,
  }),
  exportTransactions: file('/api/customers/{externalId}/transactions/csv', 'export', FILE_ERRORS, {
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
  getLedgerRead: read<LedgerRead>('/api/customers/{externalId}/ledger', 'read', STORED_ERRORS, {
    isPolled: true,
    ...AS_TOOL,
  }),
  readLedger: update<LedgerReadChanged>(
    'POST',
    '/api/customers/{externalId}/ledger',
    'read',
    [...READ_ERRORS, ...BODY_ERRORS, 'console_busy', 'store_unavailable'],
    undefined,
    AS_TOOL,
  ),
  cancelLedgerRead: update<LedgerReadChanged>('DELETE', '/api/customers/{externalId}/ledger', 'read', [
    'invalid_id',
    ...BODY_ERRORS,
    'store_unavailable',
  ]),
  getBalanceChart: read<BalanceChart>('/api/customers/{externalId}/ledger/chart', 'read', STORED_ERRORS, AS_TOOL),
  explainChange: read<ChangeExplanations>('/api/customers/{externalId}/ledger/change', 'read', STORED_ERRORS, AS_TOOL),
  listLedgerMonths: read<LedgerMonths>('/api/customers/{externalId}/ledger/months', 'read', STORED_ERRORS, AS_TOOL),
  listLedgerBlocks: read<LedgerBlocks>('/api/customers/{externalId}/ledger/blocks', 'read', STORED_ERRORS, AS_TOOL),
  listGrantedBlocks: read<GrantedBlocks>('/api/invoices/{invoiceId}/blocks', 'read', STORED_ERRORS, AS_TOOL),
  listFilterOptions: read<FilterOptions>('/api/customers/{externalId}/ledger/options', 'read', STORED_ERRORS, BY_KEY),
  filterTransactions: read<FilteredTransactions>(
    '/api/customers/{externalId}/ledger/filter',
    'read',
    [...READ_ERRORS, 'store_unavailable'],
    AS_TOOL,
  ),
  exportLedgerMonths: file(
    '/api/customers/{externalId}/ledger/months/csv',
    'export',
    ['invalid_id', 'not_found', 'console_busy', 'store_unavailable'],
    { object: CUSTOMER, fields: ['form'], ...BY_KEY },
  ),
  printMonths: printed(
    '/api/customers/{externalId}/ledger/months/print',
    'export',
    ['invalid_id', 'not_found', 'console_busy', 'store_unavailable'],
    { object: CUSTOMER, fields: [], ...BY_KEY },
  ),
  getExport: read<ExportProgress>(
    '/api/exports/{exportId}',
    'export',
    ['invalid_id', 'not_found', 'store_unavailable'],
    { isPolled: true },
  ),
  cancelExport: update<CancelAccepted>('DELETE', '/api/exports/{exportId}', 'export', [
    'invalid_id',
    'not_found',
    'store_unavailable',
  ]),
  signIn: session('/api/sign-in', 'public', PASSWORD_ERRORS, '/sign-in'),
  signOut: session('/api/sign-out', 'account', BODY_ERRORS, '/'),
  getAccount: read<Account>('/api/account', 'account', []),
  changePassword: session(
    '/api/account/password',
    'account',
    [...NEW_PASSWORD_ERRORS, 'sign_in_refused', 'too_many_attempts'],
    '/account',
  ),
  endSession: update<SessionsEnded>('DELETE', '/api/account/sessions/{sessionId}', 'account', [
    'invalid_id',
    'not_found',
    ...BODY_ERRORS,
  ]),
  listOwnAccessKeys: read<AccessKeyList>('/api/account/access-keys', 'account', ['store_unavailable']),
  createAccessKey: update<AccessKeyMade>('POST', '/api/account/access-keys', 'account', [
    ...BODY_ERRORS,
    'fresh_sign_in_required',
    'not_allowed',
    'too_many_access_keys',
  ]),
  listAccessKeys: read<AccessKeyList>('/api/access-keys', 'users', ['store_unavailable']),
  // Their owner revokes them, and who manages users.
  revokeAccessKey: update<AccessKeyRevoked>('DELETE', '/api/access-keys/{keyId}', 'account', [
    'invalid_id',
    ...BODY_ERRORS,
    'not_found',
  ]),
  setUp: session('/api/set-up', 'public', [...NEW_PASSWORD_ERRORS, 'link_not_valid'], '/set-up'),
  resetPassword: session('/api/reset', 'public', [...NEW_PASSWORD_ERRORS, 'link_not_valid'], '/reset'),
  stepUp: session('/api/step-up', 'account', PASSWORD_ERRORS, '/step-up'),
  listActivity: read<ActivityPage>('/api/activity', 'activity', []),
  exportActivity: file('/api/activity/csv', 'activity', ['console_busy'], {
    fields: ['form', 'actor', 'action', 'outcome', 'objectKind', 'objectId', 'from', 'to', 'text'],
  }),
  getStatus: read<Status>('/api/status', 'read', ['store_unavailable'], { isPolled: true, ...BY_KEY }),
  startOidc: redirect('/api/sign-in/oidc', 'public'),
  finishOidc: redirect('/api/sign-in/callback', 'public'),
  listUsers: read<UserPage>('/api/users', 'users', []),
  addUser: update<UserAdded>('POST', '/api/users', 'users', [...USER_ERRORS, 'email_taken', 'last_admin'], {
    records: 'refusal',
  }),
  changeUser: update<UserChanged>('POST', '/api/users/{userId}', 'users', [...USER_ERRORS, 'last_admin'], {
    records: 'refusal',
    object: USER,
  }),
  createResetLink: update<LinkMade>(
    'POST',
    '/api/users/{userId}/reset-link',
    'users',
    [...USER_ERRORS, 'link_not_possible'],
    { records: 'refusal', object: USER },
  ),
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
