import type { z } from 'zod'
import { CONSOLE_INPUTS } from './inputs'
import { type ConsoleOperation, isRead } from '@/lib/core/operation'
import {
  CONSOLE_OPERATIONS,
  type ConsoleInput,
  type ConsoleOperationName,
  type ConsoleOutput,
} from '@/lib/core/operations'
import { isAllowed } from '@/lib/core/roles'
import { cancelExport, exportTransactions, getExport } from '@/lib/ledger/server/export/export-transactions'
import { createAccessKey, listAccessKeys, listOwnAccessKeys, revokeAccessKey } from '@/lib/people/server/access-keys'
import { changePassword, endSession, getAccount, signOut } from '@/lib/people/server/account'
import { exportCredits, listCredits } from '@/lib/ledger/server/figures/list-credits'
import { cancelSelected, stopGroup } from '@/lib/changes/server/cancel-selected'
import { closeChange, exportChanges, getChange, listChanges } from '@/lib/changes/server/list-changes'
import { addUser, changeUser, createResetLink, listUsers } from '@/lib/people/server/users'
import { downloadInvoiceCsv } from '@/lib/invoices/server/download-invoice'
import { printInvoice } from '@/lib/invoices/server/print-invoice'
import { printInvoiceMonth } from '@/lib/invoices/server/print-invoice-month'
import { exportActivity } from '@/lib/activity/server/export-activity'
import { getApiCustomer, getCustomer } from '@/lib/customers/server/get-customer'
import { getRelated } from '@/lib/customers/server/get-related'
import { getRead, listReads } from '@/lib/reads/server/list-reads'
import { readThese, stopRead } from '@/lib/reads/server/start-reads'
import { exportCustomers, exportInvoices, exportSubscriptions } from '@/lib/objects/server/export-objects'
import { forgetCustomer } from '@/lib/objects/server/forget-customer'
import { find, suggest } from '@/lib/find/server/find'
import { finishOidc, startOidc } from '@/lib/people/server/oidc/oidc-sign-in'
import { compareInvoices } from '@/lib/invoices/server/compare-invoices'
import { exportInvoiceLines } from '@/lib/invoices/server/export-lines'
import { getInvoice, getRawInvoice } from '@/lib/invoices/server/get-invoice'
import { getStatus } from '@/lib/status/server/get-status'
import { getRawSubscription, getSubscription } from '@/lib/subscriptions/server/get-subscription'
import { getSubscriptionHistory, listActivity } from '@/lib/activity/server/read-activity'
import { listCustomers, listDifferences, listInvoices, listSubscriptions } from '@/lib/objects/server/list-objects'
import { listRawTransactions, listTransactions } from '@/lib/ledger/server/list-transactions'
import { runAudited, auditRefusal } from '@/lib/activity/server/run-audited'
import type { SpanResult } from '@/telemetry/tracing'
import type { Actor } from '@/lib/core/server/actor'
import { log, logFieldsOf } from '@/lib/core/server/log'
import { metricsRecorder } from '@/lib/core/server/metrics-recorder'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { invalidInput } from '@/lib/core/server/invalid-input'
import { CALLER_GONE, problemError, ProblemError, statusOfError } from '@/lib/core/server/problem'
import { inSpan } from '@/lib/core/server/request-trace'
import { resetPassword, setUp, signIn, stepUp } from '@/lib/people/server/sign-in'
import { sumInvoices } from '@/lib/objects/server/sum-invoices'
import { listReviews, reviewFinding, withdrawReview } from '@/lib/objects/server/review-finding'
import { getAttention } from '@/lib/objects/server/get-attention'
import { forgetOpened, listOpened } from '@/lib/objects/server/opened-objects'
import { listNotes } from '@/lib/objects/server/list-notes'
import { addNote, deleteNote, editNote } from '@/lib/objects/server/write-note'
import { approveChange, declineChange } from '@/lib/changes/server/proposals'
import { runChange } from '@/lib/changes/server/run-change'
import { explainChange } from '@/lib/ledger/server/figures/explain-change'
import { filterTransactions, listFilterOptions } from '@/lib/ledger/server/figures/filter-transactions'
import { getBalanceChart } from '@/lib/ledger/server/figures/get-balance-chart'
import { cancelLedgerRead, getLedgerRead, readLedger } from '@/lib/ledger/server/read/get-ledger-read'
import { exportLedgerMonths } from '@/lib/ledger/server/export/ledger-months-files'
import { printMonths } from '@/lib/ledger/server/export/print-months'
import { listGrantedBlocks, listLedgerBlocks } from '@/lib/ledger/server/figures/list-ledger-blocks'
import { listLedgerMonths } from '@/lib/ledger/server/figures/list-ledger-months'

