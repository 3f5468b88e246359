import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, vi } from 'vitest'
import { programArgs } from '../../scripts/build/programs.mjs'

/** Time in which the service opens its database on a busy machine. */
const START_MS = 120_000

/** The service in its own process. */
export interface RunningService {
  url: string
  process: ChildProcess
  /** All lines of its log so far. */
  logged: { level: number; msg: string; requestId?: string; err?: unknown }[]
}

/**
 * For tests: starts the service on a free port; resolves when it accepts requests.
 * @param program the arguments for Node that start it
 */
export async function startService(
  environment: Readonly<Record<string, string>>,
  program: readonly string[] = programArgs('billing'),
): Promise<RunningService> {
  const service = spawn(process.execPath, [...program, 'serve'], {
    env: { ...process.env, ...environment, BILLING_SERVICE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const logged: RunningService['logged'] = []
  createInterface(service.stdout).on('line', (line) => logged.push(JSON.parse(line)))
  const url = await vi.waitFor(
    () => {
      const listening = logged.find(({ msg }) => msg === 'listening')
      return String(listening && 'url' in listening ? listening.url : expect.fail('not listening'))
    },
    { timeout: START_MS },
  )
  return { url, process: service, logged }
}

/** For tests: runs `use` with the service, which then ends. */
export async function withService<Result>(
  environment: Readonly<Record<string, string>>,
  use: (service: RunningService) => Promise<Result>,
  program?: readonly string[],
): Promise<Result> {
  const service = await startService({ LOG_LEVEL: 'info', ...environment }, program)
  try {
    return await use(service)
  } finally {
    service.process.kill('SIGTERM')
    await once(service.process, 'exit')
  }
}
