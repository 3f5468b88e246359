import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import type { StoreSettings } from '@/service/settings'
import { embeddedAddress } from '@/database/embedded-address'
import { testDatabaseUrl } from './fresh-store'
import { newDataDir } from './data-dirs'

/** A database of one test file, which the file may break. */
export interface BreakableDatabase {
  settings: StoreSettings
  /** Environment of programs that use the database. */
  environment: Record<string, string>
  /** Functions, by name, that break all connections and keep the data; each resolves when they are lost. */
  losses: Record<string, () => Promise<void>>
  close(): Promise<void>
}

/** For tests: starts an embedded database or PostgreSQL, depending on the vitest project. */
export async function startBreakableDatabase(): Promise<BreakableDatabase> {
  const dataDir = await newDataDir('billing-breakable-')
  const database = testDatabaseUrl() === undefined ? embedded(dataDir) : await postgres()
  const { databaseUrl = '' } = database
  return {
    settings: { databaseUrl: database.databaseUrl, dataDir, poolSize: 4 },
    environment: { DATA_DIR: dataDir, BILLING_DATABASE_URL: databaseUrl },
    losses: database.losses,
    async close() {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

interface Database extends Pick<BreakableDatabase, 'losses' | 'close'> {
  databaseUrl: string | undefined
}

function embedded(dataDir: string): Database {
  const { lockPath } = embeddedAddress(dataDir, 'billing')
  const kill = async () => void process.kill(Number.parseInt(readFileSync(lockPath, 'utf8'), 10), 'SIGKILL')
  // The process ends after its last client and then removes its files.
  return { databaseUrl: undefined, losses: { 'its process is killed': kill }, close: () => Promise.resolve() }
}

async function postgres(): Promise<Database> {
  const server = spawn(process.execPath, ['scripts/run-postgres.mjs'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(server.stdout)
  const started = () => once(lines, 'line')
  const ended = once(server, 'exit')
  const [databaseUrl] = await Promise.race([started(), ended.then(() => [null])])
  if (typeof databaseUrl !== 'string') throw new Error('PostgreSQL could not be started.')

  async function terminate(): Promise<void> {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
    await client.end()
  }
  async function restart(): Promise<void> {
    server.stdin.write('restart\n')
    await started()
  }
  return {
    databaseUrl,
    losses: { 'all its connections are terminated': terminate, 'it is restarted': restart },
    async close() {
      server.stdin.end()
      await ended
    },
  }
}
