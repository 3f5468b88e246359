import { request } from 'undici'
import { z } from 'zod'
import { problemError } from '../problem'
import { settings } from '../settings'

/** How long a response is cached. Data that is imported beside the console is open without a sign-in for at most this long. */
const CACHE_MS = 1_000
const TIMEOUT_MS = 2_000

const DemoData = z.object({ isDemo: z.boolean() })

let last: { url: string; requestedAtMs: number; isDemo: Promise<boolean> } | undefined

/**
 * True when the built-in service reports that its store holds only demo data; false for any other response.
 * @throws ProblemError `unreachable` when the service does not respond: whether a sign-in is needed is not known then
 */
export function isDemoService(): Promise<boolean> {
  const url = `${settings().BILLING_API_BASE_URL}/demo-data`
  const nowMs = performance.now()
  if (last?.url !== url || nowMs - last.requestedAtMs >= CACHE_MS)
    last = { url, requestedAtMs: nowMs, isDemo: fetchIsDemo(url) }
  return last.isDemo
}

async function fetchIsDemo(url: string): Promise<boolean> {
  const { statusCode, text } = await fetchText(url).catch(() => {
    throw problemError('unreachable', NO_RESPONSE)
  })
  if (statusCode !== 200) return false
  try {
    return DemoData.parse(JSON.parse(text)).isDemo
  } catch {
    return false
  }
}

const NO_RESPONSE =
  'The billing service does not respond. Nothing was changed. Try again in a moment. If this continues, start it again with `npm start`.'

async function fetchText(url: string): Promise<{ statusCode: number; text: string }> {
  const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return { statusCode, text: await body.text() }
}
