import type { PlanView } from '@/lib/subscriptions/subscription'

/**
 * Returns the digest of a plan with its prices, as the server makes it; null without a plan. Browsers make digests on https and on this
 * machine only, as the console itself.
 */
export async function pricesDigest(plan: PlanView | undefined): Promise<string | null> {
  if (plan === undefined) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(plan)))
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
