import { request } from 'undici'
import { z } from 'zod'
import { settings } from '../settings'

/** How long a response is cached. Data that is imported beside the console is open without a sign-in for at most this long. */
const CACHE_MS = 1_000
const TIMEOUT_MS = 2_000

const DemoData = z.object({ isDemo: z.boolean() })

let last: { url: string; requestedAtMs: number; isDemo: Promise<boolean> } | undefined

/** True when the built-in service reports that its store holds only demo data; false when the request fails. */
export function isDemoService(): Promise<boolean> {
  const url = `${settings().BILLING_API_BASE_URL}/demo-data`
  const nowMs = performance.now()
  if (last?.url !== url || nowMs - last.requestedAtMs >= CACHE_MS)
    last = { url, requestedAtMs: nowMs, isDemo: fetchIsDemo(url).catch(() => false) }
  return last.isDemo
}

async function fetchIsDemo(url: string): Promise<boolean> {
  const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const text = await body.text()
  return statusCode === 200 && DemoData.parse(JSON.parse(text)).isDemo
}
