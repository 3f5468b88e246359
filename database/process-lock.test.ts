import { spawn, spawnSync } from 'node:child_process'
import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeProcessLock } from './process-lock.mjs'

let directory: string
let path: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'process-lock-'))
  path = join(directory, 'owner.lock')
})
afterEach(() => rmSync(directory, { recursive: true }))

const deadPid = () => spawnSync(process.execPath, ['--version']).pid
const taken = { release: expect.any(Function) }

describe('takeProcessLock', () => {
  it('gives the lock to one owner and names it until released', () => {
    const lock = takeProcessLock(path)
    expect(takeProcessLock(path)).toEqual({ owner: process.pid })
    if ('release' in lock) lock.release()
    expect(readdirSync(directory)).toEqual([])
    expect(takeProcessLock(path)).toEqual(taken)
  })

  it('creates the directory of the lock file', () => {
    expect(takeProcessLock(join(directory, 'new', 'owner.lock'))).toEqual(taken)
  })

  it('takes the lock from a dead owner', () => {
    writeFileSync(path, `${deadPid()} 1\n`)
    expect(takeProcessLock(path)).toEqual(taken)
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid} `))
    expect(readdirSync(directory)).toEqual(['owner.lock'])
  })

  it.each([
    ['a process whose pid is reused', `${process.pid} 1\n`],
    ['an unreadable owner', 'what is this'],
  ])('takes the lock from %s', (_, owner) => {
    writeFileSync(path, owner)
    expect(takeProcessLock(path)).toEqual(taken)
  })

  it('waits while another heir takes the lock of a dead owner', () => {
    const owner = `${deadPid()} 1\n`
    writeFileSync(path, owner)
    const heir = takeProcessLock(`${path}.heir`)
    expect(takeProcessLock(path)).not.toEqual(taken)
    expect(readFileSync(path, 'utf8')).toBe(owner)
    if ('release' in heir) heir.release()
    expect(takeProcessLock(path)).toEqual(taken)
  })

  it('takes the lock when an heir died during its takeover', () => {
    writeFileSync(path, `${deadPid()} 1\n`)
    writeFileSync(`${path}.heir`, `${deadPid()} 1\n`)
    expect(takeProcessLock(path)).toEqual(taken)
    expect(readdirSync(directory)).toEqual(['owner.lock'])
  })

  it('takes the lock when the draft of a dead owner with the same pid is the lock file itself', () => {
    writeFileSync(path, `${deadPid()} 1\n`)
    linkSync(path, `${path}.${process.pid}`)
    expect(takeProcessLock(path)).toEqual(taken)
    expect(readdirSync(directory)).toEqual(['owner.lock'])
  })

  it('throws the reason when the lock file cannot be created', () => {
    writeFileSync(join(directory, 'file'), '')
    expect(() => takeProcessLock(join(directory, 'file', 'owner.lock'))).toThrow('file')
  })

  it('gives the lock of a dead owner to only one of many parallel processes', async () => {
    writeFileSync(path, `${deadPid()} 1\n`)
    // Each process holds its lock until its standard input ends, so that no lock is released too early.
    const script = `
      const { takeProcessLock } = await import(${JSON.stringify(new URL('process-lock.mjs', import.meta.url).href)})
      console.log('release' in takeProcessLock(${JSON.stringify(path)}) ? 'mine' : 'taken')
      process.stdin.resume()`
    const contenders = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
    )
    const results = await Promise.all(
      contenders.map(
        (child) => new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(`${text}`))),
      ),
    )
    for (const child of contenders) child.stdin.end()
    expect(results).toHaveLength(6)
    expect(results.filter((result) => result === 'mine\n').length).toBeLessThanOrEqual(1)
  })
})
