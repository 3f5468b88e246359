import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ownerOfProcessLock, takeProcessLock } from '../database/process-lock.mjs'
import { checkDoors } from './check-doors.mjs'
import { fingerprintOf } from './fingerprint.mjs'
import { runToEnd } from './processes.mjs'
import { ensurePrograms } from './programs.mjs'
import { ROOT } from './root.mjs'
import { UserError } from './user-error.mjs'

/** Everything the built console is made of; tests are not. */
const SOURCES = [
  'app',
  'components',
  'contract',
  'database',
  'lib',
  'public',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'proxy.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
]
const NEXT = 'node_modules/next/dist/bin/next'
/** Inside `.next`, which a build empties first: a build that was interrupted leaves none. */
const STAMP = join(ROOT, '.next', 'billing-console-sources')

/** Lock files: of the build that runs in this checkout, and of each process that serves its pages. */
const LOCKS = join(ROOT, '.consoles')
const POLL_MS = 100

/**
 * Waits until no other process builds in this checkout. Null where no lock can be made there, and so no build either.
 * @param {AbortSignal} [signal]
 */
async function holdBuild(signal) {
  for (;;) {
    signal?.throwIfAborted()
    const lock = lockIn('build.lock')
    if (lock === null || 'release' in lock) return lock
    await wait(POLL_MS)
  }
}

/** @param {string} name */
function lockIn(name) {
  try {
    return takeProcessLock(join(LOCKS, name))
  } catch {
    return null
  }
}

/** Keeps the pages from being built anew while this process lives. */
function holdPages() {
  const lock = lockIn(`${process.pid}.lock`)
  if (lock && 'release' in lock) process.on('exit', lock.release)
}

/**
 * @param {string} [locks] the folder of the lock files
 * @throws {UserError} where another process serves the pages that a build would remove
 */
export function refuseUnderOthers(locks = LOCKS) {
  for (const name of existsSync(locks) ? readdirSync(locks) : []) {
    const pid = Number.parseInt(name, 10)
    if (!/^\d+\.lock$/.test(name) || pid === process.pid) continue
    if (ownerOfProcessLock(join(locks, name))())
      throw new UserError(
        `The sources have changed, and a console of this folder still runs (process ${pid}): a build would pull its pages away. ` +
          'Stop it, then start again.',
      )
    rmSync(join(locks, name), { force: true })
  }
}

/**
 * Builds the console and the programs beside it, unless what is built was made of these very sources.
 * @param {{ log: (line: string) => void, signal?: AbortSignal }} options
 */
export async function ensureBuilt({ log, signal }) {
  await ensurePrograms()
  const names = Object.keys(process.env).filter((name) => name.startsWith('NEXT_PUBLIC_'))
  const wanted = fingerprintOf(
    SOURCES,
    names.toSorted().map((name) => `${name}=${process.env[name]}`),
  )
  const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted
  const building = await holdBuild(signal)
  try {
    if (!isBuilt()) {
      refuseUnderOthers()
      await build(wanted, { log, signal })
    }
    holdPages()
  } finally {
    building?.release()
  }
}

/**
 * @param {string} wanted
 * @param {{ log: (line: string) => void, signal?: AbortSignal }} options
 */
async function build(wanted, { log, signal }) {
  checkDoors()
  log('Building the console …')
  const env = { ...process.env, NODE_ENV: /** @type {const} */ ('production'), NEXT_TELEMETRY_DISABLED: '1' }
  try {
    await runToEnd(process.execPath, [NEXT, 'build'], { env, signal, show: true })
  } catch (error) {
    signal?.throwIfAborted()
    throw new UserError(`The console could not be built. ${error instanceof Error ? error.message : ''}`)
  }
  writeFileSync(STAMP, wanted)
}
