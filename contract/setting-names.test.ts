import { describe, expect, it } from 'vitest'
import { unknownSettings } from './setting-names'

describe('unknownSettings', () => {
  it.each(['CONSOLE_ORIGN', 'CONSOLE_ORIGINN', 'CONSOLE_ORIGIM', 'CONSOLE_OIRGIN', 'CONSOL_ORIGIN'])(
    'suggests CONSOLE_ORIGIN for %s',
    (name) => {
      expect(unknownSettings({ [name]: 'https://example.com' })).toEqual([
        `There is no setting ${name}. Did you mean CONSOLE_ORIGIN? Rename or remove it.`,
      ])
    },
  )

  it('names one with our prefix that resembles no setting', () => {
    expect(unknownSettings({ BILLING_COLOUR: 'secret' })).toEqual([
      'There is no setting BILLING_COLOUR. Remove it, or see docs/settings.md.',
    ])
  })

  it('accepts settings, empty variables and variables of other programs', () => {
    expect(
      unknownSettings({ BILLING_API_KEY: 'a', CONSOLE_DEMO: '1', BILLING_COLOUR: ' ', PORTS: '1', PATH: '/bin' }),
    ).toEqual([])
  })
})
