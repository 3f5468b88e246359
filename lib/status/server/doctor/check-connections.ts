import { z } from 'zod'
import { type Finding, ok, skipped, wrong } from '@/contract/finding'
import type { Settings } from '@/lib/core/server/settings'
import { OidcClient } from '@/lib/people/server/oidc/oidc-client'
import { oidcSettingsOf } from '@/lib/core/server/oidc-settings'

const PUBLIC_ADDRESS = 'Public address'
const TIMEOUT_MS = 10_000

const Readiness = z.object({
  status: z.enum(['ready', 'degraded', 'not_ready']),
  forwardedFor: z.enum(['none', 'trusted', 'untrusted']),
})
const Refusal = z.object({ code: z.string(), detail: z.string() })

/** Checks that people reach the running console at CONSOLE_ORIGIN, and how `Host` and `X-Forwarded-For` arrive there. */
export async function* checkPublicAddress(settings: Settings): AsyncGenerator<Finding> {
  const { CONSOLE_ORIGIN: origin, CONSOLE_TRUSTED_PROXIES: proxies } = settings
  if (origin === undefined) {
    yield skipped(PUBLIC_ADDRESS, 'CONSOLE_ORIGIN is not set: the console serves this machine only.')
    return
  }
  try {
    const { status, json } = await get(`${origin}/readyz`)
    const { success, data } = Readiness.safeParse(json)
    if (!success) {
      yield wrong(
        PUBLIC_ADDRESS,
        `${origin}/readyz responds with HTTP ${status}, and not as the console. Start the console, and let the proxy pass on all paths.`,
      )
      return
    }
    yield data.status === 'not_ready'
      ? wrong(
          PUBLIC_ADDRESS,
          `The console at ${origin} is not ready: it is stopping, or its store does not respond or lacks a migration. See Database and Migrations above.`,
        )
      : ok(PUBLIC_ADDRESS, `the console at ${origin} is ${data.status}`)
    const refusal = Refusal.safeParse((await get(`${origin}/sign-in`)).json)
    yield refusal.success && refusal.data.code === 'forbidden_origin'
      ? wrong('Host header', refusal.data.detail)
      : ok('Host header', 'the console accepts it as it arrives')
    yield checkForwardedFor(data.forwardedFor, proxies ?? [])
  } catch (error) {
    yield wrong(
      PUBLIC_ADDRESS,
      `${origin} cannot be reached: ${connectionReason(error)} Check CONSOLE_ORIGIN, its name in DNS and the proxy.`,
    )
  }
}

function checkForwardedFor(arrival: z.infer<typeof Readiness>['forwardedFor'], proxies: readonly string[]): Finding {
  const check = 'X-Forwarded-For header'
  if (arrival === 'untrusted')
    return wrong(
      check,
      'It arrives from an address that CONSOLE_TRUSTED_PROXIES does not list, so it is ignored. Add the address of the proxy.',
    )
  if (arrival === 'trusted') return ok(check, 'it arrives from a proxy in CONSOLE_TRUSTED_PROXIES')
  return proxies.length === 0
    ? ok(check, 'none arrives, and CONSOLE_TRUSTED_PROXIES lists no proxy')
    : wrong(
        check,
        'It does not arrive, so all sign-ins count as one source. Let the proxy set it to the address of the client.',
      )
}

async function get(url: string): Promise<{ status: number; json: unknown }> {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await response.text()
  return { status: response.status, json: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const SINGLE_SIGN_ON = 'Single sign-on'
/** Any values: the address that they make is never opened. */
const SECRETS = { state: 'doctor', nonce: 'doctor', codeVerifier: 'doctor' }

/** Checks that the OpenID provider publishes its metadata. Only a sign-in shows whether it accepts the client secret. */
export async function checkSingleSignOn(settings: Settings): Promise<Finding> {
  const oidc = oidcSettingsOf(settings)
  if (oidc === undefined) return skipped(SINGLE_SIGN_ON, 'CONSOLE_OIDC_ISSUER is not set.')
  try {
    await new OidcClient(oidc).authorizationUrl(SECRETS, false)
    return ok(
      SINGLE_SIGN_ON,
      `${oidc.issuer} publishes its metadata. A sign-in tells whether it accepts the client secret`,
    )
  } catch (error) {
    return wrong(
      SINGLE_SIGN_ON,
      `The metadata of ${oidc.issuer} cannot be read: ${connectionReason(error)} Check CONSOLE_OIDC_ISSUER: its address with /.well-known/openid-configuration at the end must open.`,
    )
  }
}

/** Returns why a connection failed: `fetch` and our connector wrap the error that has the reason. */
export function connectionReason(error: unknown): string {
  if (!(error instanceof Error)) return `${String(error)}.`
  if (error instanceof AggregateError && error.message === '') return connectionReason(error.errors[0])
  return error.cause instanceof Error ? connectionReason(error.cause) : `${error.message}.`
}
