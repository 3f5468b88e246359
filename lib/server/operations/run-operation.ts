import type { z } from 'zod'
import { CONSOLE_INPUTS } from '@/contract/console/inputs'
import {
  CONSOLE_OPERATIONS,
  type ConsoleInput,
  type ConsoleOperationName,
  type ConsoleOutput,
} from '@/contract/console/operations'
import { isAllowed } from '@/contract/console/roles'
import { cancelExport } from './cancel-export'
import { changePassword } from './change-password'
import { closeOperation } from './close-operation'
import { addUser } from './add-user'
import { changeUser } from './change-user'
import { createResetLink } from './create-reset-link'
import { downloadInvoiceCsv } from './download-invoice-csv'
import { downloadInvoicePdf } from './download-invoice-pdf'
import { endSession } from './end-session'
import { exportActivity } from './export-activity'
import { exportTransactions } from './export-transactions'
import { find } from './find'
import { getAccount } from './get-account'
import { finishOidc } from './finish-oidc'
import { getExport } from './get-export'
import { getInvoice } from './get-invoice'
import { getOperation } from './get-operation'
import { getStatus } from './get-status'
import { getSubscription } from './get-subscription'
import { listActivity } from './list-activity'
import { listOperations } from './list-operations'
import { listTransactions } from './list-transactions'
import { audited, auditRefusal } from '../audit/audited'
import { startOidc } from './start-oidc'
import { listUsers } from './list-users'
import type { Actor } from '../auth/actor'
import { log, logFieldsOf } from '../log'
import type { OperationContext } from './operation-context'
import { invalidInput } from './invalid-input'
import { problemError, ProblemError } from '../problem'
import { getRawInvoice, getRawSubscription, listRawTransactions } from './raw-responses'
import { resetPassword } from './reset-password'
import { setUp } from './set-up'
import { signIn } from './sign-in'
import { signOut } from './sign-out'
import { stepUp } from './step-up'
import { runWrite } from '../writes/run-write'

type Verbs = {
  [Name in ConsoleOperationName]: (context: OperationContext, input: ConsoleInput<Name>) => Promise<ConsoleOutput<Name>>
}

const VERBS: Verbs = {
  getSubscription,
  getRawSubscription,
  cancelSubscription: (context, input) => runWrite(context, 'cancel', input),
  deleteSubscription: (context, input) => runWrite(context, 'delete', input),
  getOperation,
  listOperations,
  closeOperation,
  getInvoice,
  getRawInvoice,
  listTransactions,
  listRawTransactions,
  find,
  downloadInvoicePdf,
  downloadInvoiceCsv,
  exportTransactions,
  getExport,
  cancelExport,
  signIn,
  signOut,
  getAccount,
  changePassword,
  endSession,
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
 * The one way in, for a page as for a route: permission → parse → run, and one log line, which names nobody's ids: the
 * audit does. Host and origin were checked by whoever made the context.
 * @param input as it came: the fields of the path and of the query or the body together
 * @throws ProblemError `sign_in_required`, `not_allowed`, `invalid_id`, `invalid_request` or as the operation's `errors` say
 */
export async function runOperation<Name extends ConsoleOperationName>(
  name: Name,
  context: OperationContext,
  input: unknown,
): Promise<ConsoleOutput<Name>> {
  const started = performance.now()
  const line = () => ({
    event: ['cancel', 'delete'].includes(CONSOLE_OPERATIONS[name].permission) ? 'write' : 'read',
    operation: name,
    actor: context.actor.name,
    requestId: context.requestId,
    ms: Math.round(performance.now() - started),
  })
  try {
    const admitted = await admit(name, context, input)
    const output = await audited({ name, context, input: admitted }, (intent) =>
      VERBS[name](intent === undefined ? context : { ...context, intent }, admitted),
    )
    log().info({ ...line(), status: 200, ...writeFieldsOf(output) })
    return output
  } catch (error) {
    const gone = context.signal?.aborted && { callerGone: true }
    log()[error instanceof ProblemError ? 'warn' : 'error']({ ...line(), ...logFieldsOf(error), ...gone })
    throw error
  }
}

async function admit<Name extends ConsoleOperationName>(
  name: Name,
  context: OperationContext,
  input: unknown,
): Promise<ConsoleInput<Name>> {
  const { permission, path } = CONSOLE_OPERATIONS[name]
  const checked = INPUTS[name].safeParse(input)
  if (!isAllowed(context.actor.role, permission)) {
    const refusal = refusalOf(context.actor)
    await auditRefusal({ name, context, input: checked.data ?? idsOf(path, input) }, refusal)
    throw refusal
  }
  if (checked.success) return checked.data
  throw invalidInput(checked.error, path)
}

/** What a refused request is about, where the rest of it makes no sense. */
function idsOf(path: string, input: unknown): object {
  const names = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  return Object.fromEntries(Object.entries(Object(input)).filter(([name]) => names.has(name)))
}

/** Nobody but the console's own pages asks this way, and they send whoever must sign in there. */
function refusalOf({ role }: Actor): ProblemError {
  return role === 'visitor'
    ? problemError(
        'sign_in_required',
        'You are not signed in, or no longer. Sign in and do it again; nothing was done.',
      )
    : problemError('not_allowed', `The role ${role} may not do this, and nothing was done. An admin can change a role.`)
}

/** Of a write, which one it is and how it stands. */
function writeFieldsOf(output: unknown): object {
  const { id: operationId, state, upstreamStatus } = Object(Object(output).operation)
  return operationId === undefined ? {} : { operationId, state, upstreamStatus }
}
