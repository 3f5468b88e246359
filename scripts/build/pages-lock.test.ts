import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { refuseUnderOthers } from './pages-lock.mjs'
import { ROOT } from '../root.mjs'

const locks = mkdtempSync(join(tmpdir(), 'console-locks-'))
afterAll(() => rmSync(locks, { recursive: true }))

/** Holds its lock as a running console does. */
const HOLD = `
import { takeProcessLock } from './database/process-lock.mjs'
takeProcessLock(process.argv[1] + '/' + process.pid + '.lock')
console.log('held')
setInterval(() => undefined, 1000)`

describe('refuseUnderOthers', () => {
  it('refuses a build while another console of the folder runs, and permits it afterwards', async () => {
    const console = spawn(process.execPath, ['--input-type=module', '-e', HOLD, locks], { cwd: ROOT })
    await once(console.stdout, 'data')
    expect(() => refuseUnderOthers(locks)).toThrow(`still runs (process ${console.pid})`)
    console.kill('SIGKILL')
    await once(console, 'close')
    expect(() => refuseUnderOthers(locks)).not.toThrow()
  })

  it('removes the lock of a dead process and permits the build', () => {
    const dead = join(locks, '999999.lock')
    writeFileSync(dead, '999999 1\n')
    expect(() => refuseUnderOthers(locks)).not.toThrow()
    expect(existsSync(dead)).toBe(false)
  })
})
