// `node scripts/test/run-postgres.mjs`: an empty PostgreSQL server in a temporary directory, for tests. Prints its address when it
// responds. When standard input ends, because the parent ended, it stops and leaves nothing behind. It takes commands as lines on standard input, and responds with a line:
//   restart  stops it and starts it on its data
//   kill     the same, with SIGKILL to all its processes
//   start    starts it when it has ended, as on a full disk
//   hang     stops all its processes with SIGSTOP
//   wake     lets them go on
// With TEST_POSTGRES_FOLDER its data is there and survives `kill`; otherwise a commit need not reach the disk.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { findPostgres, serverUser } from './machine.mjs'
import { failWith, UserError } from '../command.mjs'

const START_DEADLINE_MS = 60_000
/** The data does not outlive the test, so it need not reach the disk. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=60']
/** Commits reach the system before they return, so they survive a kill. The log fits on a small disk. */
const SURVIVING = ['synchronous_commit=on', 'min_wal_size=4MB', 'max_wal_size=16MB']
/** Unusual defaults: our sessions must set what they rely on. */
const UNUSUAL = [
  'timezone=America/St_Johns',
  'datestyle=German, DMY',
  'default_transaction_isolation=serializable',
  'default_transaction_read_only=on',
]

const programs = findPostgres() ?? failWith(new UserError('No PostgreSQL server is installed.'))
const user = serverUser()
// Not in TMPDIR: the server's user must reach it, and socket paths have at most 107 bytes.
const { TEST_POSTGRES_FOLDER: folder } = process.env
const directory = mkdtempSync(join(folder ?? '/tmp', 'billing-postgres-'))
const data = join(directory, 'data')
/** @type {import('node:child_process').ChildProcess | null} */
let server = null

process.on('exit', () => {
  server?.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
})
for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(name, stop)
process.stdin.on('error', stop)
const input = createInterface(process.stdin).on('close', stop)

try {
  createData()
  await start()
} catch (error) {
  failWith(error)
}
/** @type {Record<string, () => unknown>} */
const commands = {
  // A fast shutdown: with `synchronous_commit=off`, an immediate one would lose commits.
  restart: () => startAgain(() => void server?.kill('SIGINT')),
  kill: () => startAgain(() => signalAll('SIGKILL')),
  start: () => (hasEnded() ? startAgain(() => undefined) : console.log('runs')),
  hang: () => console.log(`${signalAll('SIGSTOP').length} processes`),
  wake: () => console.log(`${signalAll('SIGCONT').length} processes`),
}
input.on('line', (line) => void commands[line]?.())

/** @param {() => number[] | void} end returns the processes that it ended beside the server, if any */
async function startAgain(end) {
  const ended = server && !hasEnded() && once(server, 'exit')
  const processes = end() ?? []
  await ended
  await allEnded(processes).then(start).catch(failWith)
}

/**
 * A process that still runs holds the shared memory of the data, with which no server starts.
 * @param {number[]} processes
 */
async function allEnded(processes) {
  for (const deadline = Date.now() + START_DEADLINE_MS; processes.some(isRunning); await wait(10))
    if (Date.now() > deadline) throw new UserError('A process of PostgreSQL did not end in time.')
}

/**
 * Signals the server's processes, each of which leads its own group, and the server. It stops first: it starts no further process, and
 * while it lives they are its children.
 * @param {NodeJS.Signals} signal
 * @returns {number[]} the processes, without the server
 */
function signalAll(signal) {
  server?.kill('SIGSTOP')
  const processes = readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && statusOf(pid)?.parent === server?.pid)
  for (const pid of processes) process.kill(pid, signal)
  server?.kill(signal)
  return processes
}

/** @param {number} pid */
function statusOf(pid) {
  try {
    const [, state, parent] = /^\d+ \(.*\) (.) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { state, parent: Number(parent) }
  } catch {
    // It has ended.
    return null
  }
}

/** @param {number} pid */
function isRunning(pid) {
  const status = statusOf(pid)
  return status !== null && status.state !== 'Z' && status.state !== 'X'
}

function createData() {
  mkdirSync(data, 0o700)
  if (user) for (const path of [directory, data]) chownSync(path, user.uid, user.gid)
  // ICU compares by language, so an order by bytes must say so.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const wal = folder === undefined ? [] : ['--wal-segsize=1']
  run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', ...locale, ...wal])
}

async function start() {
  const settings = [
    ...FAST,
    ...(folder === undefined ? [] : SURVIVING),
    ...UNUSUAL,
    'listen_addresses=',
    `unix_socket_directories=${directory}`,
  ]
  server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    // Tests provoke errors, which would fill its log.
    { ...user, cwd: directory, stdio: 'ignore', detached: true },
  )
  for (const deadline = Date.now() + START_DEADLINE_MS; !isReady(); await wait(50)) {
    if (server.exitCode !== null) throw new UserError(`PostgreSQL ended with code ${server.exitCode}.`)
    if (Date.now() > deadline) throw new UserError('PostgreSQL did not start in time.')
  }
  console.log(`postgres://postgres@${encodeURIComponent(directory)}/postgres`)
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function run(program, args) {
  const { status, stderr } = spawnSync(join(programs, program), args, { ...user, cwd: directory, encoding: 'utf8' })
  if (status !== 0) throw new UserError(`${program} failed.\n${stderr}`)
}

function isReady() {
  const args = ['-q', '-h', directory]
  return spawnSync(join(programs, 'pg_isready'), args, { ...user, cwd: directory }).status === 0
}

function hasEnded() {
  return server === null || server.exitCode !== null || server.signalCode !== null
}

async function stop() {
  if (!server || hasEnded()) process.exit()
  server.once('exit', () => process.exit())
  // An immediate shutdown: the data needs no checkpoint.
  server.kill('SIGQUIT')
}
