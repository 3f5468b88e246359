import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { vi } from 'vitest'
import { PGBOUNCER, serverUser } from '@/scripts/test/machine.mjs'

const PORT = 6432

/** pgBouncer in transaction mode. */
export interface PgBouncer {
  /** Address of the database through pgBouncer. */
  url: string
  /** Runs a command of its console, such as `reconnect`. */
  command(text: string): Promise<void>
  stop(): Promise<void>
}

/**
 * For tests: starts pgBouncer before a database of the test server.
 * @param databaseUrl names the socket's directory, the user and the database
 * @param poolSize connections to PostgreSQL
 */
export async function startPgBouncer(databaseUrl: string, poolSize: number): Promise<PgBouncer> {
  const program = PGBOUNCER.find()
  if (program === null) throw new Error('pgBouncer is not installed.')
  const { hostname, username, pathname } = new URL(databaseUrl)
  const user = serverUser()
  // Not in TMPDIR: pgBouncer's user must reach it, and socket paths have at most 107 bytes.
  const directory = mkdtempSync('/tmp/billing-pgbouncer-')
  const ini = join(directory, 'pgbouncer.ini')
  writeFileSync(
    ini,
    `[databases]
billing = host=${decodeURIComponent(hostname)} dbname=${pathname.slice(1)} user=${username}
[pgbouncer]
listen_port = ${PORT}
unix_socket_dir = ${directory}
auth_type = any
admin_users = any
pool_mode = transaction
default_pool_size = ${poolSize}
ignore_startup_parameters = options
`,
  )
  if (user) for (const path of [directory, ini]) chownSync(path, user.uid, user.gid)
  const server = spawn(program, [ini], { ...user, cwd: directory, stdio: 'ignore' })
  const addressOf = (database: string) => `postgres://any@${encodeURIComponent(directory)}:${PORT}/${database}`

  async function command(text: string): Promise<void> {
    const client = new Client({ connectionString: addressOf('pgbouncer') })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await vi.waitFor(() => command('show version'), { timeout: 20_000 })
  return {
    url: addressOf('billing'),
    command,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      rmSync(directory, { recursive: true })
    },
  }
}
