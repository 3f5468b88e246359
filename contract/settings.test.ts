import { describe, expect, it } from 'vitest'
import { isDemo, unknownSettings, withSettingFiles } from './settings.mjs'

describe('unknownSettings', () => {
  it.each(['CONSOLE_ORIGN', 'CONSOLE_ORIGINN', 'CONSOLE_ORIGIM', 'CONSOLE_OIRGIN', 'CONSOL_ORIGIN'])(
    'suggests CONSOLE_ORIGIN for %s',
    (name) => {
      expect(unknownSettings({ [name]: 'https://example.com' })).toEqual([
        `There is no setting ${name}. Did you mean CONSOLE_ORIGIN? Rename or remove it.`,
      ])
    },
  )

  it('suggests the name of a variable for a file', () => {
    expect(unknownSettings({ BILLING_API_KEY_FLE: '/run/secrets/key' })).toEqual([
      'There is no setting BILLING_API_KEY_FLE. Did you mean BILLING_API_KEY_FILE? Rename or remove it.',
    ])
  })

  it('reports a variable with our prefix that resembles no setting', () => {
    expect(unknownSettings({ BILLING_COLOUR: 'secret' })).toEqual([
      'There is no setting BILLING_COLOUR. Remove it, or see docs/settings.md.',
    ])
  })

  it.each(['BILLING_REPLICA_URL', 'BILLING_REPLICA_URL_FILE', 'CONSOLE_CHECKS_PER_SECOND'])(
    'reports %s of an earlier version',
    (name) => {
      expect(unknownSettings({ [name]: 'secret' })).toEqual([
        `${name} is no longer used. Remove it; CHANGELOG.md says what replaces it.`,
      ])
    },
  )

  it('accepts settings, empty variables and variables of other programs', () => {
    expect(
      unknownSettings({ BILLING_API_KEY: 'a', CONSOLE_DEMO: '1', BILLING_COLOUR: ' ', PORTS: '1', PATH: '/bin' }),
    ).toEqual([])
  })
})

describe('withSettingFiles', () => {
  it('returns the environment unchanged when no setting is in a file', () => {
    expect(withSettingFiles({ BILLING_API_KEY: 'a', SSL_CERT_FILE: '/b', PORT: undefined })).toEqual({
      BILLING_API_KEY: 'a',
      SSL_CERT_FILE: '/b',
    })
  })
})

describe('isDemo', () => {
  it.each([{}, { BILLING_MERCHANT: 'demo' }, { BILLING_API_KEY: ' ', BILLING_MERCHANT: ' ' }])(
    'is true for our own service with the embedded demo merchant: %j',
    (environment) => {
      expect(isDemo(environment)).toBe(true)
    },
  )

  it.each([
    ['another merchant', { BILLING_MERCHANT: 'acme' }],
    ['an own database', { BILLING_DATABASE_URL: 'postgres://127.0.0.1/billing' }],
    ['an own billing API', { BILLING_API_BASE_URL: 'http://127.0.0.1:4000', BILLING_API_KEY: 'sk_own' }],
  ])('is false with %s', (_, environment) => {
    expect(isDemo(environment)).toBe(false)
  })
})
