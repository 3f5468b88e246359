import { operationOf } from './operations'
import type { Operation } from '@/lib/core/server/operation'
import { operationContext } from '@/lib/environment'
import 'server-only'
import { randomUUID } from 'node:crypto'
import { Download } from '@/lib/core/download'
import { type OperationName, type OperationLine } from '@/lib/core/operations'
import { CSRF_HEADER, PAGE_USER_HEADER } from '@/lib/core/request-headers'
import { FORM_MEDIA_TYPE, mediaTypeOf, readInput } from '@/lib/core/server/http/request-input'
import {
  downloadResponse,
  formRefusal,
  jsonResponse,
  outputResponse,
  problemResponse,
  redirectionResponse,
  withSecurityHeaders,
} from '@/lib/core/server/http/responses'
import { type Actor, isSignedIn } from '@/lib/core/server/actor'
import { apiCallerOf } from '@/lib/people/server/authenticate'
import { bearerOf } from '@/lib/people/server/authenticate-key'
import { log, logFieldsOf } from '@/lib/core/server/log'
import { admitHost, isOwnOrigin } from '@/lib/core/server/network/own-origin'
import { metricsRecorder } from '@/lib/core/server/metrics-recorder'
import { CALLER_GONE, problemError, operationProblem, ProblemError, statusOfError } from '@/lib/core/server/problem'
import { rejectNextInternals } from '@/lib/core/server/http/methods'
import { asksForPage, REFUSAL_PAGE_POLICY, refusalPage } from '@/lib/core/server/http/refusal-page'
import { Redirection } from '@/lib/core/server/redirection'
import { runInTrace, traceOf } from '@/lib/core/server/request-trace'
import { runOperation } from './run-operation'

/** Next passes no `params` for a path without parameters. */
interface RouteContext {
  params: Promise<object | undefined>
}

/**
 * Returns the route handler of an operation. It checks host and origin, reads the input, authenticates the caller and
 * runs `runOperation`. It returns the result as JSON or a file, and an error as problem+json, as a page (a browser that
 * followed a link) or as a redirect (a form). No response is cached, and each has the security headers.
 */
export function handle(name: OperationName): (request: Request, context: RouteContext) => Promise<Response> {
  const operation = operationOf(name)
  return async (request, context) =>
    withSecurityHeaders(
      await runInTrace(traceOf(request.headers), () => respond(request, context)),
      REFUSAL_PAGE_POLICY,
    )

  async function respond(request: Request, { params }: RouteContext): Promise<Response> {
    const requestId = randomUUID()
    const startedMs = performance.now()
    let hasReachedOperation = false
    let input = {}
    try {
      admit(request, operation)
      const authenticate = () => apiCallerOf(request.headers, operation.isPolled !== true)
      // A visitor's body is not read beyond the usual size.
      const early = operation.maxBodyBytes === undefined ? undefined : await authenticate()
      const limit = early && isSignedIn(early.actor) ? operation.maxBodyBytes : undefined
      // Comes before anything that may fail, because a refused form gets its input back.
      input = await readInput(request, { ...operation, maxBodyBytes: limit }, (await params) ?? {})
      const caller = early ?? (await authenticate())
      admitPageUser(request.headers, caller.actor)
      hasReachedOperation = true
      const output = await runOperation(name, operationContext(caller, requestId, request.signal), input)
      if (output instanceof Download) return downloadResponse(output, request, requestId)
      if (output instanceof Redirection) return redirectionResponse(output, request, requestId)
      const status = statusOf(operation, output)
      if (typeof output === 'string') return jsonResponse(output, requestId, { status })
      return outputResponse(output, request, requestId, status)
    } catch (error) {
      // `runOperation` logs errors of the operation itself.
      if (!hasReachedOperation) {
        const status = logRefusal(request, error, { operation: name, requestId })
        metricsRecorder()?.recordOperation({ operation: name, status, ms: performance.now() - startedMs })
      }
      return refusalResponse(request, operation, error, requestId, input)
    }
  }
}

/** Logs why a request did not reach its operation. @returns the status */
function logRefusal({ signal }: Request, error: unknown, about: object): number {
  const line = { event: 'refused', ...about }
  // A body broke off.
  const hasLeft = signal.aborted && !(error instanceof ProblemError)
  const status = hasLeft ? CALLER_GONE : statusOfError(error)
  if (hasLeft) log().info({ ...line, status })
  else log().warn({ ...line, ...logFieldsOf(error) })
  return status
}

