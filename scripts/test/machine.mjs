import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { UserError } from '../command.mjs'
import { runToEnd } from '../processes.mjs'

/**
 * @typedef {object} Program A program that tests need and npm does not install.
 * @property {string} name
 * @property {string} aptPackage
 * @property {() => string | null} find Its path, or that of its directory.
 */

/** The headless shell comes first: the same engine, without the desktop's parts. */
const CHROMIUMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const MIN_POSTGRESQL = 15
const DEBIANS_POSTGRESQL = '/usr/lib/postgresql'

/** @type {Program} */
export const POSTGRESQL = { name: 'PostgreSQL 15 or newer', aptPackage: 'postgresql', find: findPostgres }
/** @type {Program} */
export const CHROMIUM = { name: 'Chromium', aptPackage: 'chromium-headless-shell', find: findChromium }
/** Runs the commands of docs/billing-api.md. @type {Program} */
export const CURL = { name: 'curl', aptPackage: 'curl', find: () => findOnPath('curl') }
/** Reads the text of the PDF that the browser makes of a printed page. @type {Program} */
export const PDFTOTEXT = { name: 'pdftotext', aptPackage: 'poppler-utils', find: () => findOnPath('pdftotext') }
/** What the browser tests use. The fonts are for printed invoices: the images of the tests have no letters beyond Latin. */
export const FOR_BROWSER_TESTS = [
  CHROMIUM,
  PDFTOTEXT,
  { name: 'fc-list', aptPackage: 'fontconfig', find: () => findOnPath('fc-list') },
  { name: 'fonts of Arabic, Hebrew, Thai and Devanagari', aptPackage: 'fonts-noto-core', find: () => findFont('th') },
  { name: 'fonts of Chinese', aptPackage: 'fonts-noto-cjk', find: () => findFont('zh') },
]
/** The proxy in front of several consoles, in `npm run prove` only. @type {Program} */
export const NGINX = { name: 'nginx', aptPackage: 'nginx', find: () => findOnPath('nginx') }
/** In `npm run prove` only. @type {Program} */
export const PGBOUNCER = { name: 'pgBouncer', aptPackage: 'pgbouncer', find: () => findOnPath('pgbouncer') }

/** Returns the path of a font with the letters of a language; null without one. @param {string} language */
export function findFont(language) {
  const { stdout } = spawnSync('fc-list', [`:lang=${language}`, 'file'], { encoding: 'utf8' })
  return stdout?.split(':', 1)[0] || null
}

/**
 * Finds programs, and installs missing ones: with apt-get as root, and Playwright's own Chromium by a download.
 * @param {Program[]} programs
 * @param {{ log: (line: string) => void, signal?: AbortSignal }} options
 * @returns {Promise<Program[]>} those that are still missing
 */
export async function installMissing(programs, { log, signal }) {
  const missing = () => programs.filter(({ find }) => !find())
  /** @param {string} command */
  const install = async (command) => {
    log(`Installing: ${command} …`)
    await runToEnd('sh', ['-c', command], { signal, show: true }).catch((error) => {
      signal?.throwIfAborted()
      log(String(error))
    })
  }
  const packages = missing().map(({ aptPackage }) => aptPackage)
  if (packages.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const options = '-y --no-install-recommends'
    await install(`apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install ${options} ${packages.join(' ')}`)
  }
  if (missing().includes(CHROMIUM)) await install('node_modules/.bin/playwright install chromium')
  return missing()
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
 * Returns the path of a program. Debian keeps servers in a directory that is on the PATH of root only.
 * @param {string} name
 * @returns {string | null}
 */
export function findOnPath(name) {
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return directories.map((directory) => join(directory, name)).find((path) => existsSync(path)) ?? null
}

/**
 * Returns the path of a Chromium that starts: CHROMIUM_PATH, an installed one, or Playwright's own; null without any.
 * @returns {string | null}
 * @throws {UserError} when CHROMIUM_PATH does not start
 */
export function findChromium() {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted && canStart(wanted)) return wanted
  if (wanted) throw new UserError(`CHROMIUM_PATH is "${wanted}", which does not start. Correct it, or unset it.`)
  return [...CHROMIUMS.map(findOnPath), playwrightsOwn()].find((path) => path !== null && canStart(path)) ?? null
}

/** @returns {string | null} */
function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('@playwright/test').chromium.executablePath()
  } catch {
    return null
  }
}

/** @param {string} path */
function canStart(path) {
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

/**
 * Returns the directory of an installed PostgreSQL server: Debian's newest, or one on PATH.
 * @returns {string | null}
 */
export function findPostgres() {
  const versions = existsSync(DEBIANS_POSTGRESQL) ? readdirSync(DEBIANS_POSTGRESQL).map(Number) : []
  const debian = versions.toSorted((a, b) => b - a).map((version) => join(DEBIANS_POSTGRESQL, `${version}`, 'bin'))
  const directories = [...debian, ...(process.env.PATH ?? '').split(delimiter)]
  return directories.find((directory) => versionOf(join(directory, 'postgres')) >= MIN_POSTGRESQL) ?? null
}

/** @param {string} server */
function versionOf(server) {
  const { stdout } = spawnSync(server, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return Number(/ (\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

/**
 * Returns the user that PostgreSQL runs as: it refuses root, so root uses the user of its package.
 * @returns {{ uid: number, gid: number } | undefined} undefined when it can run as the current user
 * @throws {UserError} when that user is missing
 */
export function serverUser() {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((option) => spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout)
  if (!uid || !gid) throw new UserError('PostgreSQL does not run as root, and there is no user "postgres".')
  return { uid: Number(uid), gid: Number(gid) }
}
