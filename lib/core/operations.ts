import type { Permission } from './roles'

/*
 * The console's own `/api`, shared by the browser and the server. Without zod: the input of an operation is in its own file.
 */

/**
 * What an operation does.
 * - `read`: returns JSON and changes nothing
 * - `raw`: returns the JSON of the billing API's response, with each number as sent
 * - `file`: returns a download that a link opens; an error is shown as a page
 * - `change`: cancels or deletes a subscription; tracked until its outcome is known
 * - `update`: changes something else that the console keeps
 * - `session`: starts, renews or ends the caller's session and redirects; a form sends it, with or without scripts
 * - `redirect`: a link opens it and is redirected; an error is shown as a page
 */
export type OperationKind = 'read' | 'raw' | 'file' | 'change' | 'update' | 'session' | 'redirect'

/** A line of the table of operations. */
export interface OperationLine<Kind extends OperationKind = OperationKind> {
  kind: Kind
  method: 'GET' | 'POST' | 'DELETE'
  /** Each `{name}` is a field of the input, one percent-encoded segment. The rest is the query of a GET, else the body. */
  path: `/api/${string}`
  /** The permission that the user needs. */
  permission: Permission
  /** Its name in the activity; without one, the words of its name. */
  label: string | undefined
}

const row = <Kind extends OperationKind>(
  kind: Kind,
  method: OperationLine['method'],
  path: OperationLine['path'],
  permission: Permission,
  label?: string,
): OperationLine<Kind> => ({ kind, method, path, permission, label })

