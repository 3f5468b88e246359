import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { authenticate } from './authenticate'
import { BillingError } from './billing-error'
import { HANDLERS } from './handlers'
import { openApiDocument } from './openapi'
import { problemResponse, toBillingError } from './problem-response'
import { checkTarget, MAX_BODY_BYTES } from './read-input'
import type { Database } from './store/open'

/** Requests that may wait for a database connection before further ones are sent away. */
const MAX_WAITING = 256

interface AppEnvironment {
  Bindings: HttpBindings
  Variables: { requestId: string; route: string }
}

/** What an app stands on. `now` gives the instant of a request, ISO in UTC with milliseconds. */
export interface AppOptions {
  db: Database
  log: Logger
  now?: () => string
}

/** The billing API over HTTP: authenticate → validate → run → serialise, and one mapping of errors to problem+json. */
export function billingApp({ db, log, now = () => new Date().toISOString() }: AppOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>()
  let openApi: object | undefined

  app.use(async (context, next) => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    context.set('requestId', requestId)
    context.set('route', 'unmatched')
    await next()
    context.header('x-request-id', requestId)
    context.header('cache-control', 'no-store')
    const { method } = context.req
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    log.info({ method, route: context.var.route, status: context.res.status, ms, requestId }, 'request')
  })
  app.use(async (context, next) => {
    checkTarget(context.env.incoming.url ?? '')
    await next()
  })
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new BillingError('payload_too_large', `The request body is larger than ${MAX_BODY_BYTES} bytes.`)
      },
    }),
  )

  const methodsByPath = new Map<string, string[]>()
  for (const { operation, answer } of Object.values(HANDLERS)) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
    const methods = operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method]
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), ...methods])
    app.on(operation.method, path, async (context) => {
      context.set('route', operation.path)
      if (db.$client.waitingCount > MAX_WAITING)
        throw new BillingError('overloaded', 'The service is busy. Try again in a second.', { 'retry-after': '1' })
      const merchantId = await authenticate(db, context.req.header('x-api-key'))
      return answer(context, { db, merchantId, now: now() })
    })
  }
  for (const [path, methods] of methodsByPath)
    app.all(path, () => {
      const allow = methods.join(', ')
      throw new BillingError('method_not_allowed', `This path has only ${allow}.`, { allow })
    })

  app.get('/openapi.json', (context) => {
    context.set('route', '/openapi.json')
    return context.json((openApi ??= openApiDocument()))
  })
  app.get('/healthz', (context) => {
    context.set('route', '/healthz')
    return context.json({ status: 'up' })
  })
  app.get('/readyz', async (context) => {
    context.set('route', '/readyz')
    await db.$client.query('select 1')
    return context.json({ status: 'ready' })
  })

  app.notFound((context) => {
    const error = new BillingError('route_not_found', 'There is no such path. /openapi.json lists all there are.')
    return problemResponse(error, context.var.requestId)
  })
  app.onError((error, context) => {
    const told = toBillingError(error)
    const { requestId, route } = context.var
    if (told.code === 'internal_error' || told.code === 'overloaded')
      log.error({ err: error, requestId, route }, told.code)
    return problemResponse(told, requestId)
  })
  return app
}
