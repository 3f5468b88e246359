import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { UserError } from '../command.mjs'

/**
 * A PostgreSQL server for tests.
 * @typedef {object} TestPostgres
 * @property {string} url
 * @property {(command: 'restart' | 'kill' | 'start' | 'hang' | 'wake') => Promise<void>} command as in `run-postgres.mjs`; fails when the server
 * has ended
 * @property {() => Promise<unknown>} stop
 */

/**
 * Starts a PostgreSQL server for tests, which ends with them in any case.
 * @param {{ folder?: string }} options `folder`: its data is there and survives `kill`
 * @returns {Promise<TestPostgres>}
 */
export async function startTestPostgres({ folder } = {}) {
  const script = fileURLToPath(new URL('run-postgres.mjs', import.meta.url))
  const program = spawn(process.execPath, [script], {
    env: { ...process.env, ...(folder && { TEST_POSTGRES_FOLDER: folder }) },
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl-C reaches only the tests, and the server ends after them.
    detached: true,
  })
  const ended = once(program, 'exit')
  const failed = ended.then(([code]) => {
    throw new UserError(`PostgreSQL is not there any more: its program ended with code ${code}.`)
  })
  failed.catch(() => undefined)
  const lines = createInterface(program.stdout)
  const answer = () => Promise.race([once(lines, 'line'), failed])
  const [url] = await answer()
  return {
    url,
    async command(name) {
      program.stdin.write(`${name}\n`)
      await answer()
    },
    stop() {
      program.stdin.end()
      return ended
    },
  }
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
