import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { LOG_LEVELS } from '@/contract/settings.mjs'
import { ROOT } from '../command.mjs'
import { loadSettingFiles, readSettings } from './settings.mjs'

const settingsOf = (env: Record<string, string>) => readSettings({ NODE_ENV: 'test', ...env })

describe('readSettings', () => {
  it('returns the defaults; an empty value counts as unset', () => {
    const defaults = {
      consolePort: { port: 3000, explicit: false },
      servicePort: { port: 4000, explicit: false },
      dataDir: `${ROOT}.data`,
      merchant: 'demo',
      databaseUrl: null,
      billingApi: null,
    }
    expect(settingsOf({})).toEqual(defaults)
    expect(settingsOf({ PORT: '', DATA_DIR: '', BILLING_API_KEY: '', BILLING_API_BASE_URL: '' })).toEqual(defaults)
  })

  it('marks a port that was set as explicit', () => {
    expect(settingsOf({ PORT: '3000' }).consolePort).toEqual({ port: 3000, explicit: true })
  })

  it.each(['http', '-1', '65536', '3000.5', ' 3000'])('rejects the port "%s"', (port) => {
    expect(() => settingsOf({ PORT: port })).toThrow(/PORT is .*no port/)
  })

  it('rejects a LOG_LEVEL that the programs reject', () => {
    for (const level of ['', ' debug ', ...LOG_LEVELS]) expect(() => settingsOf({ LOG_LEVEL: level })).not.toThrow()
    expect(() => settingsOf({ LOG_LEVEL: 'loud' })).toThrow(
      /^LOG_LEVEL is "loud", which is no level\. Set one of fatal, /,
    )
  })

  it('accepts another billing API', () => {
    expect(settingsOf({ BILLING_API_BASE_URL: 'https://api.example.com/v1', BILLING_API_KEY: 'k' }).billingApi).toEqual(
      {
        url: 'https://api.example.com/v1',
        key: 'k',
      },
    )
  })

  it.each([
    [{ BILLING_API_BASE_URL: 'https://api.example.com' }, 'BILLING_API_KEY is not'],
    [{ BILLING_API_KEY: 'k' }, 'BILLING_API_BASE_URL is not'],
    [{ BILLING_API_BASE_URL: 'api.example.com', BILLING_API_KEY: 'k' }, 'no http or https address'],
  ])('rejects incomplete or wrong settings of another billing API: %o', (env, message) => {
    expect(() => settingsOf(env)).toThrow(message)
  })
})

describe('loadSettingFiles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-setting-files-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  afterEach(() => void vi.unstubAllEnvs())

  it('replaces the file of a setting by its content, for the programs too', () => {
    const file = join(folder, 'key')
    writeFileSync(file, 'sk_from_file\n')
    vi.stubEnv('BILLING_API_KEY_FILE', file)
    vi.stubEnv('BILLING_API_KEY', '')
    loadSettingFiles()
    expect(process.env).toMatchObject({ BILLING_API_KEY: 'sk_from_file' })
    expect(process.env).not.toHaveProperty('BILLING_API_KEY_FILE')
  })

  it('names a file that cannot be read', () => {
    vi.stubEnv('DATA_DIR_FILE', '/does/not/exist')
    expect(loadSettingFiles).toThrow('Invalid settings. DATA_DIR_FILE: names a file that cannot be read (ENOENT)')
  })
})
