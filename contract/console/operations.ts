import type { z } from 'zod'
import type { Account } from './account'
import type { ActivityPage } from './activity'
import type { Download } from './download'
import type { ExportProgress } from './export-progress'
import type { FindResult } from './find'
import type { CONSOLE_INPUTS } from './inputs'
import type { InvoiceView } from './invoice'
import type { ConsoleErrorCode } from './errors'
import type { Permission } from './roles'
import type { Status } from './status'
import type { SubscriptionView } from './subscription'
import type { TransactionPageView } from './transaction'
import type { LinkMade, UserAdded, UserChanged, UserPage } from './user'
import type { ChangePage, ChangeReport } from './change'

/*
 * The console's own `/api`, as the browser and the server both know it. Without zod: what an operation takes is
 * checked by `inputs.ts`, on the server.
 */

export interface ConsoleOperation {
  method: 'GET' | 'POST' | 'DELETE'
  /** Each `{name}` is a field of the input, one percent-encoded segment. The rest is the query of a GET, else the body. */
  path: `/api/${string}`
  /** What somebody must be allowed to do. */
  permission: Permission
  /** How it can fail, besides what any request can (`forbidden_origin`, `invalid_request`, `store_unavailable`, `internal_error`). */
  errors: readonly ConsoleErrorCode[]
  /** It answers a file, which a browser is led to by a link: what fails is told to it as a page. */
  file?: boolean
  /** It is also taken from a form of this page, which works without scripts and is told there why it was refused. */
  form?: `/${string}`
  /** Pages ask for it by themselves, again and again: a session that nobody else uses is idle all the same. */
  isPolled?: boolean
  /** A browser is led here by a link, and led on: what fails is told to it as a page. */
  leadsOn?: boolean
}

const READ_ERRORS = [
  'invalid_id',
  'key_not_accepted',
  'not_found',
  'refused',
  'overloaded',
  'api_paused',
  'api_failed',
  'unreadable_response',
  'response_broke_off',
  'unreachable',
  'timed_out',
] as const satisfies readonly ConsoleErrorCode[]

const USER_WRITE_ERRORS = [
  'invalid_id',
  'unsupported_media_type',
  'payload_too_large',
  'not_found',
] as const satisfies readonly ConsoleErrorCode[]

const FILE_ERRORS = [...READ_ERRORS, 'console_busy'] as const satisfies readonly ConsoleErrorCode[]

const WRITE_ERRORS = [
  'invalid_id',
  'unsupported_media_type',
  'payload_too_large',
  'key_not_accepted',
  'not_found',
  'refused',
  'overloaded',
  'api_paused',
  'not_sent',
  'change_open',
  'fresh_sign_in_required',
] as const satisfies readonly ConsoleErrorCode[]

const BODY_ERRORS = ['unsupported_media_type', 'payload_too_large'] as const satisfies readonly ConsoleErrorCode[]
const PASSWORD_ERRORS = [...BODY_ERRORS, 'sign_in_refused', 'too_many_attempts', 'console_busy'] as const
const NEW_PASSWORD_ERRORS = [...BODY_ERRORS, 'password_refused', 'console_busy', 'not_allowed'] as const

