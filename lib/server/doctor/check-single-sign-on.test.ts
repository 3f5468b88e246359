import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOidcProvider, type TestProvider } from '@/testing/console/start-oidc-provider'
import { parseSettings } from '../settings'
import { checkSingleSignOn } from './check-single-sign-on'

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
