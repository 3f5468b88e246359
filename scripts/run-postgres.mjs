// `node scripts/run-postgres.mjs [ADDRESS]`: a PostgreSQL server in a temporary directory, for tests: an empty one, or a
// streaming replica of the server at the address. Prints its address when it responds. A line "restart" on standard input
// restarts it on its data and prints the address again. When standard input ends, because the parent ended, it stops and
// leaves nothing behind.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { findPostgres, serverUser } from './postgres.mjs'
import { failWith, UserError } from './user-error.mjs'

const START_DEADLINE_MS = 60_000
/** The data does not outlive the test, so it need not reach the disk. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=60']
/** Unusual defaults: our sessions must set what they rely on. */
const UNUSUAL = [
  'timezone=America/St_Johns',
  'datestyle=German, DMY',
  'default_transaction_isolation=serializable',
  'default_transaction_read_only=on',
]

const [, , primaryUrl] = process.argv
const programs = findPostgres() ?? failWith(new UserError('No PostgreSQL server is installed.'))
const user = serverUser()
// Not in TMPDIR: the server's user must reach it, and socket paths have at most 107 bytes.
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
  createData()
  await start()
} catch (error) {
  failWith(error)
}
input.on('line', (line) => void (line === 'restart' && restart()))

async function restart() {
  const ended = server && once(server, 'exit')
  // A fast shutdown: with `synchronous_commit=off`, an immediate one would lose commits.
  server?.kill('SIGINT')
  await ended
  await start().catch(failWith)
}

function createData() {
  mkdirSync(data, 0o700)
  if (user) for (const path of [directory, data]) chownSync(path, user.uid, user.gid)
  if (primaryUrl) {
    run('pg_basebackup', ['-D', data, '-d', primaryUrl, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'])
    return
  }
  // ICU compares by language, so an order by bytes must say so.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', ...locale])
}

async function start() {
  const settings = [...FAST, ...UNUSUAL, 'listen_addresses=', `unix_socket_directories=${directory}`]
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

async function stop() {
  if (!server || server.exitCode !== null || server.signalCode !== null) process.exit()
  server.once('exit', () => process.exit())
  // An immediate shutdown: the data needs no checkpoint.
  server.kill('SIGQUIT')
}
