import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { UserError } from '../command.mjs'

/**
 * Starts a PostgreSQL server for tests, which ends with them in any case.
 * @returns {Promise<{ url: string, restart: () => Promise<void>, stop: () => Promise<unknown> }>}
 */
export async function startTestPostgres() {
  const script = fileURLToPath(new URL('run-postgres.mjs', import.meta.url))
  // Detached, so that Ctrl-C reaches only the tests, and the server ends after them.
  const program = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const ended = once(program, 'exit')
  const lines = createInterface(program.stdout)
  const [url] = await Promise.race([once(lines, 'line'), ended.then(() => [null])])
  if (typeof url !== 'string') throw new UserError('PostgreSQL could not be started.')
  const restart = async () => {
    program.stdin.write('restart\n')
    await once(lines, 'line')
  }
  const stop = () => {
    program.stdin.end()
    return ended
  }
  return { url, restart, stop }
}

/**
 * Creates a database on the server: empty, or a copy of one without open connections.
 * @param {string} serverUrl
 * @param {string} name
 * @param {string} [template] the database to copy
 * @returns {Promise<string>} its address
 */
export async function makeDatabase(serverUrl, name, template = 'template1') {
  await onServer(serverUrl, `create database ${name} template ${template}`)
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
  // By default, sessions of the test server are read-only.
  const client = new Client({ connectionString: serverUrl, options: '-c default_transaction_read_only=off' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/**
 * Vitest's global setup of the project "PostgreSQL". Without one: `WITHOUT_POSTGRESQL=1 npx vitest run`.
 * @param {import('vitest/node').TestProject} project
 */
export async function setup(project) {
  const { url, stop } = await startTestPostgres()
  project.provide('billingStore', { databaseUrl: url })
  return stop
}
