import { Client } from 'pg'
import { makeDatabase, startTestPostgres } from '@/scripts/test/test-postgres.mjs'
import { startBareApp } from './bare-app'
import type { SharedPrograms } from './figure'

/** The session settings of the bench. The test server has unusual defaults, so that no code relies on them. */
export const SESSION_OPTIONS =
  '-c default_transaction_read_only=off -c default_transaction_isolation=read\\ committed -c TimeZone=UTC -c DateStyle=ISO'

/** Runs statements on a separate session without the limits of the programs. */
export async function withSession<Result>(
  databaseUrl: string,
  run: (session: Client) => Promise<Result>,
): Promise<Result> {
  const session = new Client({ connectionString: databaseUrl, options: SESSION_OPTIONS })
  // When the bench is stopped, the server ends before the session.
  session.on('error', () => undefined)
  await session.connect()
  try {
    return await run(session)
  } finally {
    await session.end()
  }
}

/** The programs that several benches share. They start on first use. */
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

  /** Stops the started programs. */
  async stop(): Promise<void> {
    const started = await Promise.allSettled([this.#bareApp, this.#postgres])
    for (const each of started) if (each.status === 'fulfilled') await each.value?.stop()
  }
}
