import type { IncomingMessage } from 'node:http'
import { problemError } from './problem'

/** Limits the requests that run at once (`scripts/start/admission.mjs`). */
interface Admission {
  refuse: ((request: IncomingMessage) => Promise<Response>) | undefined
  whileWaiting: <Result>(wait: () => Promise<Result>) => Promise<Result>
  whileArriving: <Result>(arrive: () => Promise<Result>, busy: () => Error) => Promise<Result>
}

// Undefined in `next dev` and in tests, which do not limit requests.
declare global {
  var consoleAdmission: Admission | undefined
}

/** Runs a wait that has its own limit, and gives the request's slot to another request meanwhile. */
export const whileWaiting = <Result>(wait: () => Promise<Result>): Promise<Result> =>
  globalThis.consoleAdmission?.whileWaiting(wait) ?? wait()

/**
 * Runs the wait for the body of a request, which a client can make long, and gives the request's slot to others meanwhile.
 * @throws ProblemError `console_busy` when there is no slot for the request in time after that
 */
export const whileArriving = <Result>(arrive: () => Promise<Result>): Promise<Result> =>
  globalThis.consoleAdmission?.whileArriving(arrive, consoleBusy) ?? arrive()

export const consoleBusy = () =>
  problemError(
    'console_busy',
    'The console is busy, so this request was not run and nothing changed. Try again in a moment.',
    { retryAfterSeconds: 1 },
  )