/**
 * Answers a request in another protocol, whose route has no operation of its own: `run` checks it, and runs operations.
 * @param about names the protocol in the log
 */
export const serveProtocol = (
  request: Request,
  about: { operation: string; tool?: string },
  run: (requestId: string) => Promise<Response>,
): Promise<Response> =>
  runInTrace(traceOf(request.headers), async () => {
    const requestId = randomUUID()
    try {
      return withSecurityHeaders(await run(requestId))
    } catch (error) {
      logRefusal(request, error, { ...about, requestId })
      return withSecurityHeaders(problemResponse(error, requestId))
    }
  })

/** Returns 202 for a change without a known outcome, and 412 for one whose data was stale. */
function statusOf({ kind }: OperationLine, output: unknown): number {
  if (kind !== 'change') return 200
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
  operation: Operation,
  error: unknown,
  requestId: string,
  input: object,
): Response {
  const problem = operationProblem(operation, error, requestId)
  const { form } = operation
  const isForm = form !== undefined && isFormRequest(request)
  // A request from another site gets neither cookies nor a redirect.
  if (isForm && problem.code !== 'forbidden_origin') return formRefusal({ page: form, problem, fields: { ...input } })
  const isLink = operation.kind === 'file' || operation.kind === 'redirect'
  return (isLink || isForm) && asksForPage(request)
    ? refusalPage(problem)
    : problemResponse(new ProblemError(problem), requestId)
}

const isFormRequest = ({ headers }: Request) => mediaTypeOf(headers) === FORM_MEDIA_TYPE

/** Returns a response without an operation, after the checks of every request. */
export function respondAfterChecks(request: Request, respond: () => Response): Response {
  try {
    admitHost(request.headers.get('host'))
    rejectNextInternals(request.headers)
    return withSecurityHeaders(respond(), REFUSAL_PAGE_POLICY)
  } catch (error) {
    return withSecurityHeaders(problemResponse(error, randomUUID()), REFUSAL_PAGE_POLICY)
  }
}

/** @throws ProblemError `forbidden_origin` when another site sent the request */
export function admit(request: Request, { kind }: Pick<OperationLine, 'kind'>): void {
  const host = request.headers.get('host')
  admitHost(host)
  rejectNextInternals(request.headers)
  if (request.method !== 'GET' && request.method !== 'HEAD') admitOwnPage(request, host, kind === 'session')
  // Downloads are audited as taken by the signed-in user, so other sites must not trigger them.
  else if (kind === 'file' && request.headers.get('sec-fetch-site') === 'cross-site')
    throw problemError(
      'forbidden_origin',
      'Files can only be downloaded from the console’s own pages. Open the console and export it there.',
    )
}

/**
 * Requires our own origin and, except for our forms, a header that other sites and forms cannot send. Other sites cannot send an
 * access key either, and programs have no origin.
 */
function admitOwnPage(request: Request, host: string | null, takesForm: boolean): void {
  const { headers } = request
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (bearerOf(headers) !== undefined && origin === null && site === null) return
  const isOurs = isOwnOrigin(origin, host) && (site === null || site === 'same-origin')
  const isForm = takesForm && isFormRequest(request)
  if (!isOurs || (!isForm && headers.get(CSRF_HEADER.name) !== CSRF_HEADER.value))
    throw problemError(
      'forbidden_origin',
      'The console accepts this request only from its own pages. Nothing was changed. Open the console at its own address and try again; behind a proxy, set CONSOLE_ORIGIN to that address.',
    )
}

/**
 * Rejects a request from a page that was made for another user, who signed in earlier in the same browser: a decision
 * of one user must not be carried out in another's name.
 * @throws ProblemError `signed_in_as_other`
 */
function admitPageUser(headers: Headers, actor: Actor): void {
  const madeFor = headers.get(PAGE_USER_HEADER)
  if (madeFor === null || !isSignedIn(actor) || madeFor === encodeURIComponent(actor.name)) return
  throw problemError(
    'signed_in_as_other',
    'Someone else has signed in with this browser since this page was opened. Nothing was done. Reload the page.',
  )
}
