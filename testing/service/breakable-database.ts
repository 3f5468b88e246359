import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { StoreSettings } from '@/service/settings'
import { startTestPostgres } from '@/scripts/test/test-postgres.mjs'
import { embeddedAddress } from '@/database/embedded-address'
import { makeSmallDisk, type SmallDisk } from '../database/small-disk'
import { newConsoleDataDir } from '../console/console-data-dir'
import { testDatabaseUrl } from './fresh-store'
import { newDataDir } from './data-dirs'

/** A database of one test file, which the file may break. */
export interface BreakableDatabase {
  settings: StoreSettings
  /** Environment of programs that use the database. */
  environment: Record<string, string>
  /** Functions, by name, that break all connections and keep the data; each resolves when they are lost. */
  losses: Record<string, () => Promise<void>>
  /** Stops all its processes with SIGSTOP: it keeps connections and does not respond. @returns a function that lets them continue */
  hang: () => () => void
  /** The disk that its data is on, when it was asked for. */
  disk: SmallDisk | undefined
  /** Starts a server that ended on a full disk. */
  startAgain: () => Promise<void>
  close(): Promise<void>
}

/** For tests: starts an embedded database or PostgreSQL, depending on the vitest project. */
export async function startBreakableDatabase({ name = 'billing', diskMb }: Options = {}): Promise<BreakableDatabase> {
  const disk = diskMb === undefined ? undefined : makeSmallDisk(diskMb)
  const made = await (name === 'billing' ? newDataDir : newConsoleDataDir)('billing-breakable-')
  const dataDir = disk ? join(disk.path, 'data') : made
  if (disk) cpSync(made, dataDir, { recursive: true })
  const database = testDatabaseUrl() === undefined ? embedded(dataDir, name) : await postgres(disk?.path ?? '/tmp')
  const { databaseUrl, close, ...broken } = database
  return {
    settings: { databaseUrl, dataDir, poolSize: 4 },
    environment: { DATA_DIR: dataDir, [`${name.toUpperCase()}_DATABASE_URL`]: databaseUrl ?? '' },
    ...broken,
    disk,
    async close() {
      await close()
      disk?.remove()
      rmSync(made, { recursive: true, force: true })
    },
  }
}

interface Options {
  /** The program whose store it is. */
  name?: 'billing' | 'console'
  /** Puts its data on a disk of this size. */
  diskMb?: number
}

interface Database extends Pick<BreakableDatabase, 'losses' | 'hang' | 'startAgain' | 'close'> {
  databaseUrl: string | undefined
}

function embedded(dataDir: string, name: string): Database {
  const { lockPath } = embeddedAddress(dataDir, name)
  const signal = (sent: NodeJS.Signals) => void process.kill(Number.parseInt(readFileSync(lockPath, 'utf8'), 10), sent)
  return {
    databaseUrl: undefined,
    losses: { 'its process is killed': async () => signal('SIGKILL') },
    hang: () => {
      signal('SIGSTOP')
      return () => signal('SIGCONT')
    },
    // Its clients start it.
    startAgain: () => Promise.resolve(),
    // The process ends after its last client and then removes its files.
    close: () => Promise.resolve(),
  }
}

async function postgres(folder: string): Promise<Database> {
  const { url: databaseUrl, restart, kill, hang, startAgain, stop } = await startTestPostgres({ folder })

  async function terminate(): Promise<void> {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
    await client.end()
  }
  return {
    databaseUrl,
    losses: {
      'all its connections are terminated': terminate,
      'it is restarted': restart,
      'it is killed': kill,
    },
    hang,
    startAgain,
    close: async () => void (await stop()),
  }
}
