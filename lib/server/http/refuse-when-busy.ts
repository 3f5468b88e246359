import { randomUUID } from 'node:crypto'
import { problemError, toProblem } from '../problem'
import { jsonResponse } from './json-response'
import { REFUSAL_PAGE_POLICY, refusalPage } from './refusal-page'
import { withSecurityHeaders } from './with-security-headers'

/** From now on, the HTTP server refuses requests while it runs as many as it can: as problem+json, and to a navigation as a page. */
export function refuseWhenBusy(): void {
  if (!globalThis.consoleAdmission) return
  globalThis.consoleAdmission.refuse = async ({ headers }) => {
    const error = problemError(
      'console_busy',
      'The console has more requests than it can run, so this one was not run and nothing was done. Try again in a moment.',
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
