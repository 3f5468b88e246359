import { randomUUID } from 'node:crypto'
import { problemError, toProblem } from '../problem'
import { REFUSAL_PAGE_POLICY, refusalPage } from './refusal-page'
import { problemResponse } from './responses'
import { withSecurityHeaders } from './with-security-headers'

/** Makes the HTTP server refuse requests that it has no slot for: with problem+json, or a page for a navigation. */
export function refuseWhenBusy(): void {
  if (!globalThis.consoleAdmission) return
  globalThis.consoleAdmission.refuse = async ({ headers }) => {
    const error = problemError(
      'console_busy',
      'The console is busy, so this request was not run and nothing changed. Try again in a moment.',
      { retryAfterSeconds: 1 },
    )
    const requestId = randomUUID()
    return headers.accept?.includes('text/html')
      ? withSecurityHeaders(refusalPage(toProblem(error, requestId)), REFUSAL_PAGE_POLICY)
      : withSecurityHeaders(problemResponse(error, requestId))
  }
}
