import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { withCheckoutLock, refuseWhileServed } from './checkout-lock.mjs'
import { ROOT } from '../command.mjs'

const locks = mkdtempSync(join(tmpdir(), 'console-locks-'))
afterAll(() => rmSync(locks, { recursive: true }))

/** Holds its lock as a running console does. */
const HOLD = `
import { takeProcessLock } from './database/process-lock.mjs'
takeProcessLock(process.argv[1] + '/' + process.pid + '.lock')
console.log('held')
setInterval(() => undefined, 1000)`

describe('withCheckoutLock', () => {
  it('runs one install or build of a checkout at a time', async () => {
    const order: string[] = []
    const task = (name: string) =>
      withCheckoutLock(
        undefined,
        async () => {
          order.push(`${name} starts`)
          await wait(20)
          order.push(`${name} ends`)
        },
        locks,
      )
    await Promise.all([task('install'), task('build')])
    expect(order).toEqual(['install starts', 'install ends', 'build starts', 'build ends'])
  })

  it('runs the next one after one that failed', async () => {
    await expect(withCheckoutLock(undefined, () => Promise.reject(new Error('failed')), locks)).rejects.toThrow(
      'failed',
    )
    expect(await withCheckoutLock(undefined, () => Promise.resolve('built'), locks)).toBe('built')
  })

  it('stops waiting for another one when it is aborted', async () => {
    const stop = new AbortController()
    const running = withCheckoutLock(undefined, () => wait(300), locks)
    const waiting = withCheckoutLock(stop.signal, () => Promise.resolve(), locks)
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
    await running
  })
})

describe('refuseWhileServed', () => {
  it('refuses a build while another console of the folder runs, and permits it afterwards', async () => {
    const console = spawn(process.execPath, ['--input-type=module', '-e', HOLD, locks], { cwd: ROOT })
    await once(console.stdout, 'data')
    expect(() => refuseWhileServed('build', locks)).toThrow(`still runs (process ${console.pid})`)
    console.kill('SIGKILL')
    await once(console, 'close')
    expect(() => refuseWhileServed('build', locks)).not.toThrow()
  })

  it('removes the lock of a dead process and permits the build', () => {
    const dead = join(locks, '999999.lock')
    writeFileSync(dead, '999999 1\n')
    expect(() => refuseWhileServed('build', locks)).not.toThrow()
    expect(existsSync(dead)).toBe(false)
  })
})
