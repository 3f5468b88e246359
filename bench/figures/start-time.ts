import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '@/scripts/build/build.mjs'
import { startCommand } from '@/scripts/processes.mjs'
import { eachFigure } from '../each-figure'
import type { Bench, BenchOptions } from '../figure'
import { short } from '../take-turns'

/** Measures `npm start` on existing data. */
export const startTime: Bench = {
  figures: [
    { id: '13 PostgreSQL', name: 'Warm npm start until ready, PostgreSQL', unit: 's', goal: { atMost: 3 } },
    { id: '13 embedded', name: 'Warm npm start until ready, embedded', unit: 's', goal: { atMost: 3 } },
  ],
  async measure(options) {
    await ensureBuilt(options)
    const { shared } = options
    const postgres = {
      BILLING_DATABASE_URL: await shared.newDatabase(),
      CONSOLE_DATABASE_URL: await shared.newDatabase(),
    }
    const embedded = { BILLING_DATABASE_URL: '', CONSOLE_DATABASE_URL: '' }
    return eachFigure(
      options,
      new Map([
        ['13 PostgreSQL', () => warmStarts('13 PostgreSQL', postgres, options)],
        ['13 embedded', () => warmStarts('13 embedded', embedded, options)],
      ]),
    )
  },
}

async function warmStarts(name: string, stores: Record<string, string>, { rounds, quick, signal, log }: BenchOptions) {
  const dataDir = await mkdtemp(join(tmpdir(), 'billing-bench-'))
  const ofOurs = { DATA_DIR: dataDir, PORT: '0', BILLING_SERVICE_PORT: '0', BILLING_MERCHANT: '' }
  const env = { ...process.env, BILLING_API_BASE_URL: '', BILLING_API_KEY: '', ...ofOurs, ...stores }
  try {
    // The first start makes the data.
    await secondsUntilReady(env)
    const samples: number[] = []
    for (let round = 0; round < (quick ? 1 : rounds); round++) {
      signal.throwIfAborted()
      samples.push(await secondsUntilReady(env))
      log(`  ${name}: ${short(samples.at(-1) ?? 0)} s`)
    }
    return samples
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** Starts `npm start`, waits until it is ready, and stops it. @returns the seconds until ready */
async function secondsUntilReady(env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now()
  let said = ''
  let program: ReturnType<typeof startCommand> | undefined
  try {
    return await new Promise<number>((resolve, reject) => {
      program = startCommand('npm start', 'npm', ['start'], env, (text) => {
        said += text
        if (/^Ready in /m.test(said)) resolve((performance.now() - startedAt) / 1_000)
      })
      void program.exited.then((how) => reject(new Error(`npm start ended (${how}): ${said}`)))
    })
  } finally {
    await program?.stop({ timeoutMs: 20_000 })
  }
}
