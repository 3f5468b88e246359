import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { withoutStacks } from '../processes.mjs'
import { UserError } from '../command.mjs'

/** @import { Program } from '../processes.mjs' */

const START_TIMEOUT_MS = 10 * 60_000
const REPORT_EVERY_MS = 15_000
const ANSWER_TIMEOUT_MS = 5_000
const POLL_EVERY_MS = 25

/**
 * Waits until every address returns 200.
 * @param {Program} program serves these addresses
 * @param {readonly string[]} urls
 * @param {{ signal?: AbortSignal, timeoutMs?: number, log?: (line: string) => void }} [options] `log` receives the progress every 15 s
 * @throws {UserError} with the program's last output when it ends, or is not ready in 10 minutes
 */
export async function waitUntilHealthy(program, urls, { signal, timeoutMs = START_TIMEOUT_MS, log } = {}) {
  const beganMs = performance.now()
  let reportedMs = beganMs
  let ended = ''
  void program.exited.then((how) => (ended = how))
  const output = () => withoutStacks(program.lastOutput())
  const lastLine = () => output().trim().split('\n').at(-1) || 'nothing yet'
  for (const url of urls) {
    while (!(await returns200(url))) {
      signal?.throwIfAborted()
      if (ended) throw new UserError(`The ${program.name} ended while starting (${ended}):\n${output()}`)
      const nowMs = performance.now()
      if (nowMs - beganMs > timeoutMs)
        throw new UserError(
          `The ${program.name} does not respond at ${url} after ${timeoutMs / 1000} s. Its last line: ${lastLine()}\nIts output:\n${output()}`,
        )
      if (nowMs - reportedMs > REPORT_EVERY_MS) {
        reportedMs = nowMs
        log?.(
          `The ${program.name} is still starting, ${Math.round((nowMs - beganMs) / 1000)} s. Its last line: ${lastLine()}`,
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
