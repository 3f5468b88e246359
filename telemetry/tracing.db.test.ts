import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { settings } from '@/lib/core/server/settings'
import { createApiKey } from '@/service/api-keys'
import { billingApp } from '@/service/app'
import { serve, type RunningService } from '@/service/serve'
import { callOperation } from '@/testing/console/call-operation'
import { signedInUser, useConsoleStore } from '@/testing/console/use-console-store'
import { openFreshStore, PATIENT, type FreshStore } from '@/testing/service/fresh-store'
import { startTracing, type Tracing } from './tracing'

const [SERVER, CLIENT] = [2, 3]
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
})
const Attribute = z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) })
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

/** What the fake collector has received. */
const received: string[] = []
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    received.push(body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
const store = useConsoleStore()
let serviceStore: FreshStore
let service: RunningService
let tracings: Tracing[] = []
const errors: string[] = []

beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const address = collector.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const options = { endpoint: `http://127.0.0.1:${port}`, onError: (reason: string) => void errors.push(reason) }
  const [ofService, ofConsole] = [startTracing('billing-service', options), startTracing('billing-console', options)]
  tracings = [ofService, ofConsole]
  globalThis.consoleTracing = ofConsole
  serviceStore = await openFreshStore()
  const merchantId = await serviceStore.newMerchant()
  const key = await createApiKey(serviceStore.db, { merchantId, type: 'secret', now: new Date().toISOString() })
  const log = pino({ level: 'silent' })
  const app = billingApp({ db: serviceStore.db, log, deadlines: PATIENT, tracing: ofService })
  service = await serve(app, { host: '127.0.0.1', port: 0 })
  Object.assign(settings(), { BILLING_API_BASE_URL: service.url, BILLING_API_KEY: key })
})
afterAll(async () => {
  globalThis.consoleTracing = undefined
  await service.close()
  await serviceStore.close()
  collector.close()
})

it('sends one trace of a request through console and service, without IDs of objects or users', async () => {
  const token = await signedInUser(store(), { email: 'agent@example.com' })
  const call = (headers: Record<string, string>) =>
    callOperation('getSubscription', { token, headers, params: { id: 'sub_secret' } })
  expect((await call({ traceparent: `00-${TRACE}-${CALLER}-01` })).status).toBe(404)
  expect((await call({})).status).toBe(404)
  await Promise.all(tracings.map((tracing) => tracing.stop()))

  const spans = received
    .flatMap((body) => Export.parse(JSON.parse(body)).resourceSpans)
    .flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap((scope) =>
        scope.spans.map((span) => ({
          ...span,
          service: resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue,
        })),
      ),
    )
  const traceIds = [TRACE, ...new Set(spans.map(({ traceId }) => traceId).filter((id) => id !== TRACE))]
  expect(traceIds).toHaveLength(2)
  for (const traceId of traceIds) {
    const of = (name: string, kind: number) =>
      spans.find((span) => span.traceId === traceId && span.service === name && span.kind === kind)
    const [operation, sent, served] = [
      of('billing-console', SERVER),
      of('billing-console', CLIENT),
      of('billing-service', SERVER),
    ]
    expect([operation, sent, served].map((span) => span?.name)).toEqual(Array(3).fill('getSubscription'))
    expect(operation?.parentSpanId ?? '').toBe(traceId === TRACE ? CALLER : '')
    expect(sent?.parentSpanId).toBe(operation?.spanId)
    expect(served?.parentSpanId).toBe(sent?.spanId)
  }
  expect(errors).toEqual([])
  expect(received.join()).not.toMatch(/sub_secret|agent@example/)
})
