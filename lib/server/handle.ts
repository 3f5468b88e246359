import 'server-only'
import { randomUUID } from 'node:crypto'
import { WRITE_HEADER } from '@/contract/console/operations'
import { log } from './log'
import { admitHost, isOwnOrigin } from './own-origin'
import { isAllowed, type ConsoleOperation } from './permissions'
import { problemError, ProblemError, toProblem } from './problem'

/** What an operation gets: the request, its path parameters as Next decoded them, and the id its log lines share. */
export interface Handling<Params> {
  request: Request
  params: Params
  requestId: string
}

/**
 * A route handler: own host and origin → permission → run → Response. The result travels as JSON (a string as text
 * that is JSON already); an error as problem+json. Nothing of it may be cached; each request is one log line.
 */
export function handle<Params = object>(
  operation: ConsoleOperation,
  run: (handling: Handling<Params>) => Promise<object | string>,
): (request: Request, context: { params: Promise<Params> }) => Promise<Response> {
  return async (request, context) => {
    const requestId = randomUUID()
    const started = performance.now()
    const finish = (response: Response, error?: unknown) => {
      const ms = Math.round(performance.now() - started)
      const line = { event: 'request', operation, method: request.method, status: response.status, requestId, ms }
      if (error === undefined) log().info(line)
      else if (error instanceof ProblemError) log().warn({ ...line, code: error.problem.code, cause: causeOf(error) })
      else log().error({ ...line, err: error })
      return response
    }
    try {
      admit(request, operation)
      const result = await run({ request, params: await context.params, requestId })
      return finish(answer(typeof result === 'string' ? result : JSON.stringify(result), requestId))
    } catch (error) {
      return finish(problemResponse(error, requestId), error)
    }
  }
}

/** An error as problem+json, never cached. */
export function problemResponse(error: unknown, requestId: string): Response {
  const problem = toProblem(error, requestId)
  const { status, retryAfterSeconds } = problem
  const response = answer(JSON.stringify(problem), requestId, { status, type: 'application/problem+json' })
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds))
  return response
}

function answer(body: string, requestId: string, { status = 200, type = 'application/json' } = {}): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    },
  })
}

function admit(request: Request, operation: ConsoleOperation): void {
  const host = request.headers.get('host')
  admitHost(host)
  if (request.method !== 'GET' && request.method !== 'HEAD') admitWrite(request, host)
  if (!isAllowed('operator', operation))
    throw problemError('route_not_found', 'Nothing can be asked here. Check the address.')
}

/** A write needs our own origin and a header that no form and no other site can send. */
function admitWrite(request: Request, host: string | null): void {
  if (
    !isOwnOrigin(request.headers.get('origin'), host) ||
    request.headers.get(WRITE_HEADER.name) !== WRITE_HEADER.value
  )
    throw problemError(
      'forbidden_origin',
      'The console takes changes only from its own pages, and nothing was changed. Open the console at its own address and do it there; behind a proxy, set CONSOLE_ORIGIN to that address.',
    )
}

function causeOf({ cause }: ProblemError): string | undefined {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined
}
