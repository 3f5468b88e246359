import { expect, it } from 'vitest'
import { runToEnd, startProgram, withTimeLimit } from './processes.mjs'

const FOREVER = ['-e', 'setInterval(() => {}, 1000)']
const forever = (signal: AbortSignal) => runToEnd(process.execPath, FOREVER, { signal })
const DEAF = ['-e', "process.on('SIGTERM', () => console.log('no')); console.log('up'); setInterval(() => {}, 1000)"]

it('returns the output of a command, and throws when its exit code is not 0', async () => {
  await expect(runToEnd(process.execPath, ['-e', 'console.log(1)'])).resolves.toBe('1\n')
  await expect(runToEnd(process.execPath, ['-e', 'process.exit(3)'])).rejects.toThrow('exit code 3')
  await expect(runToEnd('no-such-command', [])).rejects.toThrow('ENOENT')
})

it('stops a command at its time limit or when its signal aborts', async () => {
  await expect(withTimeLimit(300, undefined, forever)).rejects.toThrow('longer than 0.3 s')

  const outer = new AbortController()
  const run = withTimeLimit(60_000, outer.signal, forever)
  outer.abort(new Error('enough'))
  await expect(run).rejects.toThrow('enough')
})

it('kills a program that ignores SIGTERM', async () => {
  const program = startProgram('deaf program', DEAF, process.env)
  await expect.poll(program.lastOutput).toContain('up')
  await program.stop({ timeoutMs: 200 })
  expect(await program.exited).toBe('SIGKILL')
  expect(program.lastOutput()).toContain('no')
})