/** Every operation of the console: the one table that routes, pages, queries and the audit come from. */
export const OPERATIONS = {
  getSubscription: row('read', 'GET', '/api/subscriptions/{id}', 'read'),
  getRawSubscription: row('raw', 'GET', '/api/subscriptions/{id}/raw', 'read'),
  getSubscriptionHistory: row('read', 'GET', '/api/subscriptions/{id}/history', 'read'),
  cancelSubscription: row('change', 'POST', '/api/subscriptions/{id}/cancel', 'cancel', 'Cancel subscription'),
  deleteSubscription: row('change', 'DELETE', '/api/subscriptions/{id}', 'delete', 'Delete subscription'),
  approveChange: row(
    'change',
    'POST',
    '/api/subscriptions/{id}/changes/{changeId}/approve',
    'approve',
    'Approve change',
  ),
  // For access keys. Another person decides, also when the policy needs no approval.
  proposeCancel: row('change', 'POST', '/api/subscriptions/{id}/propose-cancel', 'cancel', 'Propose cancel'),
  proposeDelete: row('change', 'POST', '/api/subscriptions/{id}/propose-delete', 'delete', 'Propose delete'),
  // Agents withdraw what they proposed; declining takes the permission `approve`.
  declineChange: row('update', 'POST', '/api/changes/{changeId}/decline', 'cancel', 'Decline or withdraw change'),
  getChange: row('read', 'GET', '/api/changes/{changeId}', 'read'),
  listChanges: row('read', 'GET', '/api/changes', 'read'),
  exportChanges: row('file', 'GET', '/api/exports/changes', 'export', 'Export changes'),
  cancelSelected: row('update', 'POST', '/api/groups', 'cancel', 'Cancel selected'),
  stopGroup: row('update', 'POST', '/api/groups/{groupId}/stop', 'cancel', 'Stop the rest of a group'),
  closeChange: row('update', 'POST', '/api/changes/{changeId}/close', 'review', 'Close after review'),
  getInvoice: row('read', 'GET', '/api/invoices/{invoiceId}', 'read'),
  getRawInvoice: row('raw', 'GET', '/api/invoices/{invoiceId}/raw', 'read'),
  compareInvoices: row('read', 'GET', '/api/invoices/{invoiceId}/compare', 'read'),
  listTransactions: row('read', 'GET', '/api/customers/{externalId}/transactions', 'read'),
  listRawTransactions: row('raw', 'GET', '/api/customers/{externalId}/transactions/raw', 'read'),
  // A read by POST, because pasted text must not be part of a URL.
  find: row('read', 'POST', '/api/find', 'read'),
  listSubscriptions: row('read', 'GET', '/api/subscriptions', 'read'),
  listInvoices: row('read', 'GET', '/api/invoices', 'read'),
  // Not below `/api/invoices`, where `sums` can be the ID of an invoice.
  sumInvoices: row('read', 'GET', '/api/sums/invoices', 'read'),
  listCustomers: row('read', 'GET', '/api/customers', 'read'),
  getCustomer: row('read', 'GET', '/api/customers/{externalId}', 'read'),
  getApiCustomer: row('read', 'GET', '/api/api-customers/{customerId}', 'read'),
  listDifferences: row('read', 'GET', '/api/differences', 'read'),
  getRelated: row('read', 'GET', '/api/related', 'read'),
  getAttention: row('read', 'GET', '/api/attention', 'read'),
  listOpened: row('read', 'GET', '/api/opened', 'read'),
  forgetOpened: row('update', 'DELETE', '/api/opened', 'read'),
  listReviews: row('read', 'GET', '/api/invoices/{invoiceId}/reviews', 'read'),
  reviewFinding: row('update', 'POST', '/api/invoices/{invoiceId}/reviews', 'note', 'Mark finding as reviewed'),
  withdrawReview: row('update', 'DELETE', '/api/invoices/{invoiceId}/reviews', 'note', 'Take back review'),
  listNotes: row('read', 'GET', '/api/notes', 'read'),
  addNote: row('update', 'POST', '/api/notes', 'note', 'Add note'),
  editNote: row('update', 'POST', '/api/notes/{noteId}', 'note', 'Edit note'),
  deleteNote: row('update', 'DELETE', '/api/notes/{noteId}', 'note', 'Delete note'),
  forgetCustomer: row('update', 'POST', '/api/customers/{externalId}/forget', 'forget', 'Forget customer'),
  // Not below `/api/subscriptions`, where `csv` can be the ID of an object.
  exportSubscriptions: row('file', 'GET', '/api/exports/subscriptions', 'export', 'Export subscriptions'),
  exportInvoices: row('file', 'GET', '/api/exports/invoices', 'export', 'Export invoices'),
  exportInvoiceLines: row('file', 'GET', '/api/exports/invoices/lines', 'export', 'Export invoice lines'),
  exportCustomers: row('file', 'GET', '/api/exports/customers', 'export', 'Export customers'),
  readThese: row('update', 'POST', '/api/reads', 'read'),
  listReads: row('read', 'GET', '/api/reads', 'read'),
  getRead: row('read', 'GET', '/api/reads/{readId}', 'read'),
  stopRead: row('update', 'DELETE', '/api/reads/{readId}', 'read'),
  listCredits: row('read', 'GET', '/api/credits', 'read'),
  exportCredits: row('file', 'GET', '/api/exports/credits', 'export', 'Export credits outstanding'),
  suggest: row('read', 'POST', '/api/find/suggestions', 'read'),
  printInvoice: row('read', 'GET', '/api/invoices/{invoiceId}/print', 'export', 'Print invoice'),
  // Not below `/api/invoices`, where `print` can be the ID of an invoice.
  printInvoiceMonth: row('read', 'GET', '/api/print/invoices', 'export', 'Print invoices of a month'),
  downloadInvoiceCsv: row('file', 'GET', '/api/invoices/{invoiceId}/csv', 'export', 'Download invoice CSV'),
  exportTransactions: row('file', 'GET', '/api/customers/{externalId}/transactions/csv', 'export', 'Export ledger'),
  getLedgerRead: row('read', 'GET', '/api/customers/{externalId}/ledger', 'read'),
  readLedger: row('update', 'POST', '/api/customers/{externalId}/ledger', 'read'),
  cancelLedgerRead: row('update', 'DELETE', '/api/customers/{externalId}/ledger', 'read'),
  getBalanceChart: row('read', 'GET', '/api/customers/{externalId}/ledger/chart', 'read'),
  explainChange: row('read', 'GET', '/api/customers/{externalId}/ledger/change', 'read'),
  listLedgerMonths: row('read', 'GET', '/api/customers/{externalId}/ledger/months', 'read'),
  listLedgerBlocks: row('read', 'GET', '/api/customers/{externalId}/ledger/blocks', 'read'),
  listGrantedBlocks: row('read', 'GET', '/api/invoices/{invoiceId}/blocks', 'read'),
  listFilterOptions: row('read', 'GET', '/api/customers/{externalId}/ledger/options', 'read'),
  filterTransactions: row('read', 'GET', '/api/customers/{externalId}/ledger/filter', 'read'),
  exportLedgerMonths: row(
    'file',
    'GET',
    '/api/customers/{externalId}/ledger/months/csv',
    'export',
    'Export months of a ledger',
  ),
  printMonths: row(
    'read',
    'GET',
    '/api/customers/{externalId}/ledger/months/print',
    'export',
    'Print months of a ledger',
  ),
  signIn: row('session', 'POST', '/api/sign-in', 'public', 'Sign in'),
  signOut: row('session', 'POST', '/api/sign-out', 'account', 'Sign out'),
  getAccount: row('read', 'GET', '/api/account', 'account'),
  changePassword: row('session', 'POST', '/api/account/password', 'account', 'Change password'),
  endSession: row('update', 'DELETE', '/api/account/sessions/{sessionId}', 'account', 'End session'),
  listOwnAccessKeys: row('read', 'GET', '/api/account/access-keys', 'account'),
  createAccessKey: row('update', 'POST', '/api/account/access-keys', 'account', 'Create access key'),
  listAccessKeys: row('read', 'GET', '/api/access-keys', 'users'),
  // Their owner revokes them, and who manages users.
  revokeAccessKey: row('update', 'DELETE', '/api/access-keys/{keyId}', 'account', 'Revoke access key'),
  setUp: row('session', 'POST', '/api/set-up', 'public', 'Set up the console'),
  resetPassword: row('session', 'POST', '/api/reset', 'public', 'Set password with a link'),
  stepUp: row('session', 'POST', '/api/step-up', 'account', 'Confirm identity'),
  listActivity: row('read', 'GET', '/api/activity', 'activity'),
  exportActivity: row('file', 'GET', '/api/activity/csv', 'activity', 'Export activity'),
  getStatus: row('read', 'GET', '/api/status', 'read'),
  startOidc: row('redirect', 'GET', '/api/sign-in/oidc', 'public'),
  finishOidc: row('redirect', 'GET', '/api/sign-in/callback', 'public', 'Sign in with single sign-on'),
  listUsers: row('read', 'GET', '/api/users', 'users'),
  addUser: row('update', 'POST', '/api/users', 'users', 'Add user'),
  changeUser: row('update', 'POST', '/api/users/{userId}', 'users', 'Change user'),
  createResetLink: row('update', 'POST', '/api/users/{userId}/reset-link', 'users', 'Create reset link'),
}

export type OperationName = keyof typeof OPERATIONS

/** True for the name of an operation. */
export const isOperationName = (name: string): name is OperationName => Object.hasOwn(OPERATIONS, name)
/** The names of all operations, in the order of the table. */
export const OPERATION_NAMES = Object.keys(OPERATIONS).filter(isOperationName)

/** True for an operation that changes nothing, so that its failure leaves no outcome to check. */
export const isRead = ({ kind }: Pick<OperationLine, 'kind'>): boolean =>
  kind === 'read' || kind === 'raw' || kind === 'file'

type NameOfKind<Kind extends OperationKind> = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]['kind'] extends Kind ? Name : never
}[OperationName]
export type ReadName = NameOfKind<'read'>
/** Reads that return the billing API's response as it was sent. */
export type RawReadName = NameOfKind<'raw'>
/** Operations that change something and that a page sends. */
export type MutationName = NameOfKind<'change' | 'update' | 'session'>
