import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from '../processes.mjs'
import { ROOT } from '../root.mjs'

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
