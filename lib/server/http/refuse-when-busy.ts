import { randomUUID } from 'node:crypto'
import { problemError, toProblem } from '../problem'
import { jsonResponse } from './json-response'
import { REFUSAL_PAGE_POLICY, refusalPage } from './refusal-page'
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
    const problem = toProblem(error, randomUUID())
    if (headers.accept?.includes('text/html')) return withSecurityHeaders(refusalPage(problem), REFUSAL_PAGE_POLICY)
    const { requestId, status } = problem
    const response = jsonResponse(JSON.stringify(problem), requestId, { status, type: 'application/problem+json' })
    response.headers.set('retry-after', '1')
    return withSecurityHeaders(response)
  }
}
