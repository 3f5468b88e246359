import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { withoutStacks } from '../processes.mjs'
import { UserError } from '../command.mjs'

/** @import { Program } from '../processes.mjs' */

/** A program without output for this time hangs. Programs wait for their embedded database for 120 s, and log it. */
const QUIET_MS = 150_000
/** The limit for a start, also of a program that keeps writing. */
const START_TIMEOUT_MS = 10 * 60_000
const REPORT_EVERY_MS = 15_000
const ANSWER_TIMEOUT_MS = 5_000
const POLL_EVERY_MS = 25

/**
 * Waits until every address returns 200, while the program keeps writing output.
 * @param {Program} program serves these addresses
 * @param {readonly string[]} urls
 * @param {{ signal?: AbortSignal, quietMs?: number, log?: (line: string) => void }} [options] `log` receives the progress every 15 s
 * @throws {UserError} with the program's last output when it ends, writes nothing for `quietMs`, or is not ready in 10 minutes
 */
export async function waitUntilHealthy(program, urls, { signal, quietMs = QUIET_MS, log } = {}) {
  const beganMs = performance.now()
  let [seen, quietSinceMs, reportedMs] = [program.lastOutput(), beganMs, beganMs]
  let ended = ''
  void program.exited.then((how) => (ended = how))
  const output = () => withoutStacks(program.lastOutput())
  const lastLine = () => output().trim().split('\n').at(-1) || 'nothing yet'
  for (const url of urls) {
    while (!(await returns200(url))) {
      signal?.throwIfAborted()
      if (ended) throw new UserError(`The ${program.name} ended while starting (${ended}):\n${output()}`)
      const nowMs = performance.now()
      if (program.lastOutput() !== seen) [seen, quietSinceMs] = [program.lastOutput(), nowMs]
      const isQuiet = nowMs - quietSinceMs > quietMs
      if (isQuiet || nowMs - beganMs > START_TIMEOUT_MS) {
        const why = isQuiet
          ? `wrote nothing for ${quietMs / 1000} s`
          : `is not ready after ${START_TIMEOUT_MS / 60_000} min`
        throw new UserError(
          `The ${program.name} ${why} and does not respond at ${url}. Its last line: ${lastLine()}\nIts output:\n${output()}`,
        )
      }
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
