import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../command.mjs'

/* The suite says when it grows: a larger number here needs a reason in its commit (docs/testing.md). */
const MOST_BROWSER_SPECS = 53
const MOST_LONG_FILES = 19
const LONG_LINES = 300

const FOLDERS = [
  'app',
  'components',
  'contract',
  'database',
  'e2e',
  'lib',
  'scripts',
  'service',
  'telemetry',
  'testing',
]
const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
)
const isLong = (file: string) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 > LONG_LINES

test('browser tests are in no more files than before', () => {
  expect(files.filter((file) => file.endsWith('.spec.ts')).length).toBeLessThanOrEqual(MOST_BROWSER_SPECS)
})

test('no more test files than before are longer than 300 lines', () => {
  const long = files.filter((file) => /\.(test|spec)\.tsx?$/.test(file) && isLong(file))
  expect(long.length, `Files above ${LONG_LINES} lines`).toBeLessThanOrEqual(MOST_LONG_FILES)
})
