import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BILLING_PROGRAMS_DIR, programArgs } from '../scripts/build/programs.mjs'
import { runConsole } from '../scripts/start/run-console.mjs'
import { ownService } from './fixtures/seeded-data'
import { startConsole } from './fixtures/start-console'
import { expect, test } from './fixtures/test'

const runFile = promisify(execFile)
const OWN_CUSTOMER = `${JSON.stringify({ kind: 'customer', data: { id: 'cus_own', externalId: 'own' } })}\n`

/** Imports a customer with the command line while the console runs. */
async function importOwn(dataDir: string): Promise<void> {
  const file = join(dataDir, 'own.ndjson')
  await writeFile(file, OWN_CUSTOMER)
  const env = { ...process.env, BILLING_PROGRAMS_DIR, DATA_DIR: dataDir, BILLING_DATABASE_URL: '', LOG_LEVEL: 'error' }
  await runFile(process.execPath, [...programArgs('billing'), 'import', file, '--merchant', 'demo'], { env })
}

const statusOf = async (consoleUrl: string) => (await fetch(`${consoleUrl}/api/changes`)).status

test('an open demo console requires a sign-in for good after an import', { tag: PROVE_ONLY }, async () => {
  const demo = await startConsole({ store: 'embedded' })
  try {
    expect(await statusOf(demo.consoleUrl)).toBe(200)
    await importOwn(demo.dataDir)
    await expect.poll(() => statusOf(demo.consoleUrl), { timeout: 5_000 }).toBe(401)
  } finally {
    await demo.stop()
  }
})

test(
  'a first start on real data of the merchant "demo" requires a sign-in and adds no demo data',
  { tag: PROVE_ONLY },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'billing-console-own-'))
    try {
      await importOwn(dataDir)
      const running = await runConsole(ownService(dataDir), { log: () => undefined })
      try {
        expect(await statusOf(running.url)).toBe(401)
        const { url, key, ids } = running.billingApi
        const ledger = `${url}/external/customers/external-id/acme-inc/transactions`
        expect((await fetch(ledger, { headers: { 'x-api-key': key } })).status).toBe(404)
        expect(ids).toEqual([])
      } finally {
        await running.stop()
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
  },
)
