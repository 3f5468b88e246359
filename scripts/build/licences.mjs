import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.mjs'

/**
 * @typedef {object} LockedPackage A package of package-lock.json.
 * @property {string} path Its folder.
 * @property {string} name
 * @property {string} version
 * @property {string} licence An SPDX expression; empty when its package.json names none.
 * @property {boolean} isDevelopment True for a package that a deployed console does not install.
 * @property {boolean} hasInstallScript
 */

/** Licences that any package may have: they ask for no more than their text. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
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
  'png-js': [{ licence: '', why: 'Its package.json names none. Its LICENSE file is MIT.' }],
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

/**
 * Returns the licences as a text file: of each installed package of a deployed console with its notices, then the
 * exceptions, then the tools of developers by name.
 */
export function licencesText() {
  const packages = lockedPackages()
  const runtime = packages.filter(({ isDevelopment, path }) => !isDevelopment && existsSync(join(ROOT, path)))
  const tools = packages.filter(({ isDevelopment }) => isDevelopment)
  const exceptions = Object.entries(LICENCE_EXCEPTIONS).flatMap(([name, all]) =>
    all.map(({ licence, why }) => `${name}: ${licence || 'no licence named'}. ${why}`),
  )
  return [
    'Packages of a deployed Billing Console, and their licences.',
    ...runtime.map((one) => [`${'='.repeat(80)}\n${titleOf(one)}`, ...noticesOf(one.path)].join('\n\n')),
    `${'='.repeat(80)}\nNot permissive, and why they may be used\n\n${exceptions.join('\n')}`,
    `${'='.repeat(80)}\nTools of developers, which a deployed console does not contain\n\n${tools.map(titleOf).join('\n')}\n`,
  ].join('\n\n')
}

/** @param {LockedPackage} one */
const titleOf = ({ name, version, licence }) => `${name} ${version}: ${licence || 'see its licence below'}`

/** @param {string} path */
const noticesOf = (path) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => readFileSync(join(ROOT, path, name), 'utf8').trim())
