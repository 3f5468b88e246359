import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'

// Starts programs, which takes time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FAILED = `const failed = Object.assign(new Error('Failed query: select $1\\nparams: cus_4711'), {
  query: 'select $1', params: ['cus_4711'],
  cause: Object.assign(new Error('duplicate key'), { severity: 'ERROR', code: '23505', detail: 'Key (id)=(cus_4711) already exists.' }),
});`

/** Runs a program with `guard-output.ts`, and returns its code and what it writes to standard error. */
function run(program: string) {
  const source = `import('./telemetry/guard-output.ts').then((guard) => { ${FAILED} ${program} })`
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '-e', source], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return { status, stderr }
}

it.each([
  ['an unhandled rejection', 'guard.guardProgram(); Promise.reject(failed)', 1],
  ['an uncaught error', 'guard.guardProgram(); throw failed', 1],
  ['an error that Next prints', "guard.guardConsole(); console.error('uncaughtException: ', failed)", 0],
  ['the text of an error', 'guard.guardConsole(); console.error(String(failed)); console.error(failed)', 0],
])('prints %s without the values of its statement', (_, program, code) => {
  const { status, stderr } = run(program)
  expect(stderr).toMatch(/Failed query: select \$1[^]*23505/)
  expect(stderr).not.toContain('4711')
  expect(status).toBe(code)
})

it('prints other values as they are', () => {
  const { stderr } = run("guard.guardConsole(); console.error('%s of %d', 'two', 3, { a: 1 })")
  expect(stderr).toBe('two of 3 { a: 1 }\n')
})
