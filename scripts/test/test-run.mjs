import { readFileSync } from 'node:fs'
import { SETTING_NAMES } from '../../contract/settings.mjs'
import { BILLING_PROGRAMS_DIR, ensurePrograms } from '../build/programs.mjs'

/** The settings of the programs, which may be set in a developer's shell. Only the browser tests read CHROMIUM_PATH. */
const SETTINGS = new Set(
  SETTING_NAMES.filter((name) => name !== 'CHROMIUM_PATH').flatMap((name) => [name, `${name}_FILE`]),
)

/**
 * Returns the environment for tests: ours without the settings of the programs, which the tests set.
 * @param {Record<string, string>} more
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment(more) {
  const { NODE_ENV, ...rest } = process.env
  const kept = Object.entries(rest).filter(([name]) => !SETTINGS.has(name) && !/^(BILLING|CONSOLE)_/.test(name))
  return { NODE_ENV, ...Object.fromEntries(kept), ...more }
}

/** Vitest's global setup: bundles the programs, which tests start as `npm start` does. */
export async function setup() {
  await ensurePrograms()
  process.env.BILLING_PROGRAMS_DIR = BILLING_PROGRAMS_DIR
}

/** @typedef {{ passed: number, failed: number, failures: string[] }} Count */
/** @typedef {{ name: string, message?: string, status?: string, assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }} VitestFile */
/** @typedef {{ file: string, suites?: PlaywrightSuite[], specs?: { title: string, line: number, tests: { status: string }[] }[] }} PlaywrightSuite */

/**
 * Returns how many tests passed and failed by the JSON report of vitest or Playwright, and names those that failed. A
 * missing report, or one without tests, counts as one failure.
 * @param {string} file
 * @returns {Count}
 */
export function readTestReport(file) {
  const count = countTests(readReport(file))
  return count.passed + count.failed > 0 ? count : { passed: 0, failed: 1, failures: [] }
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/**
 * @param {{ numPassedTests?: number, numFailedTests?: number, testResults?: VitestFile[], stats?: { expected: number, unexpected: number, flaky: number }, suites?: PlaywrightSuite[] }} report
 * @returns {Count}
 */
function countTests({ numPassedTests = 0, numFailedTests = 0, testResults = [], stats, suites = [] }) {
  if (stats)
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures: suites.flatMap(failedSpecs) }
  return { passed: numPassedTests, failed: numFailedTests, failures: testResults.flatMap(failedTests) }
}

/**
 * A file that could not be loaded has no tests, but a message.
 * @param {VitestFile} file
 */
function failedTests({ name, status, message = '', assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [`${name}: ${firstLine(message)}`]
  return failed.map((test) => `${name} › ${test.fullName}: ${firstLine(test.failureMessages[0] ?? '')}`)
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failedSpecs({ file, suites = [], specs = [] }) {
  const failed = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ title, line }) => `${file}:${line} › ${title}`)
  return [...failed, ...suites.flatMap(failedSpecs)]
}

/** @param {string} text */
function firstLine(text) {
  return text.split('\n', 1)[0]
}
