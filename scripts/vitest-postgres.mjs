import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * Vitest's global setup of the project "PostgreSQL": a server for its tests, which ends with them whatever happens.
 * @param {import('vitest/node').TestProject} project
 */
export async function setup(project) {
  const script = fileURLToPath(new URL('run-postgres.mjs', import.meta.url))
  // Detached: Ctrl-C reaches vitest alone, and the server ends when vitest has.
  const program = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const ended = once(program, 'exit')
  const ready = once(createInterface(program.stdout), 'line')
  const [url] = await Promise.race([ready, ended.then(() => [null])])
  if (typeof url !== 'string') {
    throw new Error('PostgreSQL could not be started. Without it: WITHOUT_POSTGRESQL=1 npx vitest run')
  }
  project.provide('billingStore', { databaseUrl: url })
  return async () => {
    program.stdin.end()
    await ended
  }
}
