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
 * The console's own `/api`, shared by the browser and the server. Without zod: the server checks inputs with `inputs.ts`.
 */

export interface ConsoleOperation {
  method: 'GET' | 'POST' | 'DELETE'
  /** Each `{name}` is a field of the input, one percent-encoded segment. The rest is the query of a GET, else the body. */
  path: `/api/${string}`
  /** The permission that the user needs. */
  permission: Permission
  /** The errors besides those of every request (`forbidden_origin`, `invalid_request`, `store_unavailable`, `internal_error`). */
  errors: readonly ConsoleErrorCode[]
  /** The response is a file that a link opens, so an error is shown as a page. */
  file?: boolean
  /** The page whose form also sends this operation, without scripts; an error is shown on that page. */
  form?: `/${string}`
  /** Pages poll this operation, so it does not keep a session from becoming idle. */
  isPolled?: boolean
  /** A link opens this operation, which redirects; an error is shown as a page. */
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
  // A read by POST, because pasted text must not be part of a URL.
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
  // Without the permission `activity`, the request must name one subscription.
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

/** The input of an operation: the fields of its path and of its query or body. */
export type ConsoleInput<Name extends ConsoleOperationName> = z.infer<(typeof CONSOLE_INPUTS)[Name]>

/** The export will stop; the last line of its file says so. */
export interface CancelAccepted {
  accepted: true
}

/** Success, with the location that the browser opens next; the response also sets the cookies for it. */
interface RedirectResponse {
  accepted: true
  /** A path of this console, or a URL of the OpenID provider. */
  location: string
}

export interface SessionsEnded {
  accepted: true
  ended: number
}

/** The response of each operation; a string is JSON text. */
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
  signIn: RedirectResponse
  signOut: RedirectResponse
  getAccount: Account
  changePassword: RedirectResponse
  endSession: SessionsEnded
  setUp: RedirectResponse
  resetPassword: RedirectResponse
  stepUp: RedirectResponse
  listActivity: ActivityPage
  exportActivity: Download
  getStatus: Status
  startOidc: RedirectResponse
  finishOidc: RedirectResponse
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
/** Reads that return the billing API's response as it was sent. */
export type RawReadName = {
  [Name in AnyReadName]: ConsoleOutput<Name> extends string ? Name : never
}[AnyReadName]
/** Reads that return a file. */
type DownloadName = {
  [Name in AnyReadName]: ConsoleOutput<Name> extends Download ? Name : never
}[AnyReadName]
/** Reads that the browser navigates to. */
type NavigationName = {
  [Name in AnyReadName]: ConsoleOutput<Name> extends RedirectResponse ? Name : never
}[AnyReadName]
export type ReadName = Exclude<AnyReadName, RawReadName | DownloadName | NavigationName>
export type WriteName = Exclude<ConsoleOperationName, AnyReadName>

/** Every request except GET carries this header, which a form or another site cannot send without CORS. */
export const WRITE_HEADER = { name: 'x-billing-console', value: '1' } as const
/** The header with the name of the user that a page was rendered for, percent-encoded. */
export const PAGE_USER_HEADER = 'x-billing-console-user'