export const CONSOLE_OPERATIONS = {
  getSubscription: { method: 'GET', path: '/api/subscriptions/{id}', permission: 'read', errors: READ_ERRORS },
  getRawSubscription: { method: 'GET', path: '/api/subscriptions/{id}/raw', permission: 'read', errors: READ_ERRORS },
  cancelSubscription: {
    method: 'POST',
    path: '/api/subscriptions/{id}/cancel',
    permission: 'cancel',
    errors: WRITE_ERRORS,
  },
  deleteSubscription: { method: 'DELETE', path: '/api/subscriptions/{id}', permission: 'delete', errors: WRITE_ERRORS },
  getChange: {
    method: 'GET',
    path: '/api/changes/{changeId}',
    permission: 'read',
    errors: ['not_found'],
    isPolled: true,
  },
  listChanges: { method: 'GET', path: '/api/changes', permission: 'read', errors: [], isPolled: true },
  closeChange: {
    method: 'POST',
    path: '/api/changes/{changeId}/close',
    permission: 'review',
    errors: ['invalid_id', 'unsupported_media_type', 'payload_too_large', 'not_found', 'not_closable'],
  },
  getInvoice: { method: 'GET', path: '/api/invoices/{invoiceId}', permission: 'read', errors: READ_ERRORS },
  getRawInvoice: { method: 'GET', path: '/api/invoices/{invoiceId}/raw', permission: 'read', errors: READ_ERRORS },
  listTransactions: {
    method: 'GET',
    path: '/api/customers/{externalId}/transactions',
    permission: 'read',
    errors: READ_ERRORS,
  },
  listRawTransactions: {
    method: 'GET',
    path: '/api/customers/{externalId}/transactions/raw',
    permission: 'read',
    errors: READ_ERRORS,
  },
  // A read by POST: what was pasted somewhere must not stand in an address.
  find: {
    method: 'POST',
    path: '/api/find',
    permission: 'read',
    errors: ['invalid_id', 'unsupported_media_type', 'payload_too_large'],
  },
  downloadInvoicePdf: {
    method: 'GET',
    path: '/api/invoices/{invoiceId}/pdf',
    permission: 'export',
    errors: FILE_ERRORS,
    file: true,
  },
  downloadInvoiceCsv: {
    method: 'GET',
    path: '/api/invoices/{invoiceId}/csv',
    permission: 'export',
    errors: FILE_ERRORS,
    file: true,
  },
  exportTransactions: {
    method: 'GET',
    path: '/api/customers/{externalId}/transactions/csv',
    permission: 'export',
    errors: FILE_ERRORS,
    file: true,
  },
  getExport: {
    method: 'GET',
    path: '/api/exports/{exportId}',
    permission: 'export',
    errors: ['invalid_id', 'not_found'],
    isPolled: true,
  },
  cancelExport: {
    method: 'DELETE',
    path: '/api/exports/{exportId}',
    permission: 'export',
    errors: ['invalid_id', 'not_found'],
  },
  signIn: { method: 'POST', path: '/api/sign-in', permission: 'public', errors: PASSWORD_ERRORS, form: '/sign-in' },
  signOut: { method: 'POST', path: '/api/sign-out', permission: 'account', errors: BODY_ERRORS, form: '/' },
  getAccount: { method: 'GET', path: '/api/account', permission: 'account', errors: [] },
  changePassword: {
    method: 'POST',
    path: '/api/account/password',
    permission: 'account',
    errors: [...NEW_PASSWORD_ERRORS, 'sign_in_refused', 'too_many_attempts'],
    form: '/account',
  },
  endSession: {
    method: 'DELETE',
    path: '/api/account/sessions/{sessionId}',
    permission: 'account',
    errors: ['invalid_id', 'not_found', ...BODY_ERRORS],
  },
  setUp: {
    method: 'POST',
    path: '/api/set-up',
    permission: 'public',
    errors: [...NEW_PASSWORD_ERRORS, 'link_not_valid'],
    form: '/set-up',
  },
  resetPassword: {
    method: 'POST',
    path: '/api/reset',
    permission: 'public',
    errors: [...NEW_PASSWORD_ERRORS, 'link_not_valid'],
    form: '/reset',
  },
  stepUp: { method: 'POST', path: '/api/step-up', permission: 'account', errors: PASSWORD_ERRORS, form: '/step-up' },
  // Without the permission `activity` only of one subscription, which must be named.
  listActivity: { method: 'GET', path: '/api/activity', permission: 'read', errors: [] },
  exportActivity: {
    method: 'GET',
    path: '/api/activity/csv',
    permission: 'activity',
    errors: ['console_busy'],
    file: true,
  },
  getStatus: { method: 'GET', path: '/api/status', permission: 'read', errors: [], isPolled: true },
  startOidc: { method: 'GET', path: '/api/sign-in/oidc', permission: 'public', errors: [], leadsOn: true },
  finishOidc: { method: 'GET', path: '/api/sign-in/callback', permission: 'public', errors: [], leadsOn: true },
  listUsers: { method: 'GET', path: '/api/users', permission: 'users', errors: [] },
  addUser: {
    method: 'POST',
    path: '/api/users',
    permission: 'users',
    errors: [...USER_WRITE_ERRORS, 'email_taken', 'last_admin'],
  },
  changeUser: {
    method: 'POST',
    path: '/api/users/{userId}',
    permission: 'users',
    errors: [...USER_WRITE_ERRORS, 'last_admin'],
  },
  createResetLink: {
    method: 'POST',
    path: '/api/users/{userId}/reset-link',
    permission: 'users',
    errors: [...USER_WRITE_ERRORS, 'link_not_possible'],
  },
} as const satisfies Record<string, ConsoleOperation>

