import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from './processes.mjs'
import { ROOT } from './root.mjs'

/**
 * Holds the lockfile to what `npm ci` needs on every platform, without a network: it fits package.json, it lacks no
 * package (optional ones of other platforms too), each has its hash, and none comes from anywhere but the registry.
 * @param {{ folder?: string, signal?: AbortSignal }} [options] `folder` holds package.json and package-lock.json
 * @throws {Error} that says what is wrong
 */
export async function checkLockfile({ folder = ROOT, signal } = {}) {
  /** @type {{ packages: Record<string, { integrity?: string, resolved?: string }> }} */
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  for (const [path, { integrity, resolved }] of Object.entries(packages)) {
    if (path === '') continue
    if (!integrity?.startsWith('sha512-')) throw new Error(`package-lock.json: ${path} has no SHA-512 hash.`)
    // An address would be used instead of the registry that npm is set up with.
    if (resolved) throw new Error(`package-lock.json: ${path} comes from ${resolved}, not by name from the registry.`)
  }
  await askNpm(folder, signal)
}

/**
 * @param {string} folder
 * @param {AbortSignal} [signal]
 */
async function askNpm(folder, signal) {
  // In a folder of its own: whatever npm may do there, the installed packages are not touched.
  const copy = mkdtempSync(join(tmpdir(), 'billing-console-lockfile-'))
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(folder, file), join(copy, file))
    const quiet = ['--loglevel=error', '--no-audit', '--no-fund']
    await runToEnd('npm', ['ci', '--prefix', copy, '--dry-run', '--offline', '--ignore-scripts', ...quiet], { signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw new Error('package-lock.json is not what `npm ci` needs: run `npm install`, and read what npm says above.', {
      cause: error,
    })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
