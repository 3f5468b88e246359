// `npm run prove`: every test in full volume, on both databases. `npm run prove -- races` runs the test files whose path
// contains `races`.
import { failWith, ROOT, UserError } from '../command.mjs'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proveCleanMachine } from '../machine/clean-machine.mjs'
import { ensureInstalled } from '../build/packages.mjs'
import { askFor, CHROMIUM, installMissing, NGINX, PGBOUNCER, POSTGRESQL } from '../machine/machine.mjs'
import { runToEnd, stopSignal, withTimeLimit } from '../processes.mjs'
import { testEnvironment } from './test-run.mjs'
import { tallies } from './volume.mjs'

/** The time limit of each proof. */
const MAX_MS = 90 * 60_000

/** @typedef {(signal: AbortSignal) => Promise<unknown>} Run */

/**
 * The proofs by name. `volume` (scripts/test/volume.mjs) returns the full volume here, and tests of a store run on both databases.
 * @type {Record<string, Run>}
 */
const PROOFS = {
  unit: tests('--project=unit', '--project=PGlite', '--project=PostgreSQL'),
  'one-shard': tests('--project=one-shard'),
  browser: specs(),
  'clean-machine': proveCleanMachine,
}
/**
 * Proofs that run only when they are named, because they need more than this machine.
 * @type {Record<string, Run>}
 */
const PROOFS_BY_NAME = { citus: proveOnCitus }

const signal = stopSignal()
const directory = mkdtempSync(join(tmpdir(), 'billing-console-prove-'))
const tallyFile = join(directory, 'tally')
process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
try {
  process.exitCode = (await prove(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  failWith(error)
}

/**
 * @param {string[]} names of proofs, or parts of the paths of test files; none means all proofs
 * @returns {Promise<boolean>} true when all passed
 */
async function prove(names) {
  await ensureInstalled({ log: console.log, signal })
  const runs =
    names.length === 0 ? Object.entries(PROOFS) : names.map((name) => /** @type {const} */ ([name, runOf(name)]))
  const results = []
  for (const [name, run] of runs) results.push(await proveOne(name, run))
  console.log(['\nTried in total', ...tallies(tallyFile)].join('\n  '))
  console.log(['\nProven', ...results.map(({ line }) => line)].join('\n  '))
  return results.every(({ passed }) => passed)
}

/**
 * @param {string} name of a proof, or a part of the path of test files
 * @returns {Run}
 */
function runOf(name) {
  const proof = PROOFS[name] ?? PROOFS_BY_NAME[name]
  if (proof) return proof
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.includes('node_modules') && path.includes(name),
  )
  if (files.some((path) => path.includes('.test.ts'))) return tests(name)
  if (files.some((path) => path.includes('.spec.ts'))) return specs(name)
  throw new UserError(`No proof and no test file matches "${name}". Proofs: ${Object.keys(PROOFS).join(', ')}.`)
}

/**
 * @param {string} name
 * @param {Run} run
 */
async function proveOne(name, run) {
  console.log(`\n── ${name}`)
  const startedAtMs = performance.now()
  const seconds = () => `${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`
  try {
    await withTimeLimit(MAX_MS, signal, run)
    return { passed: true, line: `${name}: passed in ${seconds()}` }
  } catch (error) {
    signal.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    return { passed: false, line: `${name}: FAILED after ${seconds()}. ${reason}` }
  }
}

/**
 * Runs the service's tests in the cluster at `CITUS_URL`.
 * @param {AbortSignal} stop
 */
function proveOnCitus(stop) {
  if (!process.env.CITUS_URL) throw new UserError('Set CITUS_URL to an empty database of a Citus coordinator.')
  return tests('--project=citus')(stop)
}

/**
 * Runs test files in full volume.
 * @param {string[]} files
 * @returns {Run}
 */
function tests(...files) {
  return (stop) => runInFull('vitest', ['run', ...files], [POSTGRESQL, PGBOUNCER], stop)
}

/**
 * Runs browser test files in full volume, against the built console.
 * @param {string[]} files
 * @returns {Run}
 */
function specs(...files) {
  return async (stop) => {
    // Tests of several consoles say why they are skipped without these.
    await installMissing([POSTGRESQL, NGINX], { log: console.log, signal: stop })
    await runInFull('playwright', ['test', ...files], [CHROMIUM], stop)
  }
}

/**
 * @param {string} command of `node_modules/.bin`
 * @param {string[]} args
 * @param {import('../machine/machine.mjs').Program[]} programs it needs
 * @param {AbortSignal} stop
 */
async function runInFull(command, args, programs, stop) {
  const missing = await installMissing(programs, { log: console.log, signal: stop })
  if (missing.length > 0) throw askFor(missing)
  await runToEnd(join('node_modules', '.bin', command), args, {
    env: testEnvironment({ VOLUME: 'prove', TALLY_FILE: tallyFile }),
    signal: stop,
    show: true,
  })
}
