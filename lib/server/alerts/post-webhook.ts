import { createHmac, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { Agent } from 'undici'
import { isPublicAddress, NotPublicError, publicLookup } from '../network/public-address'
import { settings } from '../settings'

/** Begins each secret (Standard Webhooks). */
const SECRET_PREFIX = 'whsec_'
const TIMEOUT_MS = 10_000

/** Returns the secret of a new webhook: 256 random bits. */
export const newWebhookSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64')

interface Message {
  /** The same in each attempt. */
  id: string
  /** JSON. */
  body: string
}

/**
 * Returns the headers of a delivery (Standard Webhooks 1.0): the signature is the HMAC-SHA256 of "ID.TIME.BODY", by the bytes of the
 * secret.
 */
export function signedHeaders(secret: string, { id, body }: Message, now: Date): Record<string, string> {
  const seconds = String(Math.floor(now.getTime() / 1_000))
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}

/** How deliveries connect. */
export interface PostOptions {
  /** Default: the setting. */
  allowsPrivate?: boolean
  lookup?: Parameters<typeof publicLookup>[0]
  /** A certificate authority besides those of Node. */
  ca?: string
  timeoutMs?: number
}

interface PostResult {
  isDelivered: boolean
  /** `delivered`, or why not, in words without the address. */
  result: string
}

/**
 * Sends a message to a webhook, once. Connects anew, to public addresses only, follows no redirect, and reads no body of a response.
 * Any 2xx within ten seconds counts as delivered.
 */
export async function postWebhook(
  { url, secret }: { url: string; secret: string },
  message: Message,
  options: PostOptions = {},
): Promise<PostResult> {
  const { allowsPrivate = settings().CONSOLE_WEBHOOKS_PRIVATE === '1', lookup, ca, timeoutMs = TIMEOUT_MS } = options
  const { origin, pathname, search, hostname, protocol } = new URL(url)
  const address = hostname.replaceAll(/^\[|\]$/g, '')
  if (protocol !== 'https:') return { isDelivered: false, result: 'not an https address' }
  if (!allowsPrivate && isIP(address) !== 0 && !isPublicAddress(address)) return NOT_PUBLIC
  const agent = new Agent({
    connect: { timeout: timeoutMs, ca, ...(!allowsPrivate && { lookup: publicLookup(lookup) }) },
    pipelining: 0,
  })
  try {
    const { statusCode, body } = await agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'billing-console',
        ...signedHeaders(secret, message, new Date()),
      },
      body: message.body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    body.on('error', () => undefined).destroy()
    if (statusCode >= 200 && statusCode < 300) return { isDelivered: true, result: DELIVERED }
    const isRedirect = statusCode >= 300 && statusCode < 400
    return { isDelivered: false, result: `HTTP ${statusCode}${isRedirect ? ', redirects are not followed' : ''}` }
  } catch (error) {
    if (error instanceof NotPublicError) return NOT_PUBLIC
    return { isDelivered: false, result: reasonOf(error) }
  } finally {
    await agent.destroy()
  }
}

/** The result of a delivery that arrived. */
export const DELIVERED = 'delivered'
const NOT_PUBLIC: PostResult = { isDelivered: false, result: 'the address is not public' }

/** Returns the code of an error; its message may have the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'not sent'
  if (error.name === 'TimeoutError') return 'no response in time'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
