import type { Random } from '@/service/data/demo/random'
import { ODD_TEXT, ODD_ENCODING, METHODS, QUERY_NAMES, QUERY_VALUES, CONTENT_TYPES, ODD_HEADERS } from './odd-input'
import type { RawRequest } from './raw-connection'

/** Targets of random requests. No request changes them: one subscription is deleted, the other active. */
export interface FuzzTargets {
  apiKeys: readonly [string, ...string[]]
  deletedSubscriptionId: string
  activeSubscriptionId: string
  invoiceId: string
  externalCustomerId: string
}

const flipped = (random: Random, bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes)
  for (let count = random.int(1, 4); count > 0; count -= 1) copy[random.int(0, copy.length - 1)] = random.int(0, 255)
  return copy
}

function randomText(random: Random): string {
  const text = random.pick(ODD_TEXT)
  return random.chance(0.3) ? text + random.pick(ODD_TEXT) : text
}

function randomSegment(random: Random, known: string): string {
  const id = random.chance(0.5) ? known : randomText(random)
  if (random.chance(0.08)) return encodeURIComponent(id) + random.pick(ODD_ENCODING)
  if (random.chance(0.04)) return id.replaceAll(/[^!-~]/g, '')
  return encodeURIComponent(id)
}

function randomPath(random: Random, targets: FuzzTargets): { method: string; path: string } {
  const { deletedSubscriptionId, activeSubscriptionId, invoiceId, externalCustomerId } = targets
  const at = (method: string, before: string, id: string, after: string) => ({
    method,
    path: `/external/${before}/${randomSegment(random, id)}${after}`,
  })
  const { method, path } = random.pick([
    () => at('POST', 'subscriptions', deletedSubscriptionId, '/cancel'),
    () => at('DELETE', 'subscriptions', activeSubscriptionId, ''),
    () => at('GET', 'subscriptions', random.pick([deletedSubscriptionId, activeSubscriptionId]), '/expanded'),
    () => at('GET', 'invoices', invoiceId, '/with-line-items'),
    () => at('GET', 'customers/external-id', externalCustomerId, '/transactions'),
    () => ({
      method: 'GET',
      path: random.pick(['/', '/healthz', '/readyz', '/external', '/external//', '/%2e/', '//x/y']),
    }),
  ])()
  if (random.chance(0.95)) return { method, path }
  const segments = path.split('/')
  segments.splice(
    random.int(0, segments.length),
    random.int(0, 1),
    random.pick(['', 'expanded', 'x', '%2e%2e', ';', ':id']),
  )
  return { method, path: `/${segments.join('/').replace(/^\//, '')}` }
}

function randomQuery(random: Random): string {
  if (random.chance(0.6)) return ''
  const pairs = Array.from({ length: random.int(1, 4) }, () => {
    const value = random.chance(0.7) ? random.pick(QUERY_VALUES) : encodeURIComponent(randomText(random))
    return `${encodeURIComponent(random.pick(QUERY_NAMES))}=${random.chance(0.04) ? random.pick(ODD_ENCODING) : value}`
  })
  return `?${pairs.join(random.pick(['&', '&', '&', ';']))}`
}

function randomJson(random: Random, depth: number): unknown {
  if (depth === 0 || random.chance(0.4))
    return random.pick<() => unknown>([
      () => randomText(random),
      () => random.int(-9, 9) / 4,
      () => null,
      () => random.chance(0.5),
    ])()
  const children = Array.from({ length: random.int(0, 3) }, () => randomJson(random, depth - 1))
  return random.chance(0.3)
    ? children
    : Object.fromEntries(children.map((child) => [random.pick(['externalCustomerId', 'id', '__proto__', '']), child]))
}

const nested = (depth: number) => '{"externalCustomerId":'.repeat(depth) + '['.repeat(depth)

