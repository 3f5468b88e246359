import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addAdmin } from '@/e2e/fixtures/console-command'
import { ownService } from '@/e2e/fixtures/seeded-data'
import { signIn } from '@/e2e/fixtures/sign-in'
import { ensureBuilt } from '@/scripts/build/build.mjs'
import { runConsole } from '@/scripts/start/run-console.mjs'
import { watchEventLoop } from './event-loop'
import type { BenchOptions } from './figure'

const EVENT_LOOP_WATCH = fileURLToPath(new URL('event-loop-watch.mjs', import.meta.url))

/** A console with its store on PostgreSQL and a signed-in admin. */
export interface BenchConsole {
  url: string
  pid: number
  /** The `Cookie` header of the admin's session. */
  cookie: string
  /** Returns the longest block of the event loop since the last call, in milliseconds. */
  longestBlock: () => Promise<number>
  stop: () => Promise<void>
}

/** Starts the built console on a billing API, as `npm start` does. */
export async function startBenchConsole(
  billingApi: { url: string; key: string },
  { shared, signal, log }: Pick<BenchOptions, 'shared' | 'signal' | 'log'>,
): Promise<BenchConsole> {
  await ensureBuilt({ log, signal })
  const databaseUrl = await shared.newDatabase()
  await addAdmin({ databaseUrl })
  const dataDir = await mkdtemp(join(tmpdir(), 'billing-bench-'))
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  const settings = { ...ownService(dataDir), billingApi: { url: billingApi.url, key: billingApi.key } }
  const eventLoop = watchEventLoop()
  const env = { CONSOLE_DATABASE_URL: databaseUrl, NODE_OPTIONS: `--import ${EVENT_LOOP_WATCH}` }
  const running = await runConsole(settings, { log, signal, env, onOutput: eventLoop.hear }).catch(
    async (error: unknown) => {
      await remove()
      throw error
    },
  )
  const stop = async () => {
    await running.stop()
    await remove()
  }
  try {
    const cookie = await signIn(running.url)
    const [{ pid } = { pid: 0 }] = running.programs
    return { url: running.url, pid, cookie, longestBlock: () => eventLoop.longestBlock(pid), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