type Handlers = {
  [Name in ConsoleOperationName]: (context: OperationContext, input: ConsoleInput<Name>) => Promise<ConsoleOutput<Name>>
}

const HANDLERS: Handlers = {
  getSubscription,
  getRawSubscription,
  getSubscriptionHistory,
  cancelSubscription: (context, input) => runChange(context, 'cancel', input),
  deleteSubscription: (context, input) => runChange(context, 'delete', input),
  proposeCancel: (context, input) => runChange(context, 'cancel', { ...input, isProposal: true }),
  proposeDelete: (context, input) => runChange(context, 'delete', { ...input, isProposal: true }),
  approveChange,
  declineChange,
  getChange,
  listChanges,
  exportChanges,
  cancelSelected,
  stopGroup,
  closeChange,
  getInvoice,
  getRawInvoice,
  compareInvoices,
  listTransactions,
  listRawTransactions,
  find,
  suggest,
  listSubscriptions,
  listInvoices,
  listCustomers,
  sumInvoices,
  getCustomer,
  getApiCustomer,
  listDifferences,
  getRelated,
  getAttention,
  listOpened,
  forgetOpened,
  listReviews,
  reviewFinding,
  withdrawReview,
  listNotes,
  addNote,
  editNote,
  deleteNote,
  forgetCustomer,
  readThese,
  listReads,
  getRead,
  stopRead,
  exportCredits,
  listCredits,
  exportSubscriptions,
  exportInvoices,
  exportInvoiceLines,
  exportCustomers,
  printInvoice,
  printInvoiceMonth,
  downloadInvoiceCsv,
  exportTransactions,
  getLedgerRead,
  readLedger,
  cancelLedgerRead,
  getBalanceChart,
  explainChange,
  listLedgerMonths,
  listLedgerBlocks,
  listGrantedBlocks,
  listFilterOptions,
  filterTransactions,
  exportLedgerMonths,
  printMonths,
  getExport,
  cancelExport,
  signIn,
  signOut,
  getAccount,
  changePassword,
  endSession,
  listOwnAccessKeys,
  createAccessKey,
  listAccessKeys,
  revokeAccessKey,
  setUp,
  resetPassword,
  stepUp,
  listActivity,
  exportActivity,
  getStatus,
  startOidc,
  finishOidc,
  listUsers,
  addUser,
  changeUser,
  createResetLink,
}

const INPUTS: { [Name in ConsoleOperationName]: z.ZodType<ConsoleInput<Name>> } = CONSOLE_INPUTS

/**
 * Runs an operation for a page or a route: permission, input check, execution, and one log line without ids (the audit
 * has them). The creator of the context has checked host and origin.
 * @param input the fields of the path and of the query or body, unchecked
 * @throws ProblemError `sign_in_required`, `not_allowed`, `invalid_id`, `invalid_request`, or as the operation's
 * `errors` say
 */
export function runOperation<Name extends ConsoleOperationName>(
  name: Name,
  context: OperationContext,
  input: unknown,
): Promise<ConsoleOutput<Name>> {
  const readStart = context.environment.index.startRead()
  return inSpan('server', (end) => runRecorded(name, { ...context, readStart }, input, end))
}

