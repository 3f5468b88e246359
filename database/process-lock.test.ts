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
  it('is held by one, who is named, until given back', () => {
    const lock = takeProcessLock(path)
    expect(takeProcessLock(path)).toEqual({ owner: process.pid })
    if ('release' in lock) lock.release()
    expect(readdirSync(directory)).toEqual([])
    expect(takeProcessLock(path)).toEqual(taken)
  })

  it('makes the directory it stands in', () => {
    expect(takeProcessLock(join(directory, 'new', 'owner.lock'))).toEqual(taken)
  })

  it('is taken over from an owner that has died', () => {
    writeFileSync(path, `${deadPid()} 1\n`)
    expect(takeProcessLock(path)).toEqual(taken)
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid} `))
    expect(readdirSync(directory)).toEqual(['owner.lock'])
  })

  it.each([
    ['a process whose number another one has now', `${process.pid} 1\n`],
    ['nobody we can name', 'what is this'],
  ])('is taken over from %s', (_, owner) => {
    writeFileSync(path, owner)
    expect(takeProcessLock(path)).toEqual(taken)
  })

  it('is not taken while another heir of the dead owner is at work', () => {
    const owner = `${deadPid()} 1\n`
    writeFileSync(path, owner)
    const heir = takeProcessLock(`${path}.heir`)
    expect(takeProcessLock(path)).not.toEqual(taken)
    expect(readFileSync(path, 'utf8')).toBe(owner)
    if ('release' in heir) heir.release()
    expect(takeProcessLock(path)).toEqual(taken)
  })

  it('is taken also where an heir died at work', () => {
    writeFileSync(path, `${deadPid()} 1\n`)
    writeFileSync(`${path}.heir`, `${deadPid()} 1\n`)
    expect(takeProcessLock(path)).toEqual(taken)
    expect(readdirSync(directory)).toEqual(['owner.lock'])
  })

  it('is taken over where the draft of a dead owner of our number is the lock file itself', () => {
    writeFileSync(path, `${deadPid()} 1\n`)
    linkSync(path, `${path}.${process.pid}`)
    expect(takeProcessLock(path)).toEqual(taken)
    expect(readdirSync(directory)).toEqual(['owner.lock'])
  })

  it('says why where no lock file can be made', () => {
    writeFileSync(join(directory, 'file'), '')
    expect(() => takeProcessLock(join(directory, 'file', 'owner.lock'))).toThrow('file')
  })

  it('never goes to two of many who find a dead owner at once', async () => {
    writeFileSync(path, `${deadPid()} 1\n`)
    // Each holds what it got until its standard input ends, so that no lock is free again too early.
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
