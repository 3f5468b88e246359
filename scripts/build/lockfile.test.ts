import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLockfile } from './lockfile.mjs'
import { ROOT } from '../root.mjs'

interface Lockfile {
  packages: Record<string, { version?: string; integrity?: string; resolved?: string }>
}

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

test('rejects a package.json that needs another version', async () => {
  write({ manifest: (text) => text.replace(/"big\.js": ".*?"/, '"big.js": "6.2.1"') })
  await expect(check()).rejects.toThrow('npm install')
})

test('rejects a lockfile without the package of another platform', async () => {
  write({ lockfile: ({ packages }) => delete packages['node_modules/@next/swc-darwin-arm64'] })
  await expect(check()).rejects.toThrow('npm install')
})

test('rejects a package with an address of its own', async () => {
  const resolved = 'https://example.com/zod.tgz'
  write({ lockfile: ({ packages }) => Object.assign(packages['node_modules/zod'] ?? {}, { resolved }) })
  await expect(check()).rejects.toThrow('node_modules/zod comes from https://example.com/zod.tgz')
})

test('rejects a package without a hash', async () => {
  write({ lockfile: ({ packages }) => Object.assign(packages['node_modules/zod'] ?? {}, { integrity: undefined }) })
  await expect(check()).rejects.toThrow('node_modules/zod has no SHA-512 hash')
})
