import { operationContext } from '@/lib/environment'
import type { Actor } from '@/lib/core/server/actor'
import { browserTokenOf, tokenOf } from '@/lib/core/server/http/cookies'
import { OidcClient } from '@/lib/people/server/oidc/oidc-client'
import type { OidcSettings } from '@/lib/core/server/oidc-settings'
import { authenticate } from '@/lib/people/server/authenticate'
import { type OperationContext } from '@/lib/core/server/operation-context'
import { runOperation } from '@/lib/run-operation'

export const CALLBACK = 'http://127.0.0.1:9/api/sign-in/callback'
export type Callback = Record<string, string>

/** Returns the console settings of the tests for a provider. */
export function oidcSettings(provider: Pick<OidcSettings, 'issuer' | 'clientId' | 'clientSecret'>): OidcSettings {
  const { issuer, clientId, clientSecret } = provider
  return {
    issuer,
    clientId,
    clientSecret,
    scope: 'openid email profile',
    redirectUri: CALLBACK,
    roleClaim: 'groups',
    roles: [
      { group: 'finance', role: 'viewer' },
      { group: 'admins', role: 'admin' },
      { group: 'support', role: 'agent' },
    ],
    acr: [],
    amr: [],
  }
}

/** For tests: a browser with cookies that signs in at the provider and returns to the console. */
export class OidcBrowser {
  readonly #client: OidcClient
  readonly #console = new Map<string, string>()
  readonly #provider = new Map<string, string>()

  constructor(settings: OidcSettings) {
    this.#client = new OidcClient(settings)
  }

  /** Returns the actor that the console sees, if the browser is signed in. */
  actor(): Promise<Actor> {
    return authenticate(tokenOf(header(this.#console)), new Date())
  }

  /** Removes the browser's session at the provider. */
  leaveProvider(): void {
    this.#provider.clear()
  }

  /** @returns the URL that the console redirects to */
  async start(input: { next?: string; fresh?: '1' } = {}): Promise<URL> {
    return this.#take(await runOperation('startOidc', await this.#context(), input))
  }

  /** Follows the redirects of the provider. @returns the query of the callback */
  async walk(url: URL): Promise<Callback> {
    for (let steps = 0; steps < 10; steps++) {
      if (url.pathname === '/sign-in') throw new Error(`The console redirects to ${url.search}`)
      if (url.href.startsWith(CALLBACK)) return Object.fromEntries(url.searchParams)
      const response = await fetch(url, { redirect: 'manual', headers: { cookie: header(this.#provider) } })
      keep(this.#provider, response.headers.getSetCookie())
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${url.pathname} returned ${response.status} ${await response.text()}`)
      url = new URL(location, url)
    }
    throw new Error('The provider redirects more than 10 times')
  }

  /** @returns the path that the console redirects to */
  async finish(query: Callback): Promise<string> {
    const { pathname, search } = this.#take(await runOperation('finishOidc', await this.#context(), query))
    return pathname + search
  }

  async signIn(input: { next?: string; fresh?: '1' } = {}): Promise<string> {
    return this.finish(await this.walk(await this.start(input)))
  }

  async #context(): Promise<OperationContext> {
    const browserToken = browserTokenOf(header(this.#console))
    const caller = { actor: await this.actor(), peer: '127.0.0.1', userAgent: 'vitest', browserToken }
    const context = operationContext(caller, 'test')
    return { ...context, environment: { ...context.environment, singleSignOn: this.#client } }
  }

  #take(output: object): URL {
    if (!('location' in output && typeof output.location === 'string')) throw new Error('It leads nowhere')
    if ('cookies' in output && Array.isArray(output.cookies)) keep(this.#console, output.cookies)
    return new URL(output.location, CALLBACK)
  }
}

const header = (jar: Map<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

function keep(jar: Map<string, string>, cookies: readonly string[]): void {
  for (const cookie of cookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (value === '' || /max-age=0/i.test(cookie) || /expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name)
    else jar.set(name, value)
  }
}
