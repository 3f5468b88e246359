import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
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

/**
 * Makes a database on such a server: an empty one, or a copy of one that nobody has open.
 * @param {string} serverUrl
 * @param {string} name
 * @param {string} [copied] the name of another
 * @returns {Promise<string>} its address
 */
export async function makeDatabase(serverUrl, name, copied = 'template1') {
  await onServer(serverUrl, `create database ${name} template ${copied}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/**
 * @param {string} serverUrl
 * @param {string} name
 */
export const dropDatabase = (serverUrl, name) => onServer(serverUrl, `drop database ${name} with (force)`)

/**
 * @param {string} serverUrl
 * @param {string} statement
 */
async function onServer(serverUrl, statement) {
  // The test server refuses writes to whoever does not ask for them.
  const client = new Client({ connectionString: serverUrl, options: '-c default_transaction_read_only=off' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
