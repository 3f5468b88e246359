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
 * The route handler of an operation: own host and origin → input → who asks → `runOperation` → Response. The result travels as
 * JSON, a file as itself; an error as problem+json, to a browser that followed a link to a file as a page, and to a form by
 * its own page. Nothing of it may be cached.
 * Next has no `params` for a path without any.
 */
export function handle(
  name: ConsoleOperationName,
): (request: Request, context: { params: Promise<object | undefined> }) => Promise<Response> {
  const operation: ConsoleOperation = CONSOLE_OPERATIONS[name]
  return async (request, { params }) => {
    const requestId = randomUUID()
    let reached = false
    let input = {}
    try {
      admit(request, operation)
      // Before anything that may fail: a form that is refused gets back what it sent.
      input = await readInput(request, operation, (await params) ?? {})
      const caller = await callerOf(request.headers, operation.isPolled !== true)
      admitPageUser(request.headers, caller.actor)
      reached = true
      const output = await runOperation(name, operationContext(caller, requestId, request.signal), input)
      if (output instanceof Download) return downloadResponse(output, request, requestId)
      if (output instanceof Redirection) return redirectionResponse(output, request, requestId)
      const status = statusOf(name, output)
      if (typeof output === 'string') return jsonResponse(output, requestId, { status })
      return outputResponse(output, request, requestId, status)
    } catch (error) {
      // What reached the operation is logged there.
      if (!reached) log().warn({ event: 'refused', operation: name, requestId, ...logFieldsOf(error) })
      return refusalResponse(request, operation, error, requestId, input)
    }
  }
}

/** A write whose end is not known yet is accepted, and what was no longer as it was seen is not. */
function statusOf(name: ConsoleOperationName, output: unknown): number {
  if (name !== 'cancelSubscription' && name !== 'deleteSubscription') return 200
  const { state } = Object(Object(output).change)
  if (state === 'STALE') return 412
  return state === 'CONFIRMED' ? 200 : 202
}

/** To a script as problem+json, to a browser that a link or a form brought here as something to look at. */
function refusalResponse(
  request: Request,
  { method, permission, file = false, leadsOn = false, form }: ConsoleOperation,
  error: unknown,
  requestId: string,
  input: object,
): Response {
  const said = toProblem(error, requestId)
  const isRead = !leadsOn && (method === 'GET' || permission === 'read')
  // However a read fails, nothing was done that anybody would have to look for.
  const problem: Problem = isRead ? { ...said, outcome: 'none' } : said
  const isForm = form !== undefined && mediaTypeOf(request.headers) === FORM_MEDIA_TYPE
  // What another site sent is not answered with cookies or a way on.
  if (isForm && problem.code !== 'forbidden_origin') return formRefusal({ page: form, problem, fields: { ...input } })
  return (file || leadsOn || isForm) && asksForPage(request)
    ? refusalPage(problem)
    : problemResponse(new ProblemError(problem), requestId)
}

/** Answers a path of `/api` that is none. */
export function answerNoRoute(): Response {
  return problemResponse(
    problemError('route_not_found', 'The console has no such path. Check the address.'),
    randomUUID(),
  )
}

/** The fields of path and query, or of path and body. One that stands in both is refused, as any unknown one is. */
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

/** An error as problem+json, never cached. */
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
  // It is on record as taken by whoever is signed in.
  else if (file && request.headers.get('sec-fetch-site') === 'cross-site')
    throw problemError(
      'forbidden_origin',
      'A file is given to the console’s own pages only. Open the console and export it there.',
    )
}

/** A write needs our own origin and, but for a form of ours, a header that no form and no other site can send. */
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
