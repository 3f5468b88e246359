import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runToEnd } from './processes.mjs'
import { withTimeLimit } from './time-limit.mjs'
import { UserError } from './user-error.mjs'

/** The headless shell first: the same engine without the desktop's parts, it runs the tests in two thirds of the time. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
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
 * @throws {UserError} where CHROMIUM_PATH is wrong
 */
export function findChromium() {
  const asked = process.env.CHROMIUM_PATH
  if (asked && starts(asked)) return asked
  if (asked) throw new UserError(`CHROMIUM_PATH is "${asked}", which does not start. Mend it, or unset it.`)
  return [...INSTALLED, playwrightsOwn()].find((path) => path !== null && existsSync(path) && starts(path)) ?? null
}

/**
 * Playwright's own Chromium.
 * @param {{ log: (line: string) => void, signal?: AbortSignal }} options
 */
export async function downloadChromium({ log, signal }) {
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
function starts(path) {
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}
