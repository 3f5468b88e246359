import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeLock } from './lock.mjs'

let folder = ''
const lock = () => join(folder, 'start.lock')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billing-console-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('has one owner until it is released', () => {
  const taken = takeLock(lock())
  expect(takeLock(lock())).toEqual({ owner: process.pid })
  if ('release' in taken) taken.release()
  expect(takeLock(lock())).toHaveProperty('release')
})

it.each([
  ['a dead process', '4194305-123'],
  ['a process whose number another one has now', '1-1'],
  ['nobody we can name', 'what is this'],
])('is taken over from %s', (_, name) => {
  mkdirSync(lock())
  writeFileSync(join(lock(), name), '')
  expect(takeLock(lock())).toHaveProperty('release')
  expect(readdirSync(lock())).not.toContain(name)
})

it('never goes to two of many who find a dead one at once', async () => {
  mkdirSync(lock())
  writeFileSync(join(lock(), '4194305-123'), '')
  // Each holds what it got until its standard input ends, so that no lock is free again too early.
  const script = `
    const { takeLock } = await import(${JSON.stringify(new URL('lock.mjs', import.meta.url).href)})
    console.log('release' in takeLock(${JSON.stringify(lock())}) ? 'mine' : 'taken')
    process.stdin.resume()`
  const contenders = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const answers = await Promise.all(
    contenders.map(
      (child) => new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(`${text}`))),
    ),
  )
  for (const child of contenders) child.stdin.end()
  expect(answers).toHaveLength(6)
  expect(answers.filter((answer) => answer === 'mine\n').length).toBeLessThanOrEqual(1)
})
