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
 * @throws {UserError} with the program's last output when it ends or is not ready within a minute
 */
export async function waitUntilHealthy(program, urls, signal) {
  const deadline = Date.now() + START_TIMEOUT_MS
  let ended = ''
  void program.exited.then((how) => (ended = how))
  for (const url of urls) {
    while (!(await returns200(url))) {
      signal?.throwIfAborted()
      if (ended) throw new UserError(`The ${program.name} ended while starting (${ended}):\n${program.lastOutput()}`)
      if (Date.now() > deadline) {
        throw new UserError(`The ${program.name} did not answer ${url} within a minute:\n${program.lastOutput()}`)
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
