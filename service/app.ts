import { stringifyExactJson } from '@/contract/exact-json'
import type { BillingOperation, BillingOperationName } from '@/contract/billing/operations'
import type { BillingErrorCode } from '@/contract/billing/problem'
import { COMMIT, VERSION } from '@/contract/version'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { requireKeyHash } from './api-keys'
import { methodNotAllowed, overloaded, payloadTooLarge, routeNotFound } from './refusals'
import { boundResponse, PendingResponses, RESPONSE_BOUNDS, type ResponseBounds } from './bound-response'
import { CallerGone, DEFAULT_DEADLINES, withinDeadline, type Deadlines } from './deadline'
import { HANDLERS } from './handlers'
import { holdsOnlyDemoData } from './demo-mark'
import { openApiDocument } from './openapi/openapi-document'
import { problemResponse, toBillingError } from './problem-response'
import { checkRequestLine, MAX_BODY_BYTES } from './read-input'
import { onConnection } from '@/database/on-connection'
import type { Database } from '@/database/open-database'
import { readTraceContext } from '@/telemetry/trace-context'
import type { Tracing } from '@/telemetry/tracing'

/** Requests that may wait for a database connection; the service refuses any more with `overloaded`. */
const MAX_WAITING = 256

const OPERATIONS = Object.keys(HANDLERS).filter((name): name is BillingOperationName => name in HANDLERS)

/** Errors that the operator of the service can fix: each is logged. */
const LOGGED = new Set<BillingErrorCode>(['internal_error', 'outcome_unknown', 'overloaded', 'deadline_passed'])

interface AppEnvironment {
  Bindings: HttpBindings
  Variables: { requestId: string; route: string; operation: RequestedOperation }
}

/** The operation of a request: of the interface, or of the service itself; `unmatched` for an unknown path or method. */
type RequestedOperation = BillingOperationName | 'openapi' | 'healthz' | 'readyz' | 'demo_data' | 'unmatched'

/** A request whose response is ready to be sent. */
export interface RespondedRequest {
  operation: RequestedOperation
  status: number
  ms: number
}

/** Returns the trace that the caller has started, if any. */
const traceOf = ({ req }: Context) => readTraceContext((name) => req.header(name))

/** Returns the log field of the trace. */
function traceIdOf(context: Context): { traceId?: string } {
  const trace = traceOf(context)
  return trace ? { traceId: trace.traceId } : {}
}

/** `now` returns the instant of a request, ISO in UTC with milliseconds. */
export interface AppOptions {
  db: Database
  log: Logger
  now?: () => string
  deadlines?: Deadlines
  responseBounds?: ResponseBounds
  /** Records each request for the metrics. */
  record?: ((request: RespondedRequest) => void) | undefined
  /** Records each request as a span. */
  tracing?: Tracing | undefined
}

/**
 * Creates the billing API over HTTP. Each request is authenticated, its input is read, the operation runs and its output
 * is serialised (`handlers.ts`). One error handler maps every error to problem+json.
 */
export function billingApp({
  db,
  log,
  now = () => new Date().toISOString(),
  deadlines = DEFAULT_DEADLINES,
  responseBounds = RESPONSE_BOUNDS,
  record = () => undefined,
  tracing,
}: AppOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>()
  const pendingResponses = new PendingResponses()
  let openApi: string | undefined

  app.use(async (context, next) => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    context.set('requestId', requestId)
    context.set('route', 'unmatched')
    context.set('operation', 'unmatched')
    // Headers that are set after the response was created make Hono copy the response.
    context.header('x-request-id', requestId)
    context.header('cache-control', 'no-store')
    const span = tracing?.start('server', traceOf(context))
    await next()
    const { method } = context.req
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    const { route, operation } = context.var
    const { status } = context.res
    log.info({ method, route, status, ms, requestId, ...traceIdOf(context) }, 'request')
    record({ operation, status, ms })
    const attributes = { 'http.request.method': method, 'http.route': route }
    span?.end({ name: operation, status, isFailed: status >= 500, attributes })
    boundResponse(context.env.outgoing, responseBounds, () =>
      log.warn({ requestId, route }, 'response not read to its end'),
    )
  })
  app.use(async (context, next) => {
    checkRequestLine(context.env.incoming)
    await next()
  })
  const limitBody = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => {
      throw payloadTooLarge('The request body is', MAX_BODY_BYTES / 1024, 'Send a shorter one.')
    },
  })
  // Hono builds a complete Request to look for a body, which a GET does not have.
  app.use((context, next) => (context.req.method === 'GET' ? next() : limitBody(context, next)))

  const methodsByPath = new Map<string, string[]>()
  const on = (
    name: RequestedOperation,
    method: BillingOperation['method'],
    path: string,
    respond: (context: Context<AppEnvironment>) => Promise<Response>,
  ) => {
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1')
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
    methodsByPath.set(pattern, [...(methodsByPath.get(pattern) ?? []), ...methods])
    app.on(method, pattern, (context) => {
      context.set('route', path)
      context.set('operation', name)
      return respond(context)
    })
  }
  for (const name of OPERATIONS) {
    const { operation, respond } = HANDLERS[name]
    on(name, operation.method, operation.path, async (context) => {
      if (db.$client.waitingCount > MAX_WAITING) throw overloaded('The service is busy')
      const limitMs = operation.method === 'GET' ? deadlines.readMs : deadlines.writeMs
      return withinDeadline(context.env.incoming, limitMs, async (signal) => {
        const keyHash = requireKeyHash(context.req.header('x-api-key'))
        const hold = (bytes: number) => pendingResponses.hold(bytes, context.env.outgoing, responseBounds.pendingBytes)
        return respond(context, { db, signal, keyHash, now, hold })
      })
    })
  }
  on('openapi', 'GET', '/openapi.json', async (context) =>
    context.body((openApi ??= stringifyExactJson(openApiDocument())), 200, { 'content-type': 'application/json' }),
  )
  on('healthz', 'GET', '/healthz', async (context) => context.json({ status: 'ok', version: VERSION, commit: COMMIT }))
  on('readyz', 'GET', '/readyz', async (context) => {
    await withinDeadline(context.env.incoming, deadlines.readMs, (signal) =>
      onConnection({ db, signal }, (session) => session.execute('select 1')),
    )
    return context.json({ status: 'ready' })
  })
  // The console of `npm start` requests this: it may run without sign-in only on demo data.
  on('demo_data', 'GET', '/demo-data', async (context) => {
    const isDemo = await withinDeadline(context.env.incoming, deadlines.readMs, (signal) =>
      holdsOnlyDemoData({ db, signal }),
    )
    return context.json({ isDemo })
  })
  for (const [pattern, methods] of methodsByPath)
    app.all(pattern, () => {
      throw methodNotAllowed(methods)
    })

  app.notFound((context) => {
    return problemResponse(routeNotFound(), context.var.requestId)
  })
  app.onError((error, context) => {
    // Proxies log 499 for a client that closed its connection.
    if (error instanceof CallerGone) return new Response(null, { status: 499 })
    const billingError = toBillingError(error)
    const { requestId, route } = context.var
    if (LOGGED.has(billingError.code))
      log.error({ err: error, requestId, route, ...traceIdOf(context) }, billingError.code)
    return problemResponse(billingError, requestId)
  })
  return app
}