async function runRecorded<Name extends ConsoleOperationName>(
  name: Name,
  context: OperationContext,
  input: unknown,
  end: (result: SpanResult) => void,
): Promise<ConsoleOutput<Name>> {
  const started = performance.now()
  const line = () => ({
    event: CONSOLE_OPERATIONS[name].kind,
    operation: name,
    actor: context.actor.name,
    requestId: context.requestId,
    ms: Math.round(performance.now() - started),
  })
  const record = (status: number) => {
    metricsRecorder()?.recordOperation({ operation: name, status, ms: performance.now() - started })
    end({ name, status, isFailed: status >= 500 })
  }
  try {
    const admitted = await admit(name, context, input)
    const output = await runAudited({ name, context, input: admitted }, (intent) =>
      HANDLERS[name](intent === undefined ? context : { ...context, intent }, admitted),
    )
    log().info({ ...line(), status: 200, ...changeFieldsOf(output) })
    record(200)
    return output
  } catch (error) {
    if (isCallerGone(name, context, error)) {
      log().info({ ...line(), status: CALLER_GONE })
      record(CALLER_GONE)
    } else {
      log()[error instanceof ProblemError ? 'warn' : 'error']({ ...line(), ...logFieldsOf(error) })
      record(statusOfError(error))
    }
    throw error
  }
}

/** True when an operation ended because its client left. Changes never end so, and other errors are logged as bugs. */
function isCallerGone(name: ConsoleOperationName, { signal }: OperationContext, error: unknown): boolean {
  if (signal?.aborted !== true) return false
  return error === signal.reason || (isRead(CONSOLE_OPERATIONS[name]) && error instanceof ProblemError)
}

async function admit<Name extends ConsoleOperationName>(
  name: Name,
  context: OperationContext,
  input: unknown,
): Promise<ConsoleInput<Name>> {
  const operation: ConsoleOperation = CONSOLE_OPERATIONS[name]
  const { path, audit } = operation
  const checked = INPUTS[name].safeParse(input)
  const refusal = refusalOf(context.actor, operation)
  if (refusal !== null) {
    await auditRefusal({ name, context, input: checked.data ?? onlyField(audit?.object?.idField, input) }, refusal)
    throw refusal
  }
  // zod ignores this name, so an input that has it would pass.
  if (Object.hasOwn(Object(input), '__proto__'))
    throw problemError('invalid_request', 'The request is not valid. Unrecognized key: "__proto__".')
  if (checked.success) return checked.data
  throw invalidInput(checked.error, path)
}

/** Returns one field of a refused request whose other input is invalid. */
const onlyField = (name: string | undefined, input: unknown): object =>
  name === undefined ? {} : { [name]: Object(input)[name] }

const SEND_A_KEY = {
  technicalDetail: 'A program sends an access key: “Authorization: Bearer bck_…”. Create one on the page “Account”.',
}

/** Returns why the actor may not run the operation; null when they may. */
function refusalOf({ role, accessKey }: Actor, { permission, byKey }: ConsoleOperation): ProblemError | null {
  if (accessKey !== undefined && byKey === undefined)
    return problemError('not_allowed', 'Access keys can’t do this. Nothing was done. Do it on a page of the console.')
  if (isAllowed(role, permission)) return null
  // Only the console's own pages make such requests, and they redirect visitors to the sign-in page.
  return role === 'visitor'
    ? problemError('sign_in_required', 'You are not signed in. Nothing was done. Sign in and try again.', SEND_A_KEY)
    : problemError('not_allowed', `Your role (${role}) does not allow this. Nothing was done. Ask an admin.`)
}

/** Returns the log fields of a change: its id and state. */
function changeFieldsOf(output: unknown): object {
  const { id: changeId, state, upstreamStatus } = Object(Object(output).change)
  return changeId === undefined ? {} : { changeId, state, upstreamStatus }
}
