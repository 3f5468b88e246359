// `node scripts/run-postgres.mjs`: a PostgreSQL server of its own in a temporary directory, for tests. Prints its address
// when it answers. A line "restart" on standard input breaks off what runs and starts it again on its data; the address is then
// printed again. Stops and leaves nothing behind when standard input ends: that is when whoever started it is gone.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { findPostgres, serverUser } from './postgres.mjs'
import { failWith, UserError } from './user-error.mjs'

const START_DEADLINE_MS = 60_000
/** Nothing of it outlives the test, so nothing needs to reach the disk. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=60']
/** Defaults unlike those anybody develops with: what we rely on, our own sessions must set. */
const STRANGE = [
  'timezone=America/St_Johns',
  'datestyle=German, DMY',
  'default_transaction_isolation=serializable',
  'default_transaction_read_only=on',
]

const programs = findPostgres() ?? failWith(new UserError('There is no PostgreSQL server.'))
const user = serverUser()
// Not in TMPDIR: the other user must reach it, and socket paths are cut at 107 bytes.
const directory = mkdtempSync('/tmp/billing-postgres-')
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
  make()
  await start()
} catch (error) {
  failWith(error)
}
input.on('line', (line) => void (line === 'restart' && restart()))

async function restart() {
  const ended = server && once(server, 'exit')
  // Fast, not immediate: with `synchronous_commit=off` that would lose what was committed.
  server?.kill('SIGINT')
  await ended
  await start().catch(failWith)
}

function make() {
  mkdirSync(data)
  if (user) for (const path of [directory, data]) chownSync(path, user.uid, user.gid)
  // ICU sorts and compares like people do; an order that must be by bytes has to say so.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', ...locale])
}

async function start() {
  const settings = [...FAST, ...STRANGE, 'listen_addresses=', `unix_socket_directories=${directory}`]
  server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    // Its log is noise: tests provoke errors.
    { ...user, cwd: directory, stdio: 'ignore', detached: true },
  )
  for (const deadline = Date.now() + START_DEADLINE_MS; !isAnswering(); await wait(50)) {
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

function isAnswering() {
  const args = ['-q', '-h', directory]
  return spawnSync(join(programs, 'pg_isready'), args, { ...user, cwd: directory }).status === 0
}

async function stop() {
  if (!server || server.exitCode !== null || server.signalCode !== null) process.exit()
  server.once('exit', () => process.exit())
  // Immediate: no checkpoint for data that is thrown away. Its own processes end with it.
  server.kill('SIGQUIT')
}
