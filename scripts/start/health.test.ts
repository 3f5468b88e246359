import { afterEach, expect, it, vi } from 'vitest'
import { choosePort } from './ports.mjs'
import { waitUntilHealthy } from './health.mjs'
import { type Program, startProgram, withoutStacks } from '../processes.mjs'

vi.setConfig({ testTimeout: 60_000 })

const programs: Program[] = []
afterEach(() => Promise.all(programs.splice(0).map((program) => program.stop({ timeoutMs: 1_000 }))))

/** Starts a program that runs this code, and returns it with the address that it is to serve. */
async function start(code: (port: number) => string) {
  const port = await choosePort({ port: 0, explicit: false }, { name: 'test', setting: 'PORT', log: () => undefined })
  const program = startProgram('test program', ['-e', code(port)], process.env)
  programs.push(program)
  return { program, urls: [`http://127.0.0.1:${port}/`] }
}

it('waits for a slow program', async () => {
  const { program, urls } = await start(
    (port) => `let step = 0
    setInterval(() => console.log('step', (step += 1)), 100)
    setTimeout(() => require('http').createServer((_, response) => response.end()).listen(${port}), 3_000)`,
  )
  await waitUntilHealthy(program, urls)
  expect(program.lastOutput()).toContain('step 16')
})

it('gives up on a program that hangs, and shows its last line without a stack', async () => {
  const line = JSON.stringify({
    level: 50,
    err: { message: 'no disk', stack: 'Error: no disk\n    at x' },
    msg: 'opening',
  })
  const { program, urls } = await start(() => `console.log(${JSON.stringify(line)}); setInterval(() => {}, 1_000)`)
  const said = `does not respond at ${urls[0]} after 2 s. Its last line: {"level":50,"err":{"message":"no disk"},"msg":"opening"}`
  await expect(waitUntilHealthy(program, urls, { timeoutMs: 2_000 })).rejects.toThrow(said)
})

it('names the reason why a program ended, without its stack', async () => {
  const { program, urls } = await start(() => `throw new Error('no such table')`)
  const failed = await waitUntilHealthy(program, urls).catch((error: unknown) => String(error))
  expect(failed).toMatch(/ended while starting \(exit code 1\):[^]*Error: no such table/)
  expect(failed).not.toMatch(/^ +at /m)
})

it('removes only stacks, and nothing at LOG_LEVEL=debug', () => {
  const output = 'Ready\n  at noon\nError: x\n    at run (/a.js:1:2)\n    at /b.js:3:4\n{"stack":"cut o'
  expect(withoutStacks(output)).toBe('Ready\n  at noon\nError: x\n')
  vi.stubEnv('LOG_LEVEL', 'debug')
  expect(withoutStacks(output)).toBe(output)
  vi.unstubAllEnvs()
})
