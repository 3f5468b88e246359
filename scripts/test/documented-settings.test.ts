import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SETTING_NAMES, unknownSettings, withSettingFiles } from '@/contract/settings.mjs'
import { parseSettings } from '@/lib/server/settings'
import { readServiceSettings, readStoreSettings } from '@/service/settings'
import { ROOT } from '../command.mjs'
import { readSettings as readStartSettings } from '../start/settings.mjs'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Files that read settings, and how a name looks there. */
const SOURCES = [
  'lib/server/settings.ts',
  'lib/server/billing-api/call-limits.ts',
  'lib/server/environment-settings.ts',
  'lib/server/sign-in/oidc/oidc-settings.ts',
  'service/settings.ts',
]
/** `npm start` sets it for the console; a person never does. */
const INTERNAL = new Set(['CONSOLE_DEMO'])

const textOf = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? String(value) : '')

const rows = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)`\s*\|\s*([^|]*?)\s*\|/gm)].map(
  ([, name = '', fallback = '']) => ({ name, fallback }),
)
const documented = rows.map(({ name }) => name)

describe('docs/settings.md', () => {
  it('lists every setting that the programs read, once', () => {
    const names = SOURCES.flatMap((file) =>
      [...read(file).matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name),
    )
    const start = [...read('scripts/start/settings.mjs').matchAll(/\benv\.([A-Z_]+)|readPort\(env, '([A-Z_]+)'/g)].map(
      ([, name, port]) => name ?? port ?? '',
    )
    const known = new Set([...names, ...start, 'CHROMIUM_PATH'].filter((name) => !INTERNAL.has(name)))
    expect(documented.toSorted()).toEqual([...known].toSorted())
  })

  it('lists the settings that doctor knows', () => {
    expect(documented.toSorted()).toEqual([...SETTING_NAMES].toSorted())
  })

  it('names the default that each program uses', () => {
    const { host, deadlines, metrics, logLevel } = readServiceSettings({ NODE_ENV: 'test', BILLING_METRICS_PORT: '1' })
    const { poolSize, hasUnnamedStatements } = readStoreSettings({ NODE_ENV: 'test' })
    const defaults: Record<string, unknown> = {
      ...parseSettings({}),
      BILLING_SERVICE_HOST: host,
      BILLING_METRICS_HOST: metrics?.host,
      BILLING_READ_DEADLINE_MS: deadlines.readMs,
      BILLING_WRITE_DEADLINE_MS: deadlines.writeMs,
      BILLING_DATABASE_POOL: poolSize,
      BILLING_DATABASE_STATEMENTS: hasUnnamedStatements ? 'unnamed' : 'named',
      LOG_LEVEL: logLevel,
    }
    const wrong = rows
      .filter(({ name }) => name in defaults && name !== 'BILLING_API_BASE_URL')
      .filter(({ name, fallback }) => textOf(defaults[name]) !== fallback)
    expect(wrong).toEqual([])
  })

  it('lists what .env.example offers', () => {
    const offered = [...read('.env.example').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name)
    expect(offered.filter((name) => !documented.includes(name))).toEqual([])
  })
})

/** The settings reader of each program. */
const READERS: Readonly<Record<string, (environment: Record<string, string>) => unknown>> = {
  console: parseSettings,
  service: (environment) => ({
    ...readServiceSettings({ NODE_ENV: 'test', ...environment }),
    ...readStoreSettings({ NODE_ENV: 'test', ...environment }),
  }),
  'npm start': (environment) => readStartSettings({ NODE_ENV: 'test', ...withSettingFiles(environment) }),
}
/** Settings that others need beside them. */
const BASE: Readonly<Record<string, string>> = {
  BILLING_API_BASE_URL: 'https://api.example.com',
  BILLING_API_KEY: 'sk_base',
  BILLING_DATABASE_URL: 'postgres://127.0.0.1/base',
  BILLING_METRICS_PORT: '9001',
  CONSOLE_ORIGIN: 'https://console.example.com',
  CONSOLE_OIDC_ISSUER: 'https://id.example.com',
  CONSOLE_OIDC_CLIENT_ID: 'base',
  CONSOLE_OIDC_CLIENT_SECRET: 'base',
  CONSOLE_OIDC_ROLES: 'base=viewer',
}
/** Values that are tried for each setting until one changes the settings that are read. */
const VALUES = [
  '1', '7', '120', '2000', 'minor', 'deletes', 'unnamed', 'red', 'debug', 'none', 'staff=admin', 'openid other', 'other',
  'postgres://127.0.0.1/other', 'https://other.example.com', 'Local=https://console.example.com',
] // prettier-ignore

/** Returns the settings that a program reads; undefined when it refuses them. */
function readOrRefused(reader: (environment: Record<string, string>) => unknown, environment: Record<string, string>) {
  try {
    return JSON.stringify(reader(environment))
  } catch {
    return undefined
  }
}

describe('every documented setting', () => {
  const folder = mkdtempSync(join(tmpdir(), 'documented-settings-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  // Only the browser tests read CHROMIUM_PATH.
  it.each(documented.filter((name) => name !== 'CHROMIUM_PATH'))(
    'can be set in a file, which doctor accepts: %s',
    (name) => {
      const { [name]: _, ...others } = BASE
      const readers = Object.entries(READERS).flatMap(([program, reader]) => {
        const before = readOrRefused(reader, BASE)
        const value = VALUES.find((each) => {
          const after = readOrRefused(reader, { ...others, [name]: each })
          return after !== undefined && after !== before
        })
        return value === undefined ? [] : [{ program, reader, value }]
      })
      expect(readers).not.toEqual([])
      for (const { program, reader, value } of readers) {
        const file = join(folder, `${name} of ${program}`)
        writeFileSync(file, `${value}\n`)
        expect([program, reader({ ...others, [`${name}_FILE`]: file })]).toEqual([
          program,
          reader({ ...others, [name]: value }),
        ])
      }
      expect(unknownSettings({ [`${name}_FILE`]: '/run/secrets/file' })).toEqual([])
    },
  )
})
