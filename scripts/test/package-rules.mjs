import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../command.mjs'
import { runToEnd } from '../processes.mjs'

/**
 * @typedef {object} LockedPackage A package of package-lock.json.
 * @property {string} path Its folder.
 * @property {string} name
 * @property {string} version
 * @property {string} licence An SPDX expression; empty when its package.json names none.
 * @property {boolean} isDevelopment True for a package that a deployed console does not install.
 * @property {boolean} hasInstallScript
 */

/**
 * Checks without a network that `npm ci` works on every platform: the lockfile fits package.json and lacks no package,
 * not even optional ones of other platforms. Each has a hash and comes from the registry.
 * @param {{ folder?: string, signal?: AbortSignal }} [options] `folder` holds package.json and package-lock.json
 * @throws {Error} naming what is wrong
 */
export async function checkLockfile({ folder = ROOT, signal } = {}) {
  /** @type {{ packages: Record<string, { integrity?: string, resolved?: string }> }} */
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  for (const [path, { integrity, resolved }] of Object.entries(packages)) {
    if (path === '') continue
    if (!integrity?.startsWith('sha512-')) throw new Error(`package-lock.json: ${path} has no SHA-512 hash.`)
    // npm would use such an address instead of its configured registry.
    if (resolved) throw new Error(`package-lock.json: ${path} comes from ${resolved}, not by name from the registry.`)
  }
  await askNpm(folder, signal)
}

/**
 * @param {string} folder
 * @param {AbortSignal} [signal]
 */
async function askNpm(folder, signal) {
  // In a copy, so that npm cannot touch the installed packages.
  const copy = mkdtempSync(join(tmpdir(), 'billing-console-lockfile-'))
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(folder, file), join(copy, file))
    const quiet = ['--loglevel=error', '--no-audit', '--no-fund']
    await runToEnd('npm', ['ci', '--prefix', copy, '--dry-run', '--offline', '--ignore-scripts', ...quiet], { signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw new Error('package-lock.json is not what `npm ci` needs. Run `npm install`, and see npm’s message above.', {
      cause: error,
    })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Licences that any package may have: they ask for no more than their text. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
])
/** Further licences of tools that only developers run. */
const DEVELOPMENT = new Set(['MPL-2.0', 'PSF-2.0'])

/**
 * Packages with another licence, and why each may be used. A name that ends with `*` is a prefix.
 * @type {Record<string, { licence: string, why: string }[]>}
 */
export const LICENCE_EXCEPTIONS = {
  'lightningcss*': [{ licence: 'MPL-2.0', why: 'Compiles CSS during the build, unchanged. It does not run later.' }],
  '@img/sharp-*': [
    {
      licence: 'LGPL-3.0-or-later',
      why: 'Next’s optional image optimizer, unchanged. It is off, so it is never loaded.',
    },
  ],
  'caniuse-lite': [{ licence: 'CC-BY-4.0', why: 'Data on browsers, for the build. Nothing of it is delivered.' }],
}

/** @returns {LockedPackage[]} */
export function lockedPackages() {
  /** @type {{ packages: Record<string, { version: string, license?: string, dev?: boolean, hasInstallScript?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version, license = '', dev = false, hasInstallScript = false }]) => ({
      path,
      name: path.replace(/^.*node_modules\//, ''),
      version,
      licence: license,
      isDevelopment: dev,
      hasInstallScript,
    }))
}

/**
 * Returns a line for each package whose licence is neither permissive nor an exception.
 * @param {readonly LockedPackage[]} packages
 */
export function refusedLicences(packages) {
  return packages.flatMap(({ name, version, licence, isDevelopment }) => {
    const allowed = exceptionsFor(name).map((exception) => exception.licence)
    const unknown = licence
      .split(/ AND /)
      .map((part) => part.replaceAll(/[()]/g, ''))
      .filter((id) => !PERMISSIVE.has(id) && !allowed.includes(id) && !(isDevelopment && DEVELOPMENT.has(id)))
    return unknown.length === 0 ? [] : [`${name} ${version}: ${licence || 'no licence'}`]
  })
}

/** @param {string} name */
function exceptionsFor(name) {
  return Object.entries(LICENCE_EXCEPTIONS)
    .filter(([key]) => (key.endsWith('*') ? name.startsWith(key.slice(0, -1)) : name === key))
    .flatMap(([, exceptions]) => exceptions)
}
