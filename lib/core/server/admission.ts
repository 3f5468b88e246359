import type { IncomingMessage } from 'node:http'

/** Why a request was refused before it ran (`scripts/start/admission.mjs`). */
type Reason = 'busy' | 'bodyTooLarge'

/** Limits the requests that run at once, and their bodies (`scripts/start/admission.mjs`). */
interface Admission {
  refuse: ((request: IncomingMessage, reason: Reason) => Promise<Response>) | undefined
  whileWaiting: <Result>(wait: () => Promise<Result>) => Promise<Result>
}

// Undefined in `next dev` and in tests, which do not limit requests.
declare global {
  var consoleAdmission: Admission | undefined
}

/** Runs a wait that has its own limit, and gives the request's slot to another request meanwhile. */
export const whileWaiting = <Result>(wait: () => Promise<Result>): Promise<Result> =>
  globalThis.consoleAdmission?.whileWaiting(wait) ?? wait()
