import 'server-only'
import { randomUUID } from 'node:crypto'
import { Download } from '@/contract/console/download'
import {
  CONSOLE_OPERATIONS,
  type ConsoleOperation,
  type ConsoleOperationName,
  WRITE_HEADER,
} from '@/contract/console/operations'
import type { Problem } from '@/contract/console/problem'
import { FORM_MEDIA_TYPE, mediaTypeOf, readBody } from './body'
import { downloadResponse } from './download-response'
import { callerOf } from '../sign-in/caller-of'
import { formRefusal } from './form-refusal'
import { jsonResponse, outputResponse } from './json-response'
import { log, logFieldsOf } from '../log'
import { operationContext } from '../operation-context'
import { admitHost, isOwnOrigin } from '../network/own-origin'
import { problemError, ProblemError, toProblem } from '../problem'
import { admitPageUser } from './page-user'
import { readQuery } from './query'
import { asksForPage, refusalPage } from './refusal-page'
import { Redirection } from '../redirection'
import { redirectionResponse } from './redirection-response'
import { runOperation } from '../run-operation'

/**
 * Returns the route handler of an operation. It checks host and origin, reads the input, authenticates the caller and
 * runs `runOperation`. It returns the result as JSON or a file, and an error as problem+json, as a page (a browser that
 * followed a link) or as a redirect (a form). No response is cached. Next passes no `params` for a path without
 * parameters.
 */
export function handle(
  name: ConsoleOperationName,
): (request: Request, context: { params: Promise<object | undefined> }) => Promise<Response> {
  const operation: ConsoleOperation = CONSOLE_OPERATIONS[name]
  return async (request, { params }) => {
    const requestId = randomUUID()
    let hasReachedOperation = false
    let input = {}
    try {
      admit(request, operation)
      // Comes before anything that may fail, because a refused form gets its input back.
      input = await readInput(request, operation, (await params) ?? {})
      const caller = await callerOf(request.headers, operation.isPolled !== true)
      admitPageUser(request.headers, caller.actor)
      hasReachedOperation = true
      const output = await runOperation(name, operationContext(caller, requestId, request.signal), input)
      if (output instanceof Download) return downloadResponse(output, request, requestId)
      if (output instanceof Redirection) return redirectionResponse(output, request, requestId)
      const status = statusOf(name, output)
      if (typeof output === 'string') return jsonResponse(output, requestId, { status })
      return outputResponse(output, request, requestId, status)
    } catch (error) {
      // `runOperation` logs errors of the operation itself.
      if (!hasReachedOperation) log().warn({ event: 'refused', operation: name, requestId, ...logFieldsOf(error) })
      return refusalResponse(request, operation, error, requestId, input)
    }
  }
}

/** Returns 202 for a change without a known outcome, and 412 for one whose data was stale. */
function statusOf(name: ConsoleOperationName, output: unknown): number {
  if (name !== 'cancelSubscription' && name !== 'deleteSubscription') return 200
  const { state } = Object(Object(output).change)
  if (state === 'STALE') return 412
  return state === 'CONFIRMED' ? 200 : 202
}

/**
 * Returns an error as problem+json for scripts, and as a page or redirect for a browser that followed a link or sent a
 * form.
 */
function refusalResponse(
  request: Request,
  { method, permission, file = false, leadsOn = false, form }: ConsoleOperation,
  error: unknown,
  requestId: string,
  input: object,
): Response {
  const fullProblem = toProblem(error, requestId)
  const isRead = !leadsOn && (method === 'GET' || permission === 'read')
  // A failed read never leaves an outcome to check.
  const problem: Problem = isRead ? { ...fullProblem, outcome: 'none' } : fullProblem
  const isForm = form !== undefined && mediaTypeOf(request.headers) === FORM_MEDIA_TYPE
  // A request from another site gets neither cookies nor a redirect.
  if (isForm && problem.code !== 'forbidden_origin') return formRefusal({ page: form, problem, fields: { ...input } })
  return (file || leadsOn || isForm) && asksForPage(request)
    ? refusalPage(problem)
    : problemResponse(new ProblemError(problem), requestId)
}

/** Returns the response for an unknown path under `/api`. */
export function routeNotFound(): Response {
  return problemResponse(
    problemError('route_not_found', 'The console has no such path. Check the address.'),
    randomUUID(),
  )
}

/** Returns the fields of path and query, or of path and body. Rejects a field that is in both. */
async function readInput(request: Request, { method, form }: ConsoleOperation, params: object): Promise<object> {
  const query = readQuery(request)
  const hasBody = method !== 'GET'
  if (hasBody && Object.keys(query).length > 0)
    throw problemError('invalid_request', 'Nothing is taken from the query here. Send the fields in the body.')
  const fields = hasBody ? await readBody(request, form !== undefined) : query
  const twice = Object.keys(params).find((name) => Object.hasOwn(fields, name))
  if (twice !== undefined)
    throw problemError('invalid_request', `${twice} stands in the path. Leave it out of the rest.`)
  return { ...fields, ...params }
}

/** Returns an error as problem+json that must not be cached. */
export function problemResponse(error: unknown, requestId: string): Response {
  const problem = toProblem(error, requestId)
  const { status, retryAfterSeconds } = problem
  const response = jsonResponse(JSON.stringify(problem), requestId, { status, type: 'application/problem+json' })
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds))
  return response
}

function admit(request: Request, { form, file = false }: ConsoleOperation): void {
  const host = request.headers.get('host')
  admitHost(host)
  if (request.method !== 'GET' && request.method !== 'HEAD') admitWrite(request, host, form !== undefined)
  // Downloads are audited as taken by the signed-in user, so other sites must not trigger them.
  else if (file && request.headers.get('sec-fetch-site') === 'cross-site')
    throw problemError(
      'forbidden_origin',
      'A file is given to the console’s own pages only. Open the console and export it there.',
    )
}

/** A change needs our own origin and, except for our forms, a header that other sites and forms cannot send. */
function admitWrite({ headers }: Request, host: string | null, takesForm: boolean): void {
  const site = headers.get('sec-fetch-site')
  const isOurs = isOwnOrigin(headers.get('origin'), host) && (site === null || site === 'same-origin')
  const isForm = takesForm && mediaTypeOf(headers) === FORM_MEDIA_TYPE
  if (!isOurs || (!isForm && headers.get(WRITE_HEADER.name) !== WRITE_HEADER.value))
    throw problemError(
      'forbidden_origin',
      'The console takes changes only from its own pages, and nothing was changed. Open the console at its own address and do it there; behind a proxy, set CONSOLE_ORIGIN to that address.',
    )
}
