import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtCommit, fingerprintOf } from './sources.mjs'
import { withCheckoutLock, lockServedPages, refuseWhileServed } from './checkout-lock.mjs'
import { runToEnd } from '../processes.mjs'
import { ensurePrograms } from './programs.mjs'
import { ROOT, UserError } from '../command.mjs'

/** The sources of the built console, without tests. */
export const CONSOLE_SOURCES = [
  'app',
  'components',
  'contract',
  'database',
  'lib',
  'public',
  'telemetry',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'proxy.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
]
const NEXT = 'node_modules/next/dist/bin/next'
/** Inside `.next`, which a build empties first, so an interrupted build leaves none. */
const STAMP = join(ROOT, '.next', 'billing-console-sources')

/**
 * Builds the console and bundles the programs, unless that was done from the same sources.
 * @param {{ log: (line: string) => void, signal?: AbortSignal }} options
 */
export async function ensureBuilt({ log, signal }) {
  await ensurePrograms()
  const stamp = currentStamp()
  const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp
  await withCheckoutLock(signal, async () => {
    if (!isBuilt()) {
      refuseWhileServed('build')
      await build(stamp, { log, signal })
    }
    lockServedPages()
  })
}

/**
 * Builds the console, also when the sources have not changed (`npm run build`).
 * @param {{ log: (line: string) => void, signal?: AbortSignal }} options
 * @throws {UserError} where another process serves the pages that a build would remove
 */
export async function buildAgain(options) {
  await withCheckoutLock(options.signal, () => {
    refuseWhileServed('build')
    return build(currentStamp(), options)
  })
}

/** Returns the fingerprint of the sources and of the settings that a build reads. */
function currentStamp() {
  const names = Object.keys(process.env).filter((name) => name.startsWith('NEXT_PUBLIC_'))
  const settings = names.toSorted().map((name) => `${name}=${process.env[name]}`)
  return fingerprintOf(CONSOLE_SOURCES, settings)
}

/**
 * @param {string} stamp
 * @param {{ log: (line: string) => void, signal?: AbortSignal }} options
 */
async function build(stamp, { log, signal }) {
  log('Building the console …')
  const env = {
    ...process.env,
    NODE_ENV: /** @type {const} */ ('production'),
    NEXT_TELEMETRY_DISABLED: '1',
    BUILT_COMMIT: builtCommit(),
    SOURCES_HASH: stamp.slice(0, 16),
  }
  try {
    await runToEnd(process.execPath, [NEXT, 'build'], { env, signal, show: true })
  } catch (error) {
    signal?.throwIfAborted()
    throw new UserError(`The console could not be built. ${error instanceof Error ? error.message : ''}`)
  }
  writeFileSync(STAMP, stamp)
}
