import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem } from '@/lib/core/problem'
import type { OpenDatabase } from '@/database/open-database'
import { newConsoleDataDir } from '@/testing/console/console-data-dir'
import { testContext } from '@/testing/console/test-context'
import { useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { jsonResponse } from '@/testing/fake-billing-api/response'
// oxlint-disable-next-line no-restricted-imports -- as above
import { plainEntries } from '@/testing/fake-billing-api/start-ledger-api'
import { runOperation } from '@/lib/run-operation'
import { settings } from '@/lib/core/server/settings'
import { openConsoleStore } from '@/lib/store/console-store'
import { auditEntries } from '@/lib/store/schema'
import { serveTicketCard } from './serve-ticket-card'

const HOST = '127.0.0.1:3000'
const CUSTOMER = 'acme-ticket'
const SECRETS = { CONSOLE_PLAIN_SECRET: 'secret-of-plain', CONSOLE_INTERCOM_SECRET: 'secret-of-intercom' }
const api = useFakeBillingApi({ CONSOLE_DEMO: '0', ...SECRETS })
let store: OpenDatabase

beforeAll(async () => {
  const dataDir = await newConsoleDataDir('console-tickets-')
  store = await openConsoleStore({ databaseUrl: undefined, dataDir, poolSize: 1 })
  globalThis.consoleStoreOpening = Promise.resolve(store)
  const results = plainEntries(3).toReversed()
  api().add('customer', CUSTOMER, jsonResponse({ results, count: results.length, pages: 1, currentPage: 1 }))
  const context = testContext('viewer')
  await runOperation('listTransactions', context, { externalId: CUSTOMER })
  await context.environment.index.written()
})
afterAll(() => store.close())

const TOOLS = [
  {
    tool: 'plain',
    name: 'Plain',
    setting: 'CONSOLE_PLAIN_SECRET',
    header: 'Plain-Request-Signature',
    bodyOf: (externalId: unknown) => ({ cardKeys: ['billing'], customer: { id: 'c_1', externalId } }),
  },
  {
    tool: 'intercom',
    name: 'Intercom',
    setting: 'CONSOLE_INTERCOM_SECRET',
    header: 'X-Body-Signature',
    bodyOf: (externalId: unknown) => ({ admin: {}, conversation: {}, contact: { external_id: externalId } }),
  },
] as const
type Tool = (typeof TOOLS)[number]

const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

/** Calls the route as the tool does. `signature` is right by default, null for none. */
function ask(
  { tool, setting, header }: Tool,
  body: string,
  { signature = sign(SECRETS[setting], body), host = HOST }: { signature?: string | null; host?: string } = {},
): Promise<Response> {
  const headers = { host, 'content-type': 'application/json', ...(signature !== null && { [header]: signature }) }
  return serveTicketCard(tool)(new Request(`http://${HOST}/api/tickets/${tool}`, { method: 'POST', body, headers }))
}
const askFor = (of: Tool, externalId: unknown) => ask(of, JSON.stringify(of.bodyOf(externalId)))

async function codeOf(response: Response): Promise<[number, string]> {
  const { status, code } = Problem.parse(await response.json())
  expect(response.status).toBe(status)
  return [status, code]
}
const entries = () => store.db.select().from(auditEntries).orderBy(auditEntries.sequence)

describe.each(TOOLS)('$name', (of) => {
  test('gets the card of the customer, which no cache keeps', async () => {
    const response = await askFor(of, CUSTOMER)
    const text = await response.text()
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    for (const shown of ['AI credits', '72.00', `http://${HOST}/customers/${CUSTOMER}`]) expect(text).toContain(shown)
  })

  test('reads a customer in the audit under its own name', async () => {
    await askFor(of, CUSTOMER)
    const common = { actor: of.name, role: 'viewer', action: 'getCustomer', objectKind: 'customer', objectId: CUSTOMER }
    expect((await entries()).slice(-2)).toMatchObject([
      { ...common, phase: 'intent', detail: '{"by":"tool"}' },
      { ...common, phase: 'outcome', outcome: 'done' },
    ])
  })

  test.each([
    ['no ID', null, 'No customer ID in this ticket'],
    ['an empty ID', '', 'No customer ID in this ticket'],
    ['text that is no ID', 'a\u0000b', 'The customer ID in this ticket is not a valid ID'],
  ])('gets a card without data for a ticket with %s, and reads nothing', async (_, externalId, words) => {
    const before = (await entries()).length
    const response = await askFor(of, externalId)
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(words)])
    expect(await entries()).toHaveLength(before)
  })

  test('gets a card of an unknown customer that says so, with its encoded address', async () => {
    const text = await (await askFor(of, 'no/such customer')).text()
    expect(text).toContain('The console has not read this customer yet.')
    expect(text).toContain('/customers/no%2Fsuch%20customer')
  })

  test('is refused with a missing, wrong or foreign signature, or a changed body, and reads nothing', async () => {
    const before = (await entries()).length
    const body = JSON.stringify(of.bodyOf(CUSTOMER))
    const other = of.tool === 'plain' ? SECRETS.CONSOLE_INTERCOM_SECRET : SECRETS.CONSOLE_PLAIN_SECRET
    const wrong = [null, '', 'x'.repeat(64), sign(other, body), sign(SECRETS[of.setting], `${body} `)]
    for (const signature of wrong)
      expect([signature, await codeOf(await ask(of, body, { signature }))]).toEqual([
        signature,
        [401, 'signature_refused'],
      ])
    expect(await entries()).toHaveLength(before)
  })

  test('finds no such path until its secret is set', async () => {
    const body = JSON.stringify(of.bodyOf(CUSTOMER))
    const unsigned = { signature: sign('', body) }
    Object.assign(settings(), { [of.setting]: undefined })
    try {
      expect(await codeOf(await ask(of, body, unsigned))).toEqual([404, 'route_not_found'])
    } finally {
      Object.assign(settings(), SECRETS)
    }
  })

  test('is refused under another host, with a long body, and with a body that is no request for a card', async () => {
    expect(await codeOf(await ask(of, '{}', { host: 'evil.example' }))).toEqual([403, 'forbidden_origin'])
    expect(await codeOf(await ask(of, ' '.repeat(257 * 1024)))).toEqual([413, 'payload_too_large'])
    for (const body of ['', 'no JSON', '[]', '{}', 'null'])
      expect([body, await codeOf(await ask(of, body))]).toEqual([body, [400, 'invalid_request']])
  })
})

test('a tool is refused beyond its rate, and the other is not', async () => {
  const [plain, intercom] = TOOLS
  let response = await askFor(plain, null)
  for (let sent = 0; response.status === 200 && sent < 1_000; sent += 1) response = await askFor(plain, null)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await codeOf(response)).toEqual([429, 'too_many_attempts'])
  expect((await askFor(intercom, CUSTOMER)).status).toBe(200)
})
