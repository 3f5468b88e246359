import { NextRequest } from 'next/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OPERATIONS, type OperationName } from '../operations'
import { proxy } from '@/proxy'
import { newConsoleDataDir } from '@/testing/console/console-data-dir'
import { useFakeBillingApi, SCENARIO_IDS } from '@/testing/console/use-fake-billing-api'
import { handle } from '@/lib/handle'
import { log } from './log'

const api = useFakeBillingApi({ LOG_LEVEL: 'debug' })
const host = '127.0.0.1:3000'
const written: string[] = []

/** One secret per source, so that a leak shows where it came from. */
const SECRETS = {
  cookie: 'c00kie-secret-4f1a',
  authorization: 'auth-secret-77b2',
  key: 'api-key-secret-19dd',
  query: 'query-secret-e01c',
  path: 'path-secret-5a5a',
  password: 'password secret 8c2f',
  token: 'token-secret-93ab',
  field: 'field-secret-0d0d',
}
const secretHeaders = {
  host,
  origin: `http://${host}`,
  'x-billing-console': '1',
  cookie: `console-session=${SECRETS.cookie}; __Host-console-session=${SECRETS.cookie}; other=${SECRETS.cookie}`,
  authorization: `Basic ${SECRETS.authorization}`,
  'x-api-key': SECRETS.key,
  referer: `http://${host}/set-up?token=${SECRETS.token}`,
}
const body = {
  email: 'ann@example.com',
  password: SECRETS.password,
  token: SECRETS.token,
  current: SECRETS.password,
  extra: SECRETS.field,
  reason: 'Asked for by phone',
}
const contentTypes = ['application/json', 'application/x-www-form-urlencoded', 'text/plain']
/** pino writes through this function when it is replaced. */
const writing = vi.spyOn(process.stdout, 'write')
vi.setConfig({ testTimeout: 120_000 })

beforeAll(async () => {
  process.env.DATA_DIR = await newConsoleDataDir('console-log-')
  writing.mockImplementation((data) => written.push(String(data)) > 0)
})
afterAll(() => writing.mockRestore())

async function ask(name: OperationName, contentType: string, query: string, change: object): Promise<void> {
  const { method } = OPERATIONS[name]
  const fields = { ...body, ...change }
  const text = contentType.includes('urlencoded')
    ? new URLSearchParams(Object.entries(fields)).toString()
    : JSON.stringify(fields)
  const request = new Request(`http://${host}/api${query}`, {
    method,
    headers: { ...secretHeaders, ...(method !== 'GET' && { 'content-type': contentType }) },
    body: method === 'GET' ? undefined : text,
  })
  const params = Promise.resolve(
    Object.fromEntries(
      [...OPERATIONS[name].path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => [field, SECRETS.path]),
    ),
  )
  const response = await handle(name)(request, { params })
  await response.body?.cancel()
}

test('holds no key, cookie, token or body, whatever the request and its end', async () => {
  const names: OperationName[] = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS)
  for (const name of names) {
    for (const contentType of contentTypes)
      for (const query of ['', `?token=${SECRETS.query}&code=${SECRETS.query}`]) await ask(name, contentType, query, {})
    // An accepted change is logged with its id and reason, which are not secrets.
    if (OPERATIONS[name].kind !== 'change') await ask(name, 'application/json', '', { extra: undefined })
  }
  const changes: Record<string, string>[] = [{}, { host: 'evil.example' }, { 'next-action': SECRETS.token }]
  for (const path of [
    `/?token=${SECRETS.query}`,
    `/${SECRETS.path}/%zz`,
    `/set-up?token=${SECRETS.token}`,
    `/api/find?x=${SECRETS.query}`,
  ])
    for (const changed of changes)
      await proxy(new NextRequest(`http://${host}${path}`, { headers: { ...secretHeaders, ...changed } })).text()
  // Internal errors, and errors of a billing API that echoes our key.
  const { fault } = SCENARIO_IDS
  const read = handle('getSubscription')
  for (const id of [fault.echoesKey, fault.drops, fault.html, fault.rateLimited])
    await read(new Request(`http://${host}/api`, { headers: secretHeaders }), { params: Promise.resolve({ id }) })

  // An access key, which is none here.
  const withKey = { ...secretHeaders, authorization: `Bearer ${SECRETS.authorization}` }
  const refused = await read(new Request(`http://${host}/api`, { headers: withKey }), {
    params: Promise.resolve({ id: fault.html }),
  })
  expect(refused.status).toBe(401)

  const logged = written.join('')
  expect(logged.split('\n').length).toBeGreaterThan(names.length)
  expect(logged).toContain('"event":"refused"')
  expect(logged).toContain('"event":"read"')
  const known = Object.entries({ ...SECRETS, ourKey: api().key })
  expect(known.filter(([, secret]) => logged.includes(secret)).map(([place]) => place)).toEqual([])
})

test('records log lines', () => {
  log().warn({ password: SECRETS.password }, 'heard')
  expect(written.at(-1)).toContain(SECRETS.password)
})
