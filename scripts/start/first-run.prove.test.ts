import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { BILLING_CLI, prepareService } from './first-run.mjs'
import { runToEnd } from '../processes.mjs'
import { BILLING_PROGRAMS_DIR } from '../build/programs.mjs'

// Starts programs that create a database.
vi.setConfig({ testTimeout: 120_000 })

const dataDir = mkdtempSync(join(tmpdir(), 'billing-first-run-'))
const folder = join(dataDir, 'start/embedded')
const env = { ...process.env, BILLING_PROGRAMS_DIR, BILLING_DATABASE_URL: '', DATA_DIR: dataDir, LOG_LEVEL: 'error' }
const anyPort = { port: 0, explicit: true }
const settings = {
  consolePort: anyPort,
  servicePort: anyPort,
  dataDir,
  merchant: 'acme',
  databaseUrl: null,
  billingApi: null,
}
const prepare = () => prepareService(settings, { env, log: () => undefined })
/** Returns for each key whether it is in use. */
const keysInUse = async () =>
  (await runToEnd(process.execPath, [...BILLING_CLI, 'keys', 'list'], { env }))
    .trim()
    .split('\n')
    .map((line) => line.endsWith('\t-'))

afterAll(() => rmSync(dataDir, { recursive: true }))

test('revokes a key that it cannot store on a full disk; the next start creates one and reuses it', async () => {
  mkdirSync(join(dataDir, 'billing'))
  mkdirSync(folder, { recursive: true })
  // Writing to /dev/full fails as on a full disk.
  symlinkSync('/dev/full', join(folder, 'acme.key.new'))
  await expect(prepare()).rejects.toThrow(
    /acme\.key cannot be written \(ENOSPC.+\)\. Correct that, then start again\.$/,
  )
  expect(await keysInUse()).toEqual([false])

  rmSync(join(folder, 'acme.key.new'))
  const { key } = await prepare()
  expect(readFileSync(join(folder, 'acme.key'), 'utf8').trim()).toBe(key)
  expect((await prepare()).key).toBe(key)
  expect(await keysInUse()).toEqual([false, true])
})
