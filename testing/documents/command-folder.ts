import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../scripts/command.mjs'
import { testEnvironment } from '../../scripts/test/test-run.mjs'

const runFile = promisify(execFile)

/** A folder where the commands of documents run as in the top folder, without leaving files there. */
export interface CommandFolder {
  path: string
  /** Runs commands to their end. @returns their standard output @throws Error with their output when one fails */
  run: (commands: string, environment?: Record<string, string>) => Promise<string>
  remove: () => void
}

/**
 * Creates such a folder, with a `DATA_DIR` of its own.
 * @param environment for all commands
 * @param root the top folder, or that of another version
 */
export function makeCommandFolder(environment: Record<string, string> = {}, root: string = ROOT): CommandFolder {
  const path = mkdtempSync(join(tmpdir(), 'billing-console-commands-'))
  cpSync(join(root, 'package.json'), join(path, 'package.json'))
  // Node follows the link, so the programs are those of the top folder.
  symlinkSync(join(root, 'scripts'), join(path, 'scripts'))
  return {
    path,
    run: async (commands, more = {}) => {
      const settings = { DATA_DIR: join(path, '.data'), LOG_LEVEL: 'error', ...environment, ...more }
      const { stdout } = await runFile('bash', ['-euo', 'pipefail', '-c', commands], {
        cwd: path,
        env: testEnvironment(settings),
        maxBuffer: 64 * 1024 * 1024,
      })
      return stdout
    },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}
