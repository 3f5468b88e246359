// `npm test`: installs, builds, and runs all checks and tests. `npm run prove` does it in full volume, on both databases and
// on a clean machine. With `-- NAME`: only the test files whose path contains NAME, or the proof with this name.
import { ROOT, UserError } from '../command.mjs'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../build/build.mjs'
import { ensureInstalled } from '../build/packages.mjs'
import { runToEnd, stopSignal } from '../processes.mjs'
import { proveCleanMachine } from './clean-machine.mjs'
import { askFor, CHROMIUM, CURL, FOR_BROWSER_TESTS, installMissing, NGINX, PGBOUNCER, POSTGRESQL } from './machine.mjs'
import { checkLockfile } from './package-rules.mjs'
import { testEnvironment } from './test-run.mjs'
import { IS_PROOF, tallies } from './volume.mjs'

const signal = stopSignal()
const options = { log: console.log, signal }
const folder = mkdtempSync(join(tmpdir(), 'billing-console-test-'))
const tallyFile = join(folder, 'tally')
const total = { passed: 0, failed: 0 }
/** @type {string[]} What each step did. */
const results = []
let hasPostgres = true

/** The projects of vitest.config.ts that have a name for `npm run prove`. */
const PROJECTS = ['one-shard', 'citus']

try {
  await step('Install', () => ensureInstalled(options))
  if (total.failed === 0) await step('Machine', prepareMachine)
  if (total.failed === 0) await (process.argv.length > 2 ? runNamed(process.argv.slice(2)) : runAll())
} catch (error) {
  total.failed += 1
  results.push(messageOf(error))
}
console.log(['\nTried in total', ...tallies(tallyFile)].join('\n  '))
rmSync(folder, { recursive: true, force: true })
console.log(['\nSteps', ...results].join('\n  '))
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

async function runAll() {
  await step('Build', () => ensureBuilt(options))
  // Beside the unit tests, which wait for deadlines part of the time.
  await Promise.all([testUnits([]), checkSources()])
  await testBrowser([])
  if (IS_PROOF) await testCleanMachine()
}

/** @param {string[]} names */
async function runNamed(names) {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !/node_modules|^\.next|^\.programs/.test(path),
  )
  for (const name of names) {
    const found = files.filter((path) => path.includes(name))
    const [hasTests, hasSpecs] = [/\.test\.tsx?$/, /\.spec\.ts$/].map((kind) => found.some((path) => kind.test(path)))
    if (name === 'clean-machine') await testCleanMachine()
    else if (PROJECTS.includes(name)) await testUnits([`--project=${name}`])
    else if (!hasTests && !hasSpecs) throw new UserError(`No proof and no test file matches "${name}".`)
    else {
      if (hasTests) await testUnits([name])
      if (hasSpecs) await testBrowser([name])
    }
  }
}

function testCleanMachine() {
  return step('Clean machine', () => proveCleanMachine(signal))
}

/** @param {string[]} args */
function testUnits(args) {
  return step('Unit and service tests', async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    await run('vitest', ['run', ...reporters, ...args], { WITHOUT_POSTGRESQL: hasPostgres ? '' : '1' })
  })
}

/** @param {string[]} args */
function testBrowser(args) {
  return step('Browser tests', (report) =>
    run('playwright', ['test', '--reporter=list,json', ...args], { PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  )
}

async function checkSources() {
  await step('Check', () => runToEnd('npm', ['run', '--silent', 'check'], { signal, show: true }))
  await step('Lockfile', () => checkLockfile({ signal }))
}

/** Installs what the tests need. Without PostgreSQL, a proof and CI fail; other tests that lack a program are skipped. */
async function prepareMachine() {
  const forProofs = IS_PROOF ? [NGINX, PGBOUNCER] : []
  const missing = await installMissing([CURL, POSTGRESQL, ...FOR_BROWSER_TESTS, ...forProofs], options)
  hasPostgres = !missing.includes(POSTGRESQL)
  const needed = IS_PROOF || process.env.CI === 'true' ? [CHROMIUM, CURL, POSTGRESQL] : [CHROMIUM, CURL]
  if (missing.some((program) => needed.includes(program))) throw askFor(missing)
  if (missing.length > 0) results.push(`NOT TESTED is what needs more. ${askFor(missing).message}`)
}

/**
 * Runs a step and counts its tests, or the step itself when it writes no report of tests.
 * @param {string} name
 * @param {(report: string) => Promise<unknown>} perform may write the JSON report of vitest or Playwright
 */
async function step(name, perform) {
  console.log(`\n── ${name}`)
  const report = join(folder, `${results.length} ${name}.json`)
  const startedMs = performance.now()
  let problem = ''
  await perform(report).catch((error) => {
    signal.throwIfAborted()
    problem = messageOf(error)
  })
  const count = readReport(report) ?? { passed: problem ? 0 : 1, failed: 0 }
  const failed = problem ? Math.max(count.failed, 1) : count.failed
  total.passed += count.passed
  total.failed += failed
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  results.push(`${name}: ${count.passed} passed, ${failed} failed in ${seconds} s. ${problem}`.trim())
  console.log(`── ${results.at(-1)}`)
}

/**
 * @param {string} file
 * @returns {{ passed: number, failed: number } | null}
 */
function readReport(file) {
  try {
    const { stats, numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'))
    if (stats) return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
    return { passed: numPassedTests, failed: numFailedTests }
  } catch {
    return null
  }
}

/**
 * Runs an installed tool and shows its output.
 * @param {string} name
 * @param {string[]} args
 * @param {Record<string, string>} more
 */
async function run(name, args, more) {
  const env = testEnvironment({ TALLY_FILE: tallyFile, ...more })
  await runToEnd(join('node_modules', '.bin', name), args, { env, signal, show: true })
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}
