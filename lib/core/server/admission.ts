import type { IncomingMessage } from 'node:http'
import { problemError } from './problem'

/** Limits the requests that run at once (`scripts/start/admission.mjs`). */
interface Admission {
  refuse: ((request: IncomingMessage) => Promise<Response>) | undefined
  whileWaiting: <Result>(wait: () => Promise<Result>) => Promise<Result>
}

// Undefined in `next dev` and in tests, which do not limit requests.
declare global {
  var consoleAdmission: Admission | undefined
}

/** Runs a wait that has its own limit, and gives the request's slot to another request meanwhile. */
export const whileWaiting = <Result>(wait: () => Promise<Result>): Promise<Result> =>
  globalThis.consoleAdmission?.whileWaiting(wait) ?? wait()

export const consoleBusy = () =>
  problemError(
    'console_busy',
    'The console is busy, so this request was not run and nothing changed. Try again in a moment.',
    { retryAfterSeconds: 1 },
  )
