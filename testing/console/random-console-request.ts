import { OPERATIONS as CONSOLE_OPERATIONS } from '@/lib/core/operations'
import { CSRF_HEADER } from '@/lib/core/request-headers'
import type { SeededRandom } from './seeded-random'

interface OperationPath {
  method: string
  path: string
}

export interface ConsoleRequest {
  method: string
  /** The encoded path and query. */
  path: string
  /** Header names are in lower case. */
  headers: Record<string, string>
  body: string | undefined
}

/** Valid values for the requests: the console's host, and ids of its billing API. */
export interface FuzzTargets {
  host: string
  ids: readonly [string, ...string[]]
}

const OPERATIONS: [OperationPath, ...OperationPath[]] = [
  { method: 'GET', path: '/' },
  ...Object.values(CONSOLE_OPERATIONS).map(({ method, path }) => ({ method, path })),
]
const PAGES = [
  '/',
  '/find',
  '/healthz',
  '/readyz',
  '/subscriptions/{id}',
  '/invoices/{id}',
  '/customers/{id}/transactions',
  '/customers/{id}/balance',
  '/api-customers/{id}/timeline',
] as const
const METHODS = ['GET', 'GET', 'POST', 'POST', 'DELETE', 'HEAD', 'PUT', 'PATCH', 'OPTIONS'] as const
const ODD_IDS = [
  '.', '..', '...', ' ', '\u0000', 'a\nb', '%', '%2e%2e', '../../admin', 'a/b', 'a?b=c', 'a#b', '__proto__',
  'constructor', "' or 1=1 --", '${7*7}', '<script>', '\u202Eabc', 'http://127.0.0.1:9/', '//evil.example', '\\\\evil',
] as const // prettier-ignore
const NAMES = [
  'id', 'invoiceId', 'externalId', 'page', 'pageSize', 'order', 'copy', 'reason', 'externalCustomerId',
  'email', 'password', 'token', 'next', 'role', 'disabled', 'state', 'code', 'iss', '__proto__', 'constructor', '',
] as const // prettier-ignore
const VALUES = [
  '', '0', '1', '-1', '1e9', '9'.repeat(400), 'true', 'null', 'admin', 'asc', 'internal', 'customer', 'x'.repeat(600),
  '//evil.example', 'a@example.com', '\u0000', '[]', '{"a":1}', 'f'.repeat(32), 'Asked for by phone',
] as const // prettier-ignore
const CONTENT_TYPES = [
  'application/json', 'application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x', 'application/octet-stream', '', 'APPLICATION/JSON', 'application/json, text/plain',
] as const // prettier-ignore
const HEADERS = [
  'accept', 'authorization', 'x-api-key', 'x-forwarded-for', 'x-forwarded-host', 'forwarded', 'rsc', 'next-action',
  'next-router-state-tree', 'x-middleware-subrequest', 'x-http-method-override', 'range', 'if-none-match', 'referer',
  'sec-fetch-mode', 'sec-fetch-dest', 'x-console-peer', 'x-console-path', 'x-nonce', 'accept-encoding', 'user-agent',
] as const // prettier-ignore
const HEADER_VALUES = [
  '',
  '1',
  'text/html',
  '*/*',
  'bytes=0-',
  'Bearer x',
  '127.0.0.1',
  'evil.example',
  'x'.repeat(900),
] as const

/** Returns a random request. Each part is valid often enough for requests to get past its check. */
export function randomConsoleRequest(random: SeededRandom, { host, ids }: FuzzTargets): ConsoleRequest {
  const id = () => (random.chance(65) ? random.of(ids) : random.chance(50) ? random.of(ODD_IDS) : garbage(random, 40))
  const value = () => (random.chance(70) ? random.of(VALUES) : garbage(random, 30))
  const segment = () => (random.chance(90) ? encodeURIComponent(id()) : rawSegment(random))
  const operation = random.chance(90) ? random.of(OPERATIONS) : { method: 'GET', path: random.of(PAGES) }
  const path = operation.path.replaceAll(/\{\w+\}/g, segment) + (random.chance(4) ? `/${segment()}` : '')
  const pairs = () => Array.from({ length: random.integer(4) }, () => [random.of(NAMES), value()] as [string, string])
  const query = random.chance(20) ? `?${new URLSearchParams(pairs()).toString()}` : ''
  const method = random.chance(65) ? operation.method : random.of(METHODS)
  const headers: Record<string, string> = {
    host: random.chance(90) ? host : random.of(['evil.example', `${host}.evil`, 'x:1']),
  }
  if (random.chance(70))
    headers.origin = random.chance(85) ? `http://${host}` : random.of(['null', 'https://evil.example'])
  if (random.chance(50))
    headers['sec-fetch-site'] = random.chance(80) ? 'same-origin' : random.of(['cross-site', 'none'])
  if (random.chance(75)) headers[CSRF_HEADER.name] = random.chance(90) ? CSRF_HEADER.value : garbage(random, 5)
  if (random.chance(80)) headers['content-type'] = random.chance(60) ? 'application/json' : random.of(CONTENT_TYPES)
  if (random.chance(40)) headers.cookie = cookies(random)
  while (random.chance(30)) headers[random.of(HEADERS)] = random.of(HEADER_VALUES)
  const body = method === 'GET' || method === 'HEAD' ? undefined : randomBody(random, pairs)
  return { method, path: path + query, headers: sendable(headers), body }
}

function randomBody(random: SeededRandom, pairs: () => [string, string][]): string {
  const fields = Object.fromEntries(random.chance(60) ? [['reason', 'Asked for by phone'], ...pairs()] : pairs())
  if (random.chance(65)) return JSON.stringify(random.chance(80) ? fields : [fields])
  if (random.chance(40)) return new URLSearchParams(fields).toString()
  if (random.chance(10)) return JSON.stringify({ reason: 'x'.repeat(random.integer(80_000)) })
  if (random.chance(10)) return '['.repeat(random.integer(5_000))
  return garbage(random, 200)
}

/** Returns session cookies with invalid tokens. */
function cookies(random: SeededRandom): string {
  const token = () =>
    random.chance(50)
      ? Buffer.from(garbage(random, 24)).toString('base64url').padEnd(43, 'A').slice(0, 43)
      : garbage(random, 60)
  const name = () => random.of(['console-session', '__Host-console-session', 'a', '__proto__'])
  return Array.from({ length: 1 + random.integer(3) }, () => `${name()}=${token()}`).join('; ')
}

function garbage(random: SeededRandom, most: number): string {
  const character = () => {
    const point = random.chance(70) ? random.integer(0x80) : random.integer(0x11_00_00)
    return point >= 0xd800 && point < 0xe000 ? '\uFFFD' : String.fromCodePoint(point)
  }
  return Array.from({ length: random.integer(most + 1) }, character).join('')
}

/** Returns a path segment with an encoding that the console's pages never send. */
const rawSegment = (random: SeededRandom) =>
  random.of(['%', '%zz', '%c0%af', '%2e', '%2e%2e', '%00', ';a=b', '*', '@', '%25', '%ff', '..;', '%5c..', '%E0%A4%A'])

/** Keeps the headers that can be sent: printable Latin-1 values without outer spaces. */
function sendable(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?').trim()]),
  )
}
