import { describe, expect, test } from 'vitest'
import { parseSettings } from './settings'

test('uses a service on this machine by default', () => {
  expect(parseSettings({ BILLING_API_KEY: '', CONSOLE_ORIGIN: ' ' })).toEqual({
    BILLING_API_BASE_URL: 'http://127.0.0.1:4000',
    CONSOLE_METRICS_HOST: '127.0.0.1',
    BILLING_API_PAGE_PARAM: 'page',
    BILLING_API_PAGE_SIZE_PARAM: 'pageSize',
    BILLING_API_ORDER_PARAM: 'order',
    BILLING_API_AMOUNT_UNIT: 'major',
    BILLING_API_MAX_RESPONSE_BYTES: 64 * 1024 * 1024,
    BILLING_API_READ_TIMEOUT_MS: 5_000,
    BILLING_API_WRITE_TIMEOUT_MS: 10_000,
    BILLING_API_CONNECT_TIMEOUT_MS: 1_000,
    BILLING_API_READ_ATTEMPTS: 3,
    BILLING_API_RETRY_PERCENT: 10,
    BILLING_API_MAX_RETRY_AFTER_SECONDS: 2,
    BILLING_API_READS_AT_ONCE: 32,
    BILLING_API_WRITES_AT_ONCE: 4,
    BILLING_API_QUEUE_MS: 1_000,
    BILLING_API_BREAKER_CALLS: 20,
    BILLING_API_BREAKER_PERCENT: 50,
    BILLING_API_BREAKER_WINDOW_MS: 30_000,
    BILLING_API_BREAKER_OPEN_MS: 10_000,
    CONSOLE_APPROVALS: 'off',
    CONSOLE_APPROVAL_HOURS: 72,
    CONSOLE_ACCESS_KEY_SIGN_IN_DAYS: 7,
    CONSOLE_AUDIT_HEAD_MINUTES: 10,
    CONSOLE_DATABASE_POOL: 10,
    CONSOLE_DEMO: '0',
    CONSOLE_ENVIRONMENT: 'Local',
    CONSOLE_ENVIRONMENT_COLOUR: 'grey',
    CONSOLE_INDEX_DAYS: 180,
    CONSOLE_INDEX_ROWS: 1_000_000,
    CONSOLE_READS_PER_SECOND: 5,
    CONSOLE_OIDC_ROLE_CLAIM: 'groups',
    CONSOLE_OIDC_SCOPE: 'openid email profile',
    CONSOLE_QUIET_SECONDS: 60,
    DATA_DIR: '.data',
    LOG_LEVEL: 'info',
  })
})

test.each([
  ['https://api.example.com/v1', ['https://API.example.com:443/v1/', 'HTTPS://api.example.com/a/../v1//']],
  ['http://127.0.0.1:4000', ['http://127.0.0.1:4000/', 'http://127.1:4000', 'http://0x7f.0.0.1:4000///']],
])('normalizes the address of the billing API %s', (address, spellings) => {
  for (const spelling of [address, ...spellings])
    expect(parseSettings({ BILLING_API_BASE_URL: spelling }).BILLING_API_BASE_URL).toBe(address)
})

test('splits invoice texts at \\n or a line break', () => {
  const { CONSOLE_INVOICE_ISSUER: issuer, CONSOLE_INVOICE_FOOTER: footer } = parseSettings({
    CONSOLE_INVOICE_ISSUER: 'Example GmbH\\n50667 Köln',
    CONSOLE_INVOICE_FOOTER: 'IBAN DE02\nVAT DE123',
  })
  expect([issuer, footer]).toEqual([
    ['Example GmbH', '50667 Köln'],
    ['IBAN DE02', 'VAT DE123'],
  ])
  expect(() => parseSettings({ CONSOLE_INVOICE_FOOTER: 'x\\n'.repeat(12) })).toThrow(
    /CONSOLE_INVOICE_FOOTER: must be at most 12 lines/,
  )
})

