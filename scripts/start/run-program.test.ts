import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from '../command.mjs'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'billing-programs-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const runProgram = (...args: string[]) =>
  execFileSync(process.execPath, ['scripts/start/run-program.mjs', ...args], {
    cwd: ROOT,
    env: { ...process.env, BILLING_PROGRAMS_DIR: folder },
    encoding: 'utf8',
  })

it('runs the bundled program, which reads its own arguments', () => {
  writeFileSync(join(folder, 'billing.mjs'), "console.log('bundled', process.argv.slice(2).join())")
  expect(runProgram('billing', 'keys', '--help')).toBe('bundled keys,--help\n')
})

it('runs the sources when the bundle can be neither read nor written', () => {
  writeFileSync(join(folder, 'taken'), '')
  expect(runProgram('billing', 'keys', '--help')).toContain('Usage: billing keys')
  expect(runProgram('console', 'users', '--help')).toContain('Usage: console users')
})
