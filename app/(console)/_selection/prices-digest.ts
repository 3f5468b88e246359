import type { PlanView } from '@/contract/console/subscription'

/** Returns the digest of a plan with its prices, as the server makes it; null without a plan. Undefined where the browser has none. */
export async function pricesDigest(plan: PlanView | undefined): Promise<string | null | undefined> {
  if (plan === undefined) return null
  // Browsers offer it on https and on this machine only, as the console itself.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  const digest = await subtle?.digest('SHA-256', new TextEncoder().encode(JSON.stringify(plan)))
  if (digest === undefined) return undefined
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
