import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { UserError } from './user-error.mjs'

/** @import { Program } from './processes.mjs' */

const START_TIMEOUT_MS = 60_000
const ANSWER_TIMEOUT_MS = 5_000
const POLL_EVERY_MS = 25

/**
 * Waits until every address returns 200.
 * @param {Program} program serves these addresses
 * @param {readonly string[]} urls
 * @param {AbortSignal} [signal]
 * @param {number} [timeoutMs]
 * @throws {UserError} with the program's last output when it ends or is not ready in time
 */
export async function waitUntilHealthy(program, urls, signal, timeoutMs = START_TIMEOUT_MS) {
  const deadline = Date.now() + timeoutMs
  let ended = ''
  void program.exited.then((how) => (ended = how))
  for (const url of urls) {
    while (!(await returns200(url))) {
      signal?.throwIfAborted()
      if (ended) throw new UserError(`The ${program.name} ended while starting (${ended}):\n${program.lastOutput()}`)
      if (Date.now() > deadline) {
        throw new UserError(
          `The ${program.name} did not respond at ${url} within ${timeoutMs / 1000} s:\n${program.lastOutput()}`,
        )
      }
      await delay(POLL_EVERY_MS)
    }
  }
}

/**
 * @param {string} url
 * @returns {Promise<boolean>}
 */
function returns200(url) {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: ANSWER_TIMEOUT_MS }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
  })
}
