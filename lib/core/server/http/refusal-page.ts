import { createHash, randomUUID } from 'node:crypto'
import { MAX_ID_CHARS } from '@/contract/requestable-id'
import type { Problem } from '../../problem'
import { problemError, toProblem } from '../problem'
import { problemResponse, withSecurityHeaders } from './responses'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 36rem; margin: 0 auto; padding: 4rem 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.25rem; line-height: 1.3 }
input, button { font: inherit; padding: .4rem .6rem; max-width: 100% }
`

/** Permits the page's own style, and a form that leads back into the console. */
export const REFUSAL_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** True for a navigation of a browser. Scripts do not accept HTML. */
export function asksForPage({ headers }: Pick<Request, 'headers'>): boolean {
  return (headers.get('accept') ?? '').includes('text/html')
}

/**
 * Returns a problem as a stand-alone page, for a navigation that cannot reach the console's pages or requested a file.
 * It links back into the console, except under a foreign host name. Must not be cached.
 */
export function refusalPage({ code, status, title, detail, requestId, retryAfterSeconds }: Problem): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Billing Console</title>
<style>${STYLE}</style>
<h1>${escaped(title)}</h1>
<p>${escaped(detail)}</p>
<p>Request ID: ${escaped(requestId)}</p>
${code === 'forbidden_origin' ? '' : WAYS_ON}`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-request-id': requestId,
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
  })
}

const WAYS_ON = `<form action="/find" role="search">
<p><label>Find a subscription, invoice or customer<br><input type="search" name="id" maxlength="${MAX_ID_CHARS}" required></label>
<button>Find</button></p>
</form>
<p><a href="/">Go to Home</a></p>
`

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Makes the HTTP server refuse what it does not run: with problem+json, or a page for a navigation. */
export function serveRefusals(): void {
  if (!globalThis.consoleAdmission) return
  globalThis.consoleAdmission.refuse = async ({ headers }, reason) => {
    const error = reason === 'busy' ? CONSOLE_BUSY : BODY_TOO_LARGE
    const requestId = randomUUID()
    return headers.accept?.includes('text/html')
      ? withSecurityHeaders(refusalPage(toProblem(error, requestId)), REFUSAL_PAGE_POLICY)
      : withSecurityHeaders(problemResponse(error, requestId))
  }
}

const CONSOLE_BUSY = problemError(
  'console_busy',
  'The console is busy, so this request was not run and nothing changed. Try again in a moment.',
  { retryAfterSeconds: 1 },
)
const BODY_TOO_LARGE = problemError(
  'payload_too_large',
  'The body is larger than 2 MiB, so this request was not run and nothing changed. Send less at a time.',
)
