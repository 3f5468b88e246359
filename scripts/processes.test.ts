import { expect, it, onTestFinished, vi } from 'vitest'
import { isOfServedRequest, runToEnd, startProgram } from './processes.mjs'

const FOREVER = ['-e', 'setInterval(() => {}, 1000)']
const DEAF = ['-e', "process.on('SIGTERM', () => console.log('no')); console.log('up'); setInterval(() => {}, 1000)"]

it('returns the output of a command, and throws when its exit code is not 0', async () => {
  await expect(runToEnd(process.execPath, ['-e', 'console.log(1)'])).resolves.toBe('1\n')
  await expect(runToEnd(process.execPath, ['-e', 'process.exit(3)'])).rejects.toThrow('exit code 3')
  await expect(runToEnd('no-such-command', [])).rejects.toThrow('ENOENT')
})

it('stops a command when its signal aborts', async () => {
  const controller = new AbortController()
  const run = runToEnd(process.execPath, FOREVER, { signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(run).rejects.toThrow('enough')
})

it('kills a program that ignores SIGTERM', async () => {
  const program = startProgram('deaf program', DEAF, process.env)
  await expect.poll(program.lastOutput).toContain('up')
  await program.stop({ timeoutMs: 200 })
  expect(await program.exited).toBe('SIGKILL')
  expect(program.lastOutput()).toContain('no')
})

const LINES = [
  '{"level":30,"time":"…","program":"console","event":"read","operation":"getInvoice","requestId":"r","ms":3,"status":200}',
  '{"level":30,"time":"…","program":"billing","method":"GET","status":304,"ms":3,"requestId":"r","msg":"request"}',
  '{"level":30,"time":"…","program":"billing","method":"GET","status":404,"ms":3,"requestId":"r","msg":"request"}',
  '{"level":40,"time":"…","program":"console","event":"read","requestId":"r","status":404}',
  '{"level":50,"time":"…","program":"console","event":"read","requestId":"r","status":200}',
  '{"level":30,"time":"…","program":"console","event":"audit","msg":"the head of the audit"}',
  'no log line: "requestId": "status":200',
]

it('shows all lines of a program but those of requests that succeeded', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  const text = `${LINES.join('\n')}\n`
  // Lines arrive in parts.
  const script = `setTimeout(() => {
    process.stdout.write(${JSON.stringify(text.slice(0, 200))})
    setTimeout(() => process.stdout.write(${JSON.stringify(`${text.slice(200)}last words`)}), 100)
  }, 100)`
  const program = startProgram('logging program', ['-e', script], process.env)
  onTestFinished(() => program.stop())
  program.showOutput((line) => !isOfServedRequest(line))
  const shown = () => write.mock.calls.map(([line]) => line)
  await expect.poll(shown).toContain('last words\n')
  expect(shown()).toEqual([...LINES.slice(2), 'last words'].map((line) => `${line}\n`))
})
