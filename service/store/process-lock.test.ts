import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeProcessLock } from './process-lock'

let directory: string
let path: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'process-lock-'))
  path = join(directory, 'owner.lock')
})
afterEach(() => rmSync(directory, { recursive: true }))

const deadPid = () => spawnSync(process.execPath, ['--version']).pid

describe('takeProcessLock', () => {
  it('is held by one, until given back', () => {
    const release = takeProcessLock(path)
    expect(release).not.toBeNull()
    expect(takeProcessLock(path)).toBeNull()
    release?.()
    expect(readdirSync(directory)).toEqual([])
    expect(takeProcessLock(path)).not.toBeNull()
  })

  it('is taken over from an owner that has died', () => {
    writeFileSync(path, `${deadPid()} 1\n`)
    expect(takeProcessLock(path)).not.toBeNull()
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid} `))
    expect(readdirSync(directory)).toEqual(['owner.lock'])
  })

  it('is taken over where the pid now belongs to a process that began at another time', () => {
    writeFileSync(path, `${process.pid} 1\n`)
    expect(takeProcessLock(path)).not.toBeNull()
  })

  it('is not taken while another heir of the dead owner is at work', () => {
    const owner = `${deadPid()} 1\n`
    writeFileSync(path, owner)
    const heir = takeProcessLock(`${path}.heir`)
    expect(takeProcessLock(path)).toBeNull()
    expect(readFileSync(path, 'utf8')).toBe(owner)
    heir?.()
    expect(takeProcessLock(path)).not.toBeNull()
  })

  it('is taken also where an heir died at work', () => {
    writeFileSync(path, `${deadPid()} 1\n`)
    writeFileSync(`${path}.heir`, `${deadPid()} 1\n`)
    expect(takeProcessLock(path)).not.toBeNull()
    expect(readdirSync(directory)).toEqual(['owner.lock'])
  })
})
