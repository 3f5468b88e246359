import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'

// Starts a program, which takes time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs a program with the modules of the console, and returns its output. */
const runInConsole = (program: string): string =>
  execFileSync(process.execPath, ['--import', 'tsx', '--conditions', 'react-server', '-e', program], {
    cwd: root,
    encoding: 'utf8',
  })

test('writes any text as JSON without terminal control characters', () => {
  const reason = 'a\u001B[2J\u007F\u009B31m\u202E\u2028\nb'
  const program = `import('./lib/core/server/log.ts').then(({ log }) => log().error({ reason: ${JSON.stringify(reason)} }, 'refused'))`
  const line = runInConsole(program)
  expect(line).toMatch(/^[^\p{Cc}\u202E\u2028]+\n$/u)
  expect(JSON.parse(line)).toMatchObject({ program: 'console', reason, msg: 'refused' })
})

test('writes the trace of the request', () => {
  const program = `Promise.all([import('./lib/core/server/log.ts'), import('./lib/core/server/request-trace.ts')]).then(([{ log }, { runInTrace, traceOf }]) => {
    const headers = new Headers({ traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' })
    runInTrace(traceOf(headers), () => log().info('traced'))
    log().info('in the background')
  })`
  const lines = runInConsole(program).trim().split('\n')
  const traceIds = lines.map((line): unknown => Object(JSON.parse(line)).traceId)
  expect(traceIds).toEqual(['4bf92f3577b34da6a3ce929d0e0e4736', undefined])
})
