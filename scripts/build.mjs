import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkDoors } from './check-doors.mjs'
import { fingerprintOf } from './fingerprint.mjs'
import { holdBuild, holdPages, refuseUnderOthers } from './pages-lock.mjs'
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

/**
 * Builds the console and the programs beside it, unless what is built was made of these very sources.
 * @param {{ log: (line: string) => void, signal?: AbortSignal }} options
 */
export async function ensureBuilt({ log, signal }) {
  await ensurePrograms()
  const wanted = wantedStamp()
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
 * Builds the console, whatever is built: `npm run build`.
 * @param {{ log: (line: string) => void, signal?: AbortSignal }} options
 * @throws {UserError} where another process serves the pages that a build would remove
 */
export async function buildAgain(options) {
  const building = await holdBuild(options.signal)
  try {
    refuseUnderOthers()
    await build(wantedStamp(), options)
  } finally {
    building?.release()
  }
}

/** The fingerprint of the sources and of the settings that a build reads. */
function wantedStamp() {
  const names = Object.keys(process.env).filter((name) => name.startsWith('NEXT_PUBLIC_'))
  return fingerprintOf(
    SOURCES,
    names.toSorted().map((name) => `${name}=${process.env[name]}`),
  )
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
