import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { UserError } from '../command.mjs'
import { findPostgres, serverUser } from './machine.mjs'

const runFile = promisify(execFile)
const START_DEADLINE_MS = 60_000
/** The data does not outlive the test, so it need not reach the disk. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '60' }
/** Commits reach the system before they return, so they survive a kill. The log fits on a small disk. */
const SURVIVING = { synchronous_commit: 'on', min_wal_size: '4MB', max_wal_size: '16MB' }
/** Unusual defaults: our sessions must set what they rely on. */
const UNUSUAL = {
  timezone: 'America/St_Johns',
  datestyle: 'German, DMY',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
}
/** ICU compares by language, so an order by bytes must say so. */
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
/** Stops the server `$1` when standard input ends, because we stop it or have ended, and leaves nothing behind. */
const GUARD = 'cat; "$1" -D "$2/data" -m immediate stop; rm -rf "$2"'

/**
 * A PostgreSQL server for tests.
 * @typedef {object} TestPostgres
 * @property {string} url
 * @property {() => Promise<void>} restart
 * @property {() => Promise<void>} kill SIGKILL to all its processes, and a start on its data
 * @property {() => Promise<void>} startAgain when it has ended, as on a full disk
 * @property {() => () => void} hang SIGSTOP to all its processes; returns a function that lets them go on
 * @property {() => Promise<unknown>} stop
 */

/**
 * Starts an empty PostgreSQL server in a temporary directory. It ends with this process in any case.
 * @param {{ folder?: string }} options `folder`: its data is there and survives `kill`
 * @returns {Promise<TestPostgres>}
 */
export async function startTestPostgres({ folder } = {}) {
  const programs = findPostgres()
  if (programs === null) throw new UserError('No PostgreSQL server is installed.')
  const user = serverUser()
  // Not in TMPDIR: the server's user must reach it, and socket paths have at most 107 bytes.
  const directory = mkdtempSync(join(folder ?? '/tmp', 'billing-postgres-'))
  const data = join(directory, 'data')
  mkdirSync(data, 0o700)
  if (user) for (const path of [directory, data]) chownSync(path, user.uid, user.gid)
  const control = join(programs, 'pg_ctl')
  // In a group of its own: Ctrl-C reaches only the tests, and the server ends after them.
  const guard = spawn('sh', ['-c', GUARD, 'sh', control, directory], {
    ...user,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const ended = once(guard, 'exit')
  const options = { ...user, cwd: directory, timeout: 2 * START_DEADLINE_MS }
  // Tests provoke errors, which would fill its log.
  const act = (/** @type {'start' | 'restart' | 'status'} */ action) =>
    runFile(control, ['-D', data, '-l', '/dev/null', ...(action === 'status' ? [] : ['-w']), action], options)

  const wal = folder === undefined ? [] : ['--wal-segsize=1']
  const initial = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', ...LOCALE, ...wal]
  const where = { listen_addresses: '', unix_socket_directories: directory }
  const settings = { ...FAST, ...(folder === undefined ? {} : SURVIVING), ...UNUSUAL, ...where }
  try {
    await runFile(join(programs, 'initdb'), initial, options)
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    appendFileSync(join(data, 'postgresql.conf'), lines.join(''))
    await act('start')
  } catch (error) {
    guard.stdin.end()
    throw error
  }
  return {
    url: `postgres://postgres@${encodeURIComponent(directory)}/postgres`,
    restart: async () => void (await act('restart')),
    kill: async () => {
      await allEnded(signalAll(data, 'SIGKILL'))
      // The locks of a server that stays as a zombie would refuse the start.
      for (const lock of ['data/postmaster.pid', '.s.PGSQL.5432.lock']) rmSync(join(directory, lock))
      await act('start')
    },
    startAgain: async () => {
      const hasServer = await act('status').then(
        () => true,
        () => false,
      )
      if (!hasServer) await act('start')
    },
    hang: () => {
      signalAll(data, 'SIGSTOP')
      return () => void signalAll(data, 'SIGCONT')
    },
    stop: () => {
      guard.stdin.end()
      return ended
    },
  }
}

/**
 * Signals a server and its processes, each of which leads its own group. It stops first, so that it starts no further process.
 * @param {string} data
 * @param {NodeJS.Signals} signal
 */
function signalAll(data, signal) {
  const server = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  process.kill(server, 'SIGSTOP')
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
  const processes = [...children, server]
  for (const pid of processes) process.kill(pid, signal)
  return processes
}

/** @param {number[]} processes */
async function allEnded(processes) {
  for (const deadline = Date.now() + START_DEADLINE_MS; processes.some(isRunning); await wait(10))
    if (Date.now() > deadline) throw new UserError('A process of PostgreSQL did not end in time.')
}

/** A process that has ended stays as a zombie until its parent asks for it. @param {number} pid */
function isRunning(pid) {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
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
