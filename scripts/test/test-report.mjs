import { readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * Returns how many tests passed and failed by the JSON report of vitest or Playwright. A missing report, or one without
 * tests, counts as one failure.
 * @param {string} file
 * @returns {Count}
 */
export function readTestReport(file) {
  const { passed, failed } = countTests(readReport(file))
  return passed + failed > 0 ? { passed, failed } : { passed: 0, failed: 1 }
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
 * @param {{ numPassedTests?: number, numFailedTests?: number, stats?: { expected: number, unexpected: number, flaky: number } }} report
 * @returns {Count}
 */
function countTests({ numPassedTests = 0, numFailedTests = 0, stats }) {
  if (stats) return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
  return { passed: numPassedTests, failed: numFailedTests }
}
