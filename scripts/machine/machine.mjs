import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { UserError } from '../command.mjs'
import { runToEnd, withTimeLimit } from '../processes.mjs'

/**
 * @typedef {{ log: (line: string) => void, signal?: AbortSignal }} Options
 *
 * @typedef {object} Program A program that tests need and npm does not install.
 * @property {string} name
 * @property {string} aptPackage
 * @property {() => string | null} find Its path, or that of its directory.
 * @property {(options: Options) => Promise<void>} [download] Installs it without apt-get.
 */

/** The headless shell comes first: the same engine, without the desktop's parts. */
const CHROMIUMS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const DOWNLOAD_TIMEOUT_MS = 180_000
const MIN_POSTGRESQL = 15
const DEBIANS_POSTGRESQL = '/usr/lib/postgresql'
const POSTGRESQL_PROGRAMS = ['postgres', 'initdb', 'pg_isready']

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
/** Reads the text of the PDF that the browser makes of a printed page. @type {Program} */
export const PDFTOTEXT = { name: 'pdftotext', aptPackage: 'poppler-utils', find: () => findOnPath('pdftotext') }
/** The letters of printed invoices: the images of the browser tests have none beyond Latin. @type {Program[]} */
export const PRINTED_SCRIPTS = [
  { name: 'fonts of Arabic, Hebrew, Thai and Devanagari', aptPackage: 'fonts-noto-core', find: () => findFont('th') },
  { name: 'fonts of Chinese', aptPackage: 'fonts-noto-cjk', find: () => findFont('zh') },
]
/** Runs the commands of docs/billing-api.md. @type {Program} */
export const CURL = { name: 'curl', aptPackage: 'curl', find: () => findOnPath('curl') }

/** Returns the path of a font with the letters of a language; null without one. @param {string} language */
export function findFont(language) {
  const { stdout } = spawnSync('fc-list', [`:lang=${language}`, 'file'], { encoding: 'utf8' })
  return stdout?.split(':', 1)[0] || null
}

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

/**
 * Returns the path of a Chromium that starts: CHROMIUM_PATH, an installed one, or Playwright's own; null without any.
 * @returns {string | null}
 * @throws {UserError} when CHROMIUM_PATH does not start
 */
export function findChromium() {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted && canStart(wanted)) return wanted
  if (wanted) throw new UserError(`CHROMIUM_PATH is "${wanted}", which does not start. Correct it, or unset it.`)
  return [...CHROMIUMS, playwrightsOwn()].find((path) => path !== null && existsSync(path) && canStart(path)) ?? null
}

/**
 * Downloads Playwright's own Chromium.
 * @param {{ log: (line: string) => void, signal?: AbortSignal }} options
 */
async function downloadChromium({ log, signal }) {
  log("Downloading Playwright's Chromium …")
  const args = ['node_modules/@playwright/test/cli.js', 'install', 'chromium']
  await withTimeLimit(DOWNLOAD_TIMEOUT_MS, signal, (limit) =>
    runToEnd(process.execPath, args, { signal: limit, show: true }),
  )
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
 * Returns the directory of an installed PostgreSQL server that we can run: Debian's newest, or one on PATH.
 * @returns {string | null}
 */
export function findPostgres() {
  const debian = existsSync(DEBIANS_POSTGRESQL)
    ? readdirSync(DEBIANS_POSTGRESQL).toSorted((a, b) => Number(b) - Number(a))
    : []
  const path = (process.env.PATH ?? '').split(delimiter)
  const directories = [...debian.map((version) => join(DEBIANS_POSTGRESQL, version, 'bin')), ...path]
  return directories.find((directory) => hasServer(directory) && canRun()) ?? null
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

function canRun() {
  try {
    serverUser()
    return true
  } catch {
    return false
  }
}

/** @param {string} directory */
function hasServer(directory) {
  if (!POSTGRESQL_PROGRAMS.every((program) => existsSync(join(directory, program)))) return false
  const { stdout } = spawnSync(join(directory, 'postgres'), ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return Number(/ (\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= MIN_POSTGRESQL
}
