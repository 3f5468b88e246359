// `npm run prove`: what takes too long for `npm test`, in full volume; `npm run prove -- NAME …` runs some of it.
import './node-version.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proveCleanMachine } from './clean-machine.mjs'
import { ensureInstalled } from './install.mjs'
import { askFor, CHROMIUM, installMissing, POSTGRESQL } from './machine.mjs'
import { runToEnd } from './processes.mjs'
import { stopSignal } from './stop-signal.mjs'
import { testEnvironment } from './test-environment.mjs'
import { withTimeLimit } from './time-limit.mjs'
import { tallies } from './tally.mjs'
import { failWith, UserError } from './user-error.mjs'
import { EMBEDDED_TESTS, POSTGRESQL_TESTS } from './where-tests-run.mjs'

/** What each proof may take. */
const MOST_MS = 60 * 60_000

/** @typedef {(signal: AbortSignal) => Promise<unknown>} Run */

/**
 * Each proof by its name. A test file that asks `volume` (scripts/volume.mjs) runs here with all of it.
 * @type {Record<string, Run>}
 */
const PROOFS = {
  fuzz: tests('service/fuzz.test.ts'),
  'exact-json': tests('contract/ordinary-json.test.ts'),
  races: tests('service/operations/races.test.ts'),
  'both-databases': tests(...EMBEDDED_TESTS, ...POSTGRESQL_TESTS),
  'round-trips': tests('service/data/import-lines-round-trip.test.ts'),
  'import-unknown': tests('service/data/import-lines-unknown.test.ts'),
  audit: tests('lib/server/audit/'),
  'domain-rules': tests('service/domain/'),
  'demo-data': tests('service/data/demo/'),
  'import-memory': tests('service/data/import-memory.test.ts'),
  // Bounded memory among them.
  downloads: tests('lib/server/downloads/'),
  'lost-connections': tests('service/lost-connection.test.ts', 'service/commands/lost-import.test.ts'),
  'killed-service': tests('service/killed-service.test.ts'),
  deadlines: tests('service/deadline-races.test.ts', 'service/deadline.test.ts'),
  // Under faults and kills of the console, and by many at once.
  changes: tests('lib/server/changes/'),
  'write-effect': tests('lib/domain/change/change-effect.test.ts'),
  'upstream-faults': tests('lib/server/http/faults.test.ts', 'testing/console/fault-injection.test.ts'),
  'outage-and-overload': tests('lib/server/billing-api/outage.test.ts', 'lib/server/billing-api/overload.test.ts'),
  'key-forms': tests('lib/server/billing-api/without-key.test.ts'),
  'odd-responses': tests(
    'lib/server/billing-api/indent-json.test.ts',
    'lib/server/billing-api/tolerant/views.test.ts',
    'lib/server/billing-api/read-raw.test.ts',
    'lib/server/run-operation.test.ts',
  ),
  'json-corpus': tests('lib/server/billing-api/json-corpus.test.ts'),
  'mutated-answers': tests(
    'lib/server/billing-api/tolerant/mutated-answers.test.ts',
    // In the pages' folders.
    'mutated-subscriptions.test.tsx',
    'mutated-invoices.test.tsx',
    'mutated-ledgers.test.tsx',
  ),
  'console-fuzz': tests('app/api/fuzz.test.ts'),
  'console-fuzz-over-http': specs('e2e/console-fuzz.spec.ts'),
  hardening: tests('lib/server/http/request-bombs.test.ts', 'scripts/server-limits.test.ts'),
  numbers: tests('lib/server/billing-api/tolerant/scalars.test.ts'),
  'numbers-in-pages': specs('e2e/numbers.spec.ts'),
  accessibility: specs('e2e/accessibility'),
  scenarios: specs('e2e/scenarios.spec.ts', 'e2e/change-scenarios.spec.ts'),
  start: specs('e2e/start.spec.ts'),
  permissions: specs('e2e/matrix.spec.ts'),
  'last-admin': tests('lib/server/users/change-user.test.ts'),
  // Every other browser test, those too that `npm test` leaves out.
  pages: specs('e2e/(?!accessibility/|console-fuzz|matrix|numbers|scenarios|change-scenarios|start).*spec'),
  'clean-machine': proveCleanMachine,
}

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
 * @param {string[]} asked names of proofs; none means all
 * @returns {Promise<boolean>} whether all passed
 */
async function prove(asked) {
  const unknown = asked.find((name) => !(name in PROOFS))
  if (unknown !== undefined)
    throw new UserError(`There is no proof "${unknown}". There are: ${Object.keys(PROOFS).join(', ')}.`)
  await ensureInstalled({ log: console.log, signal })
  const results = []
  for (const [name, run] of Object.entries(PROOFS))
    if (asked.length === 0 || asked.includes(name)) results.push(await proveOne(name, run))
  console.log(['\nTried in all', ...tallies(tallyFile)].join('\n  '))
  console.log(['\nProven', ...results.map(({ line }) => line)].join('\n  '))
  return results.every(({ passed }) => passed)
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
    await withTimeLimit(MOST_MS, signal, run)
    return { passed: true, line: `${name}: passed in ${seconds()}` }
  } catch (error) {
    signal.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    return { passed: false, line: `${name}: FAILED after ${seconds()}. ${reason}` }
  }
}

/**
 * Runs test files in full volume.
 * @param {string[]} files
 * @returns {Run}
 */
function tests(...files) {
  return (stop) => runInFull('vitest', ['run', ...files], [POSTGRESQL], stop)
}

/**
 * Runs browser test files in full volume, against the built console.
 * @param {string[]} files
 * @returns {Run}
 */
function specs(...files) {
  return (stop) => runInFull('playwright', ['test', ...files], [CHROMIUM], stop)
}

/**
 * @param {string} command of `node_modules/.bin`
 * @param {string[]} args
 * @param {import('./machine.mjs').Program[]} programs it needs
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
