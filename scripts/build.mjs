import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkDoors } from './check-doors.mjs'
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
  const wanted = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
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

/** A hash of the contents, so that a clone, a checkout and a touched file all do the right thing. */
function fingerprint() {
  const hash = createHash('sha256').update(process.versions.node)
  const names = Object.keys(process.env).filter((name) => name.startsWith('NEXT_PUBLIC_'))
  for (const name of names.toSorted()) hash.update(`\0${name}=${process.env[name]}`)
  for (const file of SOURCES.flatMap(filesIn)) {
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(join(ROOT, path))
    .toSorted()
    .flatMap((name) => filesIn(`${path}/${name}`))
}
