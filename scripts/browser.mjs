import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runToEnd } from './processes.mjs'
import { withTimeLimit } from './time-limit.mjs'
import { UserError } from './user-error.mjs'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const DOWNLOAD_TIMEOUT_MS = 180_000

/**
 * A Chromium that starts: CHROMIUM_PATH, else an installed one, else Playwright's own.
 * @returns {string | null} its path
 */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  return [...INSTALLED, playwrightsOwn()].find((path) => path !== null && existsSync(path) && starts(path)) ?? null
}

/**
 * Finds a Chromium, or installs one: Playwright's download, else Debian's package where we may install it.
 * @param {{ log: (line: string) => void, signal?: AbortSignal }} options
 * @returns {Promise<string>} its path
 * @throws {UserError} when there is none to be had
 */
export async function ensureChromium({ log, signal }) {
  const found = findChromium()
  if (found) return found
  for (const install of [downloadWithPlaywright, installWithApt]) {
    try {
      await install({ log, signal })
    } catch (error) {
      signal?.throwIfAborted()
      log(error instanceof Error ? error.message : String(error))
    }
    const installed = findChromium()
    if (installed) return installed
  }
  throw new UserError('The browser tests need Chromium. Install it, or set CHROMIUM_PATH to the one you have.')
}

/** @param {{ log: (line: string) => void, signal?: AbortSignal }} options */
async function downloadWithPlaywright({ log, signal }) {
  log("Downloading Playwright's Chromium …")
  const args = ['node_modules/@playwright/test/cli.js', 'install', 'chromium']
  await withTimeLimit(DOWNLOAD_TIMEOUT_MS, signal, (limit) =>
    runToEnd(process.execPath, args, { signal: limit, show: true }),
  )
}

/** @param {{ log: (line: string) => void, signal?: AbortSignal }} options */
async function installWithApt({ log, signal }) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  log('Installing Chromium (apt-get) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runToEnd('apt-get', ['update'], { env, signal, show: true })
  await runToEnd('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env, signal, show: true })
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
function starts(path) {
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}
