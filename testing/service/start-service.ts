import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, vi } from 'vitest'
import { programArgs } from '../../scripts/programs.mjs'

/** It opens its database first, on a busy machine. */
const START_MS = 120_000

/** The service as a program of its own. */
export interface RunningService {
  url: string
  process: ChildProcess
  /** Every line of its log so far. */
  logged: { level: number; msg: string; requestId?: string; err?: unknown }[]
}

/** For tests: starts the service on a free port; it answers when this resolves. */
export async function startService(environment: Readonly<Record<string, string>>): Promise<RunningService> {
  const service = spawn(process.execPath, [...programArgs('billing'), 'serve'], {
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
