import { eq } from 'drizzle-orm'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { programArgs } from '../../scripts/build/programs.mjs'
import { tally } from '../../scripts/test/volume.mjs'
import { openStore, type Store } from '../store/open'
import { customers } from '../store/schema'
import { startBreakableDatabase, type BreakableDatabase } from '@/testing/service/breakable-database'

const ROUNDS = 20
const KILLS = 8
/** Time in which a killed or restarted database is back on a busy machine. */
const BACK_MS = 120_000
/** An import that still runs so long after a loss was not affected by it. */
const SURVIVED_MS = 5_000
vi.setConfig({ testTimeout: 60_000 + ROUNDS * BACK_MS, hookTimeout: 180_000 })

let database: BreakableDatabase
let store: Store
beforeAll(async () => {
  database = await startBreakableDatabase()
  store = await openStore(pino({ enabled: false }), database.settings)
})
afterAll(async () => {
  await store.close()
  await database.close()
})

/** Yields lines until the reader stops. */
function* lines() {
  for (let number = 1; ; number += 1)
    yield `${JSON.stringify({ kind: 'customer', data: { id: `c${number}`, externalId: `c${number}` } })}\n`
}

/** Returns the number of lines that a merchant has, once the database is back. */
const keptLines = (merchantId: string, atLeast = 0) =>
  vi.waitFor(
    async () => {
      const count = await store.db.$count(customers, eq(customers.merchantId, merchantId))
      expect(count).toBeGreaterThanOrEqual(atLeast)
      return count
    },
    { timeout: BACK_MS },
  )

async function loseDuringImport(merchantId: string, lose: () => Promise<void>) {
  const child = spawn(process.execPath, [...programArgs('billing'), 'import', '-', '--merchant', merchantId], {
    env: { ...process.env, ...database.environment },
  })
  child.stdin.on('error', () => undefined)
  const input = Readable.from(lines())
  input.pipe(child.stdin)
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const early = ended.then(([, stderr]) => expect.fail(`it ended before it had kept anything: ${stderr}`))
  await Promise.race([keptLines(merchantId, 1), early])
  early.catch(() => undefined)
  // A loss between two batches has no effect, because the next batch has its own connection.
  const isOver = ended.then(() => true)
  do await lose()
  while (!(await Promise.race([isOver, wait(SURVIVED_MS, false)])))
  const [stdout, stderr] = await ended
  input.destroy()
  return { code: child.exitCode, stdout, stderr }
}

describe('an import that loses its database', () => {
  it('exits with 1, names the last stored line and logs the failure', async () => {
    let losses = 0
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, lose] of Object.entries(database.losses)) {
        const merchantId = `${name} ${round}`
        const { code, stdout, stderr } = await loseDuringImport(merchantId, lose)
        losses += 1
        expect(code).toBe(1)
        expect(stderr).toContain('error: The connection to the database was lost.')
        // Either the connection or its statement logs the loss.
        expect(stderr).toMatch(/"msg":"(a database connection was lost|the database failed)"/)
        // The last stored line, and after a commit with unknown outcome the last line that may be stored.
        const [last = 0, ...mayBe] = [...stdout.matchAll(/ line (\d+)/g)].map(([, number]) => Number(number))
        expect(last).toBeGreaterThan(0)
        expect([last, ...mayBe]).toContain(await keptLines(merchantId))
      }
    tally('imports that lost their database', losses)
  })
})

/** The number of lines in a merchant's data. */
const LINES = 30_000
const line = (number: number) => {
  const id = `c${String(number).padStart(6, '0')}`
  return `${JSON.stringify({ kind: 'customer', data: { id, externalId: id } })}\n`
}
const ALL = Array.from({ length: LINES }, (_, index) => line(index)).join('')
const folder = mkdtempSync(join(tmpdir(), 'billing-lost-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function billing(...args: string[]) {
  const child = spawn(process.execPath, [...programArgs('billing'), ...args], {
    env: { ...process.env, ...database.environment, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = Promise.all([text(child.stderr), once(child, 'close')]).then(([stderr]) => ({
    stderr,
    code: child.exitCode,
    signal: child.signalCode,
  }))
  return { child, ended }
}

/** Returns a merchant's data as lines, from an export that nothing disturbs. */
async function exported(merchantId: string): Promise<string> {
  const file = join(folder, 'whole.ndjson')
  expect(await billing('export', file, '--merchant', merchantId).ended).toMatchObject({ code: 0 })
  return readFileSync(file, 'utf8')
}

describe('an import that is killed', () => {
  it('keeps the first lines and no part of one, and completes when it is repeated', async () => {
    const file = join(folder, 'all.ndjson')
    writeFileSync(file, ALL)
    let inTheMiddle = 0
    for (let round = 0; round < KILLS; round += 1) {
      const merchantId = `killed-${round}`
      const { child, ended } = billing('import', file, '--merchant', merchantId)
      await keptLines(merchantId, 1)
      await wait((round % 4) * 50)
      child.kill('SIGKILL')
      await ended
      const kept = (await exported(merchantId)).split('\n').slice(0, -1)
      expect(`${kept.join('\n')}\n`).toBe(ALL.split('\n').slice(0, kept.length).join('\n') + '\n')
      if (kept.length < LINES) inTheMiddle += 1
      expect(await billing('import', file, '--merchant', merchantId).ended).toMatchObject({ code: 0 })
      expect(await exported(merchantId)).toBe(ALL)
    }
    expect(inTheMiddle).toBeGreaterThanOrEqual(KILLS / 2)
    tally('imports that were killed', KILLS)
  })
})

describe('an export that is killed, or loses its database', () => {
  it('leaves a whole file or none under its name', async () => {
    const input = join(folder, 'all.ndjson')
    writeFileSync(input, ALL)
    expect(await billing('import', input, '--merchant', 'whole').ended).toMatchObject({ code: 0 })
    const harms: ((child: ChildProcess) => unknown)[] = [
      (child) => child.kill('SIGKILL'),
      ...Object.values(database.losses),
    ]
    let inTheMiddle = 0
    for (let round = 0; round < KILLS; round += 1)
      for (const [index, harm] of harms.entries()) {
        const file = join(folder, `${round}-${index}.ndjson`)
        const { child, ended } = billing('export', file, '--merchant', 'whole')
        const isOver = ended.then(() => true)
        const draft = `${file}.incomplete`
        // The first bytes are in the file, and the last are not.
        while (!existsSync(draft) || statSync(draft).size === 0) if (await Promise.race([isOver, wait(5, false)])) break
        await harm(child)
        const { code } = await ended
        expect(existsSync(file)).toBe(code === 0)
        const written = readFileSync(code === 0 ? file : draft, 'utf8')
        expect(code === 0 ? written === ALL : ALL.startsWith(written)).toBe(true)
        inTheMiddle += code === 0 ? 0 : 1
      }
    expect(inTheMiddle).toBeGreaterThanOrEqual(KILLS)
    tally('exports of the service that were killed or lost their database', KILLS * harms.length)
  })
})
