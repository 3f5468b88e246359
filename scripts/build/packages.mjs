import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, UserError } from '../command.mjs'
import { runToEnd } from '../processes.mjs'
import { withCheckoutLock, refuseWhileServed } from './checkout-lock.mjs'

const LOCKFILE = join(ROOT, 'package-lock.json')
const STAMP = join(ROOT, 'node_modules', '.billing-console-install')
/** npm writes this file last, so it exists only after a complete install. */
const NPMS_OWN_STAMP = join(ROOT, 'node_modules', '.package-lock.json')

/**
 * Installs exactly what the lockfile says, unless that is installed.
 * @param {{ log: (line: string) => void, signal?: AbortSignal }} options
 */
export async function ensureInstalled({ log, signal }) {
  const wanted = createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex')
  if (isInstalled(wanted)) return
  await withCheckoutLock(signal, async () => {
    // Another process may have done it meanwhile.
    if (isInstalled(wanted)) return
    refuseWhileServed('install')
    log('Installing packages (npm ci) …')
    try {
      await runToEnd('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { signal, show: true })
    } catch (error) {
      signal?.throwIfAborted()
      throw new UserError(`Packages could not be installed. ${error instanceof Error ? error.message : ''}`)
    }
    writeFileSync(STAMP, wanted)
  })
}

/** @param {string} wanted */
function isInstalled(wanted) {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return true
  // An install by hand, with `npm ci` or `npm install`, counts when it is newer than the lockfile.
  return existsSync(NPMS_OWN_STAMP) && statSync(NPMS_OWN_STAMP).mtimeMs >= statSync(LOCKFILE).mtimeMs
}
