import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { UserError } from './user-error.mjs'

/**
 * A PostgreSQL server for tests; it ends with them, whatever happens.
 * @returns {Promise<{ url: string, stop: () => Promise<unknown> }>}
 */
export async function startTestPostgres() {
  const script = fileURLToPath(new URL('run-postgres.mjs', import.meta.url))
  // Detached: Ctrl-C reaches the tests alone, and the server ends when they have.
  const program = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const ended = once(program, 'exit')
  const ready = once(createInterface(program.stdout), 'line')
  const [url] = await Promise.race([ready, ended.then(() => [null])])
  if (typeof url !== 'string') throw new UserError('PostgreSQL could not be started.')
  const stop = () => {
    program.stdin.end()
    return ended
  }
  return { url, stop }
}
