import { Client } from 'pg'
import { makeDatabase, startTestPostgres } from '@/scripts/test-postgres.mjs'
import { startBareApp } from './bare-app'
import type { SharedPrograms } from './figure'

/** What the bench's own sessions rely on; the server has strange defaults, so that nobody relies on them. */
export const SESSION_OPTIONS =
  '-c default_transaction_read_only=off -c default_transaction_isolation=read\\ committed -c TimeZone=UTC -c DateStyle=ISO'

/** Runs statements on a session of our own, without the limits that the programs set themselves. */
export async function withSession<Result>(
  databaseUrl: string,
  run: (session: Client) => Promise<Result>,
): Promise<Result> {
  const session = new Client({ connectionString: databaseUrl, options: SESSION_OPTIONS })
  // The server ends before it where the bench is stopped.
  session.on('error', () => undefined)
  await session.connect()
  try {
    return await run(session)
  } finally {
    await session.end()
  }
}

/** What several benches share, started when the first asks. */
export class StartedPrograms implements SharedPrograms {
  readonly #options: { log: (line: string) => void; signal: AbortSignal }
  #postgres: ReturnType<typeof startTestPostgres> | undefined
  #bareApp: ReturnType<typeof startBareApp> | undefined
  #databases = 0

  constructor(options: { log: (line: string) => void; signal: AbortSignal }) {
    this.#options = options
  }

  async newDatabase(): Promise<string> {
    const { url } = await (this.#postgres ??= startTestPostgres())
    this.#databases += 1
    const name = `bench_${this.#databases}`
    return makeDatabase(url, name)
  }

  async bareApp(): Promise<string> {
    const { url } = await (this.#bareApp ??= startBareApp(this.#options))
    return url
  }

  /** Ends what was started. */
  async stop(): Promise<void> {
    const started = await Promise.allSettled([this.#bareApp, this.#postgres])
    for (const each of started) if (each.status === 'fulfilled') await each.value?.stop()
  }
}
