import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ROOT } from '../command.mjs'

// Starts programs, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), 'billing-refusals-'))
const file = join(folder, 'a-file')
beforeAll(() => writeFileSync(file, ''))
afterAll(() => rmSync(folder, { recursive: true }))

const NOT_SET = { PORT: '0', BILLING_SERVICE_PORT: '0', BILLING_API_BASE_URL: '', BILLING_API_KEY: '' }
const DATABASES = { BILLING_DATABASE_URL: '', CONSOLE_DATABASE_URL: '' }

async function run(args: readonly string[], settings: Record<string, string>) {
  const env = { ...process.env, ...NOT_SET, ...DATABASES, ...settings }
  const child = spawn(process.execPath, args, { cwd: ROOT, env })
  const [, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stderr: stderr.trim() }
}

const PROGRAMS = {
  'npm start': ['scripts/start/start.mjs'],
  'npm run billing': ['scripts/start/run-program.mjs', 'billing', 'keys', 'list'],
  'npm run console': ['scripts/start/run-program.mjs', 'console', 'users', 'list'],
} as const
const FAULTS = {
  'a DATA_DIR that is a file': [{ DATA_DIR: file }, /The data directory \S+ cannot be used \(.+\)\. Set DATA_DIR to a/],
  // Linux creates no directory in /sys, not even for root.
  'a DATA_DIR that cannot be written': [
    { DATA_DIR: '/sys/none' },
    /The data directory \/sys\/none cannot be used \(.+\)\. Set DATA_DIR to a/,
  ],
  // Node 20's recursive mkdir never returns from here.
  'a DATA_DIR below /proc': [
    { DATA_DIR: '/proc/none' },
    /The data directory \/proc\/none cannot be used \(.+\)\. Set DATA_DIR to a/,
  ],
  'a wrong LOG_LEVEL': [{ DATA_DIR: join(folder, 'new'), LOG_LEVEL: 'loud' }, /LOG_LEVEL.+one of .*fatal/],
} as const

// The two commands share the code of their stores and settings; `npm start` has its own.
it.each([
  ['npm start', 'a DATA_DIR that is a file'],
  ['npm start', 'a DATA_DIR that cannot be written'],
  ['npm start', 'a DATA_DIR below /proc'],
  ['npm start', 'a wrong LOG_LEVEL'],
  ['npm run billing', 'a DATA_DIR that is a file'],
  ['npm run billing', 'a DATA_DIR below /proc'],
  ['npm run console', 'a DATA_DIR that cannot be written'],
  ['npm run console', 'a wrong LOG_LEVEL'],
] as const)('%s ends with one sentence, code 1 and no stack on %s', async (program, fault) => {
  const [settings, sentence] = FAULTS[fault]
  const { code, stderr } = await run(PROGRAMS[program], settings)
  expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)])
  expect(stderr.split('\n')).toHaveLength(1)
})
