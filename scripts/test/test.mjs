// `npm test`: all checks in one run. The steps after a failed one still run.
import '../command.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../build/build.mjs'
import { checkLockfile, ensureInstalled } from '../build/packages.mjs'
import { askFor, CHROMIUM, CURL, installMissing, POSTGRESQL } from '../machine/machine.mjs'
import { runToEnd, startCommand, stopSignal, withTimeLimit } from '../processes.mjs'
import { readTestReport, testEnvironment } from './test-run.mjs'
import { tallies } from './volume.mjs'

const PROGRAMS = [POSTGRESQL, CHROMIUM, CURL]
/** The time limit of the whole run, on 2 cores. */
const MAX_MS = 10 * 60_000
/** A step that takes longer than this hangs, even on a slow machine. */
const STEP_LIMIT_MS = 40 * 60_000

const stopped = stopSignal()
const reports = mkdtempSync(join(tmpdir(), 'billing-console-test-'))
const tallyFile = join(reports, 'tally')
const runStartedAtMs = performance.now()
const total = { passed: 0, failed: 0 }
/** @type {string[]} Repeated at the end. */
const warnings = []
/** @type {string[]} The failed steps and tests, repeated at the end: the start of a long output may be lost. */
const failures = []
let hasPostgres = true

try {
  const isInstalled = await step('Install', (signal) => ensureInstalled({ log, signal }))
  if (isInstalled && (await step('Machine', prepareMachine))) await checkEverything()
} catch (error) {
  fail(1, [messageOf(error)])
  log(error)
} finally {
  log(['\n── Tried in total', ...tallies(tallyFile)].join('\n  '))
  rmSync(reports, { recursive: true, force: true })
}
if (performance.now() - runStartedAtMs > MAX_MS) warnings.push('TOO SLOW: npm test should take less than 10 minutes.')
for (const warning of warnings) log(`\n!! ${warning}`)
if (failures.length > 0) log(['\n── Failed', ...failures].join('\n  '))
log(`\nIn ${seconds(runStartedAtMs)} s:\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

async function checkEverything() {
  const built = await step('Build', (signal) => ensureBuilt({ log, signal }))
  await Promise.all([testUnits(), checkSources()])
  await testStep('Browser tests', (report, signal) => {
    if (!built) throw new Error('Not run, because they need the build.')
    return tool('playwright', ['test', '--reporter=list,json'], signal, { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  })
}

function testUnits() {
  return testStep('Unit and service tests', (report, signal) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    return tool('vitest', ['run', ...reporters], signal, { WITHOUT_POSTGRESQL: hasPostgres ? '' : '1' })
  })
}

/** Runs beside the unit tests, which wait for deadlines part of the time. */
async function checkSources() {
  await step('Lint', (signal) => quietly(['npm', 'run', '--silent', 'lint'], signal))
  await step('Format', (signal) => quietly(['npx', 'oxfmt', '--check', '.'], signal))
  await step('Unused code', (signal) => quietly(['npm', 'run', '--silent', 'unused'], signal))
  await step('Lockfile', (signal) => checkLockfile({ signal }))
}

/**
 * Installs the programs that the tests need. Without PostgreSQL, CI fails, and other runs warn.
 * @param {AbortSignal} signal
 */
async function prepareMachine(signal) {
  const missing = await installMissing(PROGRAMS, { log, signal })
  hasPostgres = !missing.includes(POSTGRESQL)
  const needed = process.env.CI === 'true' ? missing : missing.filter((program) => program !== POSTGRESQL)
  if (needed.length > 0) throw askFor(needed)
  if (hasPostgres) return
  warnings.push(`NOT TESTED: the service on PostgreSQL. ${askFor([POSTGRESQL]).message}`)
  log(`!! ${warnings.at(-1)}`)
}

/**
 * Runs a step that counts as one test.
 * @param {string} name
 * @param {(signal: AbortSignal) => Promise<unknown>} run
 * @returns {Promise<boolean>} true when it passed
 */
async function step(name, run) {
  const passed = await attempt(name, run)
  if (passed) total.passed += 1
  else fail(1, [name])
  return passed
}

/**
 * Runs a step that counts as its tests. A run that fails without a failed test counts as one failure.
 * @param {string} name
 * @param {(report: string, signal: AbortSignal) => Promise<unknown>} run writes its JSON report there
 */
async function testStep(name, run) {
  const report = join(reports, `${name}.json`)
  const passed = await attempt(name, (signal) => run(report, signal))
  const count = readTestReport(report)
  total.passed += count.passed
  if (!passed || count.failed > 0) fail(Math.max(count.failed, 1), [name, ...count.failures])
  log(`${name}: ${count.passed} passed, ${count.failed} failed.`)
}

/**
 * @param {string} name
 * @param {(signal: AbortSignal) => Promise<unknown>} run
 */
async function attempt(name, run) {
  stopped.throwIfAborted()
  log(`\n── ${name}`)
  const startedAtMs = performance.now()
  try {
    await withTimeLimit(STEP_LIMIT_MS, stopped, run)
    log(`── ${name}: passed in ${seconds(startedAtMs)} s`)
    return true
  } catch (error) {
    stopped.throwIfAborted()
    log(`── ${name}: FAILED after ${seconds(startedAtMs)} s. ${messageOf(error)}`)
    return false
  }
}

/**
 * Runs an installed tool and shows its output.
 * @param {string} name
 * @param {string[]} args
 * @param {AbortSignal} signal
 * @param {Record<string, string>} [env]
 */
function tool(name, args, signal, env = {}) {
  return runToEnd(join('node_modules', '.bin', name), args, {
    env: testEnvironment({ TALLY_FILE: tallyFile, ...env }),
    signal,
    show: true,
  })
}

/**
 * Runs a command and shows its output only when it fails.
 * @param {[command: string, ...args: string[]]} line
 * @param {AbortSignal} signal
 */
async function quietly([command, ...args], signal) {
  const program = startCommand(command, command, args, testEnvironment({}))
  const abort = () => void program.stop()
  signal.addEventListener('abort', abort)
  const end = await program.exited.finally(() => signal.removeEventListener('abort', abort))
  signal.throwIfAborted()
  if (end !== 'exit code 0') throw new Error(`${end}\n${program.lastOutput()}`)
}

/**
 * @param {number} count
 * @param {string[]} names
 */
function fail(count, names) {
  total.failed += count
  failures.push(...names)
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}

/** @param {number} sinceMs */
function seconds(sinceMs) {
  return ((performance.now() - sinceMs) / 1000).toFixed(1)
}

/** @param {unknown} line */
function log(line) {
  console.log(line)
}
