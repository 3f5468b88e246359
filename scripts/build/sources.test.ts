import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { VERSION } from '@/contract/version'
import { builtCommit } from './sources.mjs'
import { programArgs } from './programs.mjs'
import { ROOT } from '../command.mjs'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const COMMIT = /^([0-9a-f]{7,40}(-dirty)?|unknown)$/

describe('the version', () => {
  it('is the same in package.json and the lockfile, and the changelog has it', () => {
    const { version, packages }: { version: string; packages: Record<string, { version: string }> } = JSON.parse(
      read('package-lock.json'),
    )
    expect([version, packages['']?.version]).toEqual([VERSION, VERSION])
    expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/)
    expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## \\[${VERSION}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm'))
  })

  it.each(['billing', 'console'] as const)('is printed with the commit by %s --version', (program) => {
    const printed = execFileSync(process.execPath, [...programArgs(program), '--version'], { encoding: 'utf8' })
    const [, version, commit] = /^(\S+) \((\S+)\)\n$/.exec(printed) ?? []
    expect(version).toBe(VERSION)
    expect(commit).toMatch(COMMIT)
  })
})

describe('builtCommit', () => {
  it('returns the short commit of the sources', () => {
    expect(builtCommit()).toMatch(COMMIT)
  })
})
