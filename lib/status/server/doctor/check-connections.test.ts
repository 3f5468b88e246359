import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOidcProvider, type TestProvider } from '@/testing/console/start-oidc-provider'
import { NeverConnectedError } from '@/lib/billing-api/server/billing-request'
import { parseSettings } from '@/lib/core/server/settings'
import { checkSingleSignOn, connectionReason } from './check-connections'

let provider: TestProvider
beforeAll(async () => {
  provider = await startOidcProvider('http://localhost:3000/api/sign-in/callback')
})
afterAll(() => provider.close())

const checkIssuer = (issuer: string) =>
  checkSingleSignOn(
    parseSettings({
      CONSOLE_ORIGIN: 'http://localhost:3000',
      CONSOLE_OIDC_ISSUER: issuer,
      CONSOLE_OIDC_CLIENT_ID: 'console',
      CONSOLE_OIDC_CLIENT_SECRET: 'secret-of-the-client',
      CONSOLE_OIDC_ROLES: 'admins=admin',
    }),
  )

describe('checkSingleSignOn', () => {
  test('reads the metadata of the provider', async () => {
    const { status, detail } = await checkIssuer(provider.issuer)
    expect([status, detail]).toEqual(['ok', expect.stringContaining(`${provider.issuer} publishes its metadata`)])
  })

  test('reports an issuer without metadata, and one that is not there', async () => {
    for (const issuer of [`${provider.issuer}/none`, 'http://127.0.0.1:2']) {
      const { status, detail } = await checkIssuer(issuer)
      expect([status, detail]).toEqual(['wrong', expect.stringContaining(`The metadata of ${issuer} cannot be read: `)])
      expect(detail).not.toContain('secret-of-the-client')
    }
  })
})

describe('connectionReason', () => {
  test('returns the innermost reason', () => {
    const failure = new Error('the reason')
    expect(connectionReason(new NeverConnectedError(failure))).toBe('the reason.')
    expect(connectionReason(new TypeError('fetch failed', { cause: failure }))).toBe('the reason.')
  })

  test('says why the first address of a name fails', () => {
    const all = new AggregateError([new Error('refused'), new Error('refused too')])
    expect(connectionReason(new TypeError('fetch failed', { cause: all }))).toBe('refused.')
  })
})
