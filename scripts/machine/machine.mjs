import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { downloadChromium, findChromium } from './browser.mjs'
import { findPostgres } from './postgres.mjs'
import { runToEnd } from '../processes.mjs'
import { UserError } from '../user-error.mjs'

/**
 * @typedef {{ log: (line: string) => void, signal?: AbortSignal }} Options
 *
 * @typedef {object} Program A program that tests need and npm does not install.
 * @property {string} name
 * @property {string} aptPackage
 * @property {() => string | null} find Its path, or that of its directory.
 * @property {(options: Options) => Promise<void>} [download] Installs it without apt-get.
 */

/** @type {Program} */
export const POSTGRESQL = { name: 'PostgreSQL 15 or newer', aptPackage: 'postgresql', find: findPostgres }
/** @type {Program} */
export const PGBOUNCER = { name: 'pgBouncer', aptPackage: 'pgbouncer', find: () => findInSbin('pgbouncer') }
/** @type {Program} */
export const CHROMIUM = {
  name: 'Chromium',
  aptPackage: 'chromium-headless-shell',
  find: findChromium,
  download: downloadChromium,
}
/** The proxy in front of several consoles, in `npm run prove` only. Debian keeps it where only root has it on PATH. @type {Program} */
export const NGINX = { name: 'nginx', aptPackage: 'nginx', find: () => findInSbin('nginx') }
/** Runs the commands of docs/billing-api.md. @type {Program} */
export const CURL = { name: 'curl', aptPackage: 'curl', find: () => findOnPath('curl') }

/** Debian has them in a directory that is on the PATH of root only. @param {string} program */
function findInSbin(program) {
  const debian = `/usr/sbin/${program}`
  return findOnPath(program) ?? (existsSync(debian) ? debian : null)
}

/**
 * Finds programs, and installs missing ones: with apt-get when we may, or else by a download.
 * @param {Program[]} programs
 * @param {Options} options
 * @returns {Promise<Program[]>} those that are still missing
 */
export async function installMissing(programs, options) {
  const missing = programs.filter(({ find }) => !find())
  await attempt(options, () => installWithApt(missing, options))
  for (const { find, download } of missing) if (download && !find()) await attempt(options, () => download(options))
  return missing.filter(({ find }) => !find())
}

/**
 * @param {Program[]} missing
 * @returns {UserError} one line that names all of them
 */
export function askFor(missing) {
  const names = missing.map(({ name }) => name).join(', ')
  const packages = missing.map(({ aptPackage }) => aptPackage).join(' ')
  return new UserError(`This machine lacks ${names}. On Debian: apt-get install ${packages}`)
}

/**
 * @param {Options} options
 * @param {() => Promise<void>} install
 */
async function attempt({ log, signal }, install) {
  try {
    await install()
  } catch (error) {
    signal?.throwIfAborted()
    log(error instanceof Error ? error.message : String(error))
  }
}

/**
 * @param {Program[]} programs
 * @param {Options} options
 */
async function installWithApt(programs, { log, signal }) {
  if (programs.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const packages = programs.map(({ aptPackage }) => aptPackage)
  log(`Installing ${packages.join(', ')} (apt-get) …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runToEnd('apt-get', ['update'], { env, signal, show: true })
  await runToEnd('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env, signal, show: true })
}

/**
 * @param {string} name
 * @returns {string | null}
 */
export function findOnPath(name) {
  const directories = (process.env.PATH ?? '').split(delimiter)
  return directories.map((directory) => join(directory, name)).find((path) => existsSync(path)) ?? null
}
