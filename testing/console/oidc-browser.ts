import type { Actor } from '@/lib/server/actor'
import { browserTokenOf } from '@/lib/server/sign-in/browser-cookie'
import { OidcClient } from '@/lib/server/sign-in/oidc/oidc-client'
import type { OidcSettings } from '@/lib/server/sign-in/oidc/oidc-settings'
import { tokenOf } from '@/lib/server/sign-in/session-cookie'
import { authenticate } from '@/lib/server/sign-in/authenticate'
import { type OperationContext, operationContext } from '@/lib/server/operation-context'
import { runOperation } from '@/lib/server/run-operation'

export const CALLBACK = 'http://127.0.0.1:9/api/sign-in/callback'
export type Callback = Record<string, string>

/** The settings of the tests' console for a provider. */
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

/** For tests: a browser with its cookies, which goes from the console to the provider and back. */
export class OidcBrowser {
  readonly #client: OidcClient
  readonly #console = new Map<string, string>()
  readonly #provider = new Map<string, string>()

  constructor(settings: OidcSettings) {
    this.#client = new OidcClient(settings)
  }

  /** Who the console takes it for. */
  actor(): Promise<Actor> {
    return authenticate(tokenOf(header(this.#console)), new Date())
  }

  /** The provider knows nobody in this browser any more. */
  leaveProvider(): void {
    this.#provider.clear()
  }

  /** @returns where the console leads to */
  async start(input: { next?: string; fresh?: '1' } = {}): Promise<URL> {
    return this.#take(await runOperation('startOidc', await this.#context(), input))
  }

  /** Walks on at the provider. @returns the query it leads back to the console with */
  async walk(url: URL): Promise<Callback> {
    for (let steps = 0; steps < 10; steps++) {
      if (url.pathname === '/sign-in') throw new Error(`The console leads to ${url.search}`)
      if (url.href.startsWith(CALLBACK)) return Object.fromEntries(url.searchParams)
      const response = await fetch(url, { redirect: 'manual', headers: { cookie: header(this.#provider) } })
      keep(this.#provider, response.headers.getSetCookie())
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${url.pathname} answered ${response.status} ${await response.text()}`)
      url = new URL(location, url)
    }
    throw new Error('The provider leads round in circles')
  }

  /** @returns where the console leads to */
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
