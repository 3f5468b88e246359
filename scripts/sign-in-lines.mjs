import { runToEnd } from './processes.mjs'
import { BILLING_PROGRAMS_DIR, programArgs } from './programs.mjs'

const CONSOLE_CLI = programArgs('console')
const MAKE_ONE = 'npm run console -- setup-link'
/** The console has answered before: it is up. */
const MAX_MS = 10_000

/**
 * What the start says about signing in: that nobody has to, or how the first admin comes in; nothing where there are users.
 * The link itself is only for a person at a terminal of this machine, never for a log.
 * @param {{ url: string, dataDir: string, signal?: AbortSignal }} running
 * @returns {Promise<string[]>}
 */
export async function signInLines({ url, dataDir, signal }) {
  if (await isOpen(url)) return ['Sign-in          none: open on demo data, as demo@localhost (admin)']
  const env = { ...process.env, BILLING_PROGRAMS_DIR, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  /** @param {string[]} args */
  const run = async (...args) => (await runToEnd(process.execPath, [...CONSOLE_CLI, ...args], { env, signal })).trim()
  if (mayPrintLink()) {
    const link = await run('setup-link', '--if-needed', '--url', url)
    return link === ''
      ? []
      : ['There is no user yet. Within 15 minutes, once, this makes the first admin:', `  ${link}`]
  }
  const users = await run('users', 'list', '--limit', '1')
  return users === '' ? [`There is no user yet: "${MAKE_ONE}" makes a link for the first admin.`] : []
}

/** Whether the console tells anybody what everybody may read. @param {string} url */
async function isOpen(url) {
  const response = await fetch(`${url}/api/changes`, { signal: AbortSignal.timeout(MAX_MS) })
  await response.body?.cancel()
  return response.status === 200
}

/** Only to a terminal, and not where people reach the console from elsewhere. */
function mayPrintLink() {
  const { CONSOLE_ORIGIN: origin } = process.env
  const isDeployed = Boolean(origin) && !/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/i.test(String(origin))
  return process.stdout.isTTY && !isDeployed
}