export type ConsoleOperationName = keyof typeof CONSOLE_OPERATIONS

/** What an operation takes: its path's fields and its query's or body's, together. */
export type ConsoleInput<Name extends ConsoleOperationName> = z.infer<(typeof CONSOLE_INPUTS)[Name]>

/** An export was asked to stop; its file says in its last line that it did. */
export interface CancelAccepted {
  accepted: true
}

/** It was done, and the browser is to go there; what it needs for that came along as a cookie. */
interface LedOn {
  accepted: true
  /** A path of this console, or an address of the OpenID provider. */
  location: string
}

export interface SessionsEnded {
  accepted: true
  ended: number
}

/** What an operation answers; a string is text that is JSON already. */
interface ConsoleOutputs {
  getSubscription: SubscriptionView
  getRawSubscription: string
  cancelSubscription: ChangeReport
  deleteSubscription: ChangeReport
  getChange: ChangeReport
  listChanges: ChangePage
  closeChange: ChangeReport
  getInvoice: InvoiceView
  getRawInvoice: string
  listTransactions: TransactionPageView
  listRawTransactions: string
  find: FindResult
  downloadInvoicePdf: Download
  downloadInvoiceCsv: Download
  exportTransactions: Download
  getExport: ExportProgress
  cancelExport: CancelAccepted
  signIn: LedOn
  signOut: LedOn
  getAccount: Account
  changePassword: LedOn
  endSession: SessionsEnded
  setUp: LedOn
  resetPassword: LedOn
  stepUp: LedOn
  listActivity: ActivityPage
  exportActivity: Download
  getStatus: Status
  startOidc: LedOn
  finishOidc: LedOn
  listUsers: UserPage
  addUser: UserAdded
  changeUser: UserChanged
  createResetLink: LinkMade
}
export type ConsoleOutput<Name extends ConsoleOperationName> = ConsoleOutputs[Name]

type AnyReadName = {
  [Name in ConsoleOperationName]: (typeof CONSOLE_OPERATIONS)[Name]['permission'] extends 'read' | 'export'
    ? Name
    : (typeof CONSOLE_OPERATIONS)[Name]['method'] extends 'GET'
      ? Name
      : never
}[ConsoleOperationName]
/** Reads of a response as the billing API sent it. */
export type RawReadName = {
  [Name in AnyReadName]: ConsoleOutput<Name> extends string ? Name : never
}[AnyReadName]
/** Reads that answer a file. */
type DownloadName = {
  [Name in AnyReadName]: ConsoleOutput<Name> extends Download ? Name : never
}[AnyReadName]
/** Reads that a browser goes to, no script. */
type LeadName = {
  [Name in AnyReadName]: ConsoleOutput<Name> extends LedOn ? Name : never
}[AnyReadName]
export type ReadName = Exclude<AnyReadName, RawReadName | DownloadName | LeadName>
export type WriteName = Exclude<ConsoleOperationName, AnyReadName>

/** Every request but a GET carries this header, which a form or another site cannot send without our CORS consent. */
export const WRITE_HEADER = { name: 'x-billing-console', value: '1' } as const
/** By it a page says for whom it was made: the name of who was signed in then, encoded as in a URL. */
export const PAGE_USER_HEADER = 'x-billing-console-user'
