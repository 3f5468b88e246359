import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runToEnd } from '../processes.mjs'
import { withTimeLimit } from '../time-limit.mjs'
import { UserError } from '../user-error.mjs'

/** The headless shell comes first: the same engine, without the desktop's parts. */
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
 * Returns the path of a Chromium that starts: CHROMIUM_PATH, an installed one, or Playwright's own; null without any.
 * @returns {string | null}
 * @throws {UserError} when CHROMIUM_PATH does not start
 */
export function findChromium() {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted && canStart(wanted)) return wanted
  if (wanted) throw new UserError(`CHROMIUM_PATH is "${wanted}", which does not start. Correct it, or unset it.`)
  return [...INSTALLED, playwrightsOwn()].find((path) => path !== null && existsSync(path) && canStart(path)) ?? null
}

/**
 * Downloads Playwright's own Chromium.
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
function canStart(path) {
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}
