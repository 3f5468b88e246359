import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deploymentProblems } from './deployment-problems'
import { parseSettings } from '@/lib/core/server/settings'

const SAFE = {
  CONSOLE_ORIGIN: 'https://billing.example.com',
  LOCAL_AUTH: '1',
  CONSOLE_DATABASE_URL: 'postgres://console@db.example/console',
  CONSOLE_TRUSTED_PROXIES: '10.0.0.0/8',
  BILLING_API_BASE_URL: 'https://api.example.com',
  BILLING_API_KEY: 'sk_live',
}
const OIDC = {
  CONSOLE_OIDC_ISSUER: 'https://id.example.com',
  CONSOLE_OIDC_CLIENT_ID: 'console',
  CONSOLE_OIDC_CLIENT_SECRET: 'secret',
  CONSOLE_OIDC_ROLES: 'admins=admin',
}
const problemsOf = (changed: Record<string, string>) => deploymentProblems(parseSettings({ ...SAFE, ...changed }))

test('returns no problem for a safe deployment', () => {
  expect(problemsOf({})).toEqual([])
  expect(problemsOf({ LOCAL_AUTH: '', ...OIDC })).toEqual([])
  expect(problemsOf({ CONSOLE_TRUSTED_PROXIES: 'none' })).toEqual([])
})

test.each([
  [{ CONSOLE_ORIGIN: 'http://billing.example.com' }, 'CONSOLE_ORIGIN is not https'],
  [{ LOCAL_AUTH: '' }, 'There is no way to sign in'],
  [{ LOCAL_AUTH: '0' }, 'There is no way to sign in'],
  [{ CONSOLE_DATABASE_URL: '' }, 'CONSOLE_DATABASE_URL is not set'],
  [{ CONSOLE_TRUSTED_PROXIES: '' }, 'CONSOLE_TRUSTED_PROXIES is not set'],
  [{ CONSOLE_DEMO: '1' }, 'The console would show demo data'],
])('returns a problem with %o', (changed, problem) => {
  expect(problemsOf(changed)).toEqual([expect.stringContaining(problem)])
})

test('reports a key of the demo on a console without a demo', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'console-demo-key-'))
  mkdirSync(join(dataDir, 'start/embedded'), { recursive: true })
  writeFileSync(join(dataDir, 'start/embedded/demo.key'), 'sk_demo\n')
  expect(problemsOf({ DATA_DIR: dataDir, BILLING_API_KEY: 'sk_demo' })).toEqual([
    expect.stringContaining('BILLING_API_KEY is the key of the demo data'),
  ])
  expect(problemsOf({ DATA_DIR: dataDir })).toEqual([])
  rmSync(dataDir, { recursive: true })
})

test.each(['', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])(
  'checks nothing for a console on this machine only, at "%s"',
  (origin) => {
    expect(deploymentProblems(parseSettings({ CONSOLE_ORIGIN: origin, CONSOLE_DEMO: '1' }))).toEqual([])
  },
)

const REGISTER = `process.env.NEXT_RUNTIME = 'nodejs'; import('./instrumentation.ts').then((hook) => hook.register())`
const start = (settings: Record<string, string>) =>
  spawnSync(process.execPath, ['--import', 'tsx', '--eval', REGISTER], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings },
    encoding: 'utf8',
    timeout: 60_000,
  })

test('refuses to start with all problems, one per line', () => {
  const { status, stderr } = start({ CONSOLE_ORIGIN: 'http://billing.example.com', CONSOLE_DEMO: '1' })
  expect(status).toBe(1)
  const [first, ...problems] = stderr.trim().split('\n')
  expect(first).toContain('The console cannot start')
  expect(problems).toEqual([
    expect.stringContaining('- CONSOLE_ORIGIN is not https'),
    expect.stringContaining('- There is no way to sign in'),
    expect.stringContaining('- CONSOLE_DATABASE_URL is not set'),
    expect.stringContaining('- CONSOLE_TRUSTED_PROXIES is not set'),
    expect.stringContaining('- The console would show demo data'),
  ])
})

test('refuses to start with invalid settings', () => {
  const { status, stderr } = start({ CONSOLE_OIDC_ISSUER: 'https://id.example.com' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Invalid settings\. CONSOLE_OIDC_CLIENT_ID: .*\n$/)
})
