import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { vi } from 'vitest'
import { seededRandom } from '../console/seeded-random'

/** The instant at which each run starts. */
export const START = '2026-03-10T12:00:00.000Z'

// `setImmediate` stays: its turns show when all that goes on at an instant has gone on.
const FAKED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const

/** Waits by the fake timers, which do not know `node:timers/promises`. */
const fakeWait = <Value>(ms?: number, value?: Value, { signal }: { signal?: AbortSignal } = {}) =>
  new Promise<Value | undefined>((resolve, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
    setTimeout(() => resolve(value), ms)
  })

function fakeTimeout(ms: number): AbortSignal {
  const timeout = new AbortController()
  setTimeout(() => timeout.abort(new DOMException('The time is over', 'TimeoutError')), ms)
  return timeout.signal
}

/** Sets the clocks, timers, IDs and random numbers of this process. @returns takes that back */
export function seedProcess(seed: number): () => void {
  const random = seededRandom(seed)
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => random.integer(256)))
  const hex = (digits: number) => bytes(digits / 2).toString('hex')
  vi.useFakeTimers({ now: Date.parse(START), toFake: [...FAKED] })
  const spies = [
    vi.spyOn(Math, 'random').mockImplementation(() => random.integer(2 ** 32) / 2 ** 32),
    vi.spyOn(crypto, 'randomBytes').mockImplementation(bytes),
    vi.spyOn(crypto, 'randomUUID').mockImplementation(() => `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`),
    vi.spyOn(timers, 'setTimeout').mockImplementation(fakeWait),
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(fakeTimeout),
  ]
  syncBuiltinESMExports()
  return () => {
    for (const spy of spies) spy.mockRestore()
    vi.useRealTimers()
    syncBuiltinESMExports()
  }
}