function randomBody(random: Random, { externalCustomerId }: FuzzTargets): Buffer {
  return random.pick([
    () => Buffer.alloc(0),
    () => Buffer.from(JSON.stringify({ externalCustomerId })),
    () =>
      Buffer.from(JSON.stringify({ externalCustomerId: random.chance(0.5) ? randomText(random) : random.int(0, 9) })),
    () => Buffer.from(JSON.stringify(randomJson(random, 3))),
    () => flipped(random, Buffer.from(JSON.stringify({ externalCustomerId }))),
    () =>
      Buffer.from(
        random.pick(['{', '[]', 'null', '"', '{"externalCustomerId":"\\ud800"}', '{"a":1}{', '1e999', '\ufeff{}']),
      ),
    () => Buffer.from(nested(random.int(1, random.chance(0.02) ? 2_000 : 40))),
    () => Buffer.alloc(random.int(1, 64), random.int(0, 255)),
    () => Buffer.alloc(random.chance(0.02) ? random.int(65_530, 70_000) : 20, 0x20),
  ])()
}

/** Returns a body with its framing: of known length, or in chunks. */
function framed(random: Random, body: Buffer): { header: string; bytes: Buffer } {
  if (random.chance(0.8)) return { header: `content-length: ${body.length}\r\n`, bytes: body }
  const cut = random.int(0, body.length)
  const chunks = [body.subarray(0, cut), body.subarray(cut)].filter(({ length }) => length > 0)
  const pieces = chunks.flatMap((chunk) => [`${chunk.length.toString(16)}\r\n`, chunk, '\r\n'])
  return {
    header: 'transfer-encoding: chunked\r\n',
    bytes: Buffer.concat([...pieces, '0\r\n\r\n'].map((piece) => Buffer.from(piece))),
  }
}

/** Returns a request that is complete HTTP with random contents. */
export function randomRequest(random: Random, targets: FuzzTargets): RawRequest {
  const { method: usual, path } = randomPath(random, targets)
  const method = random.chance(0.85) ? usual : random.pick(METHODS)
  const hasBody = method === 'POST' ? random.chance(0.9) : random.chance(0.05)
  const { header, bytes } = hasBody
    ? framed(random, randomBody(random, targets))
    : { header: '', bytes: Buffer.alloc(0) }
  const key = random.chance(0.75)
    ? targets.apiKeys[0]
    : random.pick([...targets.apiKeys, 'x'.repeat(4_000), 'sk_ü', ' '])
  const head =
    `${method} ${path}${randomQuery(random)} HTTP/1.1\r\nhost: ${random.chance(0.97) ? 'billing' : random.pick(['[::1]:1', 'a b', '%', '', 'x:99999', 'ü'])}\r\n` +
    (random.chance(0.95) ? `x-api-key: ${key}\r\n` : '') +
    (hasBody && random.chance(0.97) ? `content-type: ${random.pick(CONTENT_TYPES)}\r\n` : '') +
    (random.chance(0.1) ? `${random.pick(ODD_HEADERS)}\r\n` : '')
  return { bytes: Buffer.concat([Buffer.from(`${head}${header}\r\n`, 'latin1'), bytes]), isHead: method === 'HEAD' }
}

/** Returns bytes that may be HTTP, but never a request whose response has no body. */
export function randomGarbage(random: Random, targets: FuzzTargets): Buffer {
  const { bytes: whole, isHead } = randomRequest(random, targets)
  const bytes = isHead ? whole.subarray('HEAD'.length) : whole
  return random.pick([
    () => flipped(random, bytes),
    () => bytes.subarray(0, random.int(1, bytes.length)),
    () => Buffer.concat([bytes.subarray(0, random.int(1, bytes.length)), bytes]),
    () => Buffer.from(Array.from({ length: random.int(1, 200) }, () => random.int(0, 255))),
    () => Buffer.from(`GET / HTTP/1.1\r\nhost: billing\r\n${'x-many: y\r\n'.repeat(random.int(1, 3_000))}\r\n`),
  ])()
}
