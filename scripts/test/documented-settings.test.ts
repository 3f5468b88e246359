import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SETTING_NAMES } from '@/contract/settings.mjs'
import { parseSettings } from '@/lib/core/server/settings'
import { readServiceSettings, readStoreSettings } from '@/service/settings'
import { ROOT } from '../command.mjs'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Files that read settings, and how a name looks there. */
const SOURCES = [
  'lib/core/server/settings.ts',
  'lib/core/server/call-limits.ts',
  'lib/core/server/environment-settings.ts',
  'lib/core/server/oidc-settings.ts',
  'service/settings.ts',
]
/** `npm start` sets it for the console; a person never does. */
const INTERNAL = new Set(['CONSOLE_DEMO', 'CONSOLE_FIRST_READS'])

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
