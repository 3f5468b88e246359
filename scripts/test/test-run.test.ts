import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { ROOT } from '../command.mjs'
import { readTestReport, testEnvironment } from './test-run.mjs'

const example = readFileSync(join(ROOT, '.env.example'), 'utf8')
const settings = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name)

it('removes the settings of the programs, and keeps those of the tests', () => {
  expect(settings).toContain('LOG_LEVEL')
  for (const name of settings) vi.stubEnv(name, 'odd')
  const environment = testEnvironment({ TALLY_FILE: '/tmp/tally' })
  expect(Object.keys(environment).filter((name) => settings.includes(name))).toEqual(['CHROMIUM_PATH'])
  expect(environment).toMatchObject({ PATH: process.env.PATH, TALLY_FILE: '/tmp/tally' })
  vi.unstubAllEnvs()
})

const folder = mkdtempSync(join(tmpdir(), 'billing-console-report-'))
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  ["vitest's", '{"numPassedTests":7,"numFailedTests":2}', { passed: 7, failed: 2, failures: [] }],
  [
    "Playwright's, with a flaky test as failed",
    '{"stats":{"expected":5,"unexpected":1,"flaky":1}}',
    { passed: 5, failed: 2, failures: [] },
  ],
  ['without tests', '{"numPassedTests":0,"numFailedTests":0}', { passed: 0, failed: 1, failures: [] }],
  ['cut short', '{"numPassedTests":7,', { passed: 0, failed: 1, failures: [] }],
])('counts a report: %s', (name, text, count) => {
  const file = join(folder, `${name.length}.json`)
  writeFileSync(file, text)
  expect(readTestReport(file)).toEqual(count)
})

it('counts a missing report as a failure', () => {
  expect(readTestReport(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 1, failures: [] })
})

it('names the failed tests of either report with the first line of what went wrong', () => {
  const unit = [
    {
      name: 'a.test.ts',
      assertionResults: [
        { fullName: 'adds', status: 'failed', failureMessages: ['1 is not 2\n    at a.test.ts'] },
        { fullName: 'subtracts', status: 'passed', failureMessages: [] },
      ],
    },
    { name: 'b.test.ts', status: 'failed', message: 'No such module\n    at b.test.ts', assertionResults: [] },
  ]
  const specs = ['expected', 'unexpected', 'flaky'].map((status, line) => ({
    title: status,
    line,
    tests: [{ status }],
  }))
  const suites = [{ file: 'c.spec.ts', suites: [{ file: 'c.spec.ts', specs }] }]
  const file = join(folder, 'failures.json')
  writeFileSync(file, JSON.stringify({ numFailedTests: 2, testResults: unit }))
  expect(readTestReport(file).failures).toEqual(['a.test.ts › adds: 1 is not 2', 'b.test.ts: No such module'])
  writeFileSync(file, JSON.stringify({ stats: { expected: 1, unexpected: 1, flaky: 1 }, suites }))
  expect(readTestReport(file).failures).toEqual(['c.spec.ts:1 › unexpected', 'c.spec.ts:2 › flaky'])
})