test('removes the path of an origin', () => {
  const { CONSOLE_ORIGIN } = parseSettings({ CONSOLE_ORIGIN: 'https://billing.example.com/' })
  expect(CONSOLE_ORIGIN).toBe('https://billing.example.com')
})

test.each([
  ['BILLING_API_BASE_URL', 'ftp://secret.example'],
  ['BILLING_API_BASE_URL', 'http://user:secret@example.com'],
  ['BILLING_API_KEY', 'secret with spaces'],
  ['BILLING_API_PAGE_PARAM', 'secret&x=1'],
  ['BILLING_API_AMOUNT_UNIT', 'secret'],
  ['BILLING_API_READ_TIMEOUT_MS', 'secret'],
  ['BILLING_API_BREAKER_PERCENT', '101'],
  ['CONSOLE_ORIGIN', 'secret'],
  ['CONSOLE_OIDC_ISSUER', 'http://secret.example'],
  ['CONSOLE_OIDC_ISSUER', 'https://secret.example/?tenant=1'],
  ['CONSOLE_OIDC_CLIENT_SECRET', 'secret with spaces'],
  ['CONSOLE_OIDC_SCOPE', 'secret email'],
  ['CONSOLE_OIDC_ROLES', 'secret=owner'],
  ['CONSOLE_OIDC_ROLES', 'secret'],
  ['CONSOLE_OIDC_ROLES', '=admin,secret=viewer'],
])('rejects %s set to %s, without the value in the message', (name, value) => {
  expect(() => parseSettings({ [name]: value })).toThrow(name)
  expect(() => parseSettings({ [name]: value })).not.toThrow('secret')
})

describe('the quiet period', () => {
  const TIMES = { BILLING_API_WRITE_TIMEOUT_MS: '40000', BILLING_API_READ_TIMEOUT_MS: '20000' }
  const tooShort = /^Invalid settings\. CONSOLE_QUIET_SECONDS: must be longer than BILLING_API_WRITE_TIMEOUT_MS and/

  test('must be longer than a write and a read may take', () => {
    for (const seconds of ['', '60', '30'])
      expect(() => parseSettings({ ...TIMES, CONSOLE_QUIET_SECONDS: seconds })).toThrow(tooShort)
    expect(parseSettings({ ...TIMES, CONSOLE_QUIET_SECONDS: '61' }).CONSOLE_QUIET_SECONDS).toBe(61)
  })

  test('is reported with other combinations that do not fit', () => {
    const both = /CONSOLE_OIDC_ISSUER: .*CONSOLE_QUIET_SECONDS: /
    expect(() => parseSettings({ ...TIMES, CONSOLE_OIDC_ACR: 'urn:example:mfa' })).toThrow(both)
  })
})

describe('single sign-on', () => {
  const OIDC = {
    CONSOLE_ORIGIN: 'https://billing.example.com',
    CONSOLE_OIDC_ISSUER: 'https://id.example.com',
    CONSOLE_OIDC_CLIENT_ID: 'console',
    CONSOLE_OIDC_CLIENT_SECRET: 'secret',
    CONSOLE_OIDC_ROLES: 'billing admins=admin, support=agent,a=b=viewer',
  }

  test('reads the role of each group', () => {
    expect(parseSettings(OIDC).CONSOLE_OIDC_ROLES).toEqual([
      { group: 'billing admins', role: 'admin' },
      { group: 'support', role: 'agent' },
      { group: 'a=b', role: 'viewer' },
    ])
  })

  test.each(Object.keys(OIDC))('requires all its settings: without %s it names that one', (name) => {
    expect(() => parseSettings({ ...OIDC, [name]: '' })).toThrow(`${name}: must be set too`)
  })

  test('names all missing settings together', () => {
    const missing = /ISSUER: .*CLIENT_ID: .*CLIENT_SECRET: .*ROLES: .*ORIGIN: /
    expect(() => parseSettings({ CONSOLE_OIDC_ACR: 'urn:example:mfa' })).toThrow(missing)
  })
})
