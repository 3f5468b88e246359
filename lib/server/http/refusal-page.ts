import type { ProblemError } from '../problem'

/** A problem as the plainest of pages, for a browser whose request never reaches the console's own pages. Never cached. */
export function refusalPage({ problem: { status, title, detail } }: ProblemError): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Billing Console</title>
<h1>${escaped(title)}</h1>
<p>${escaped(detail)}</p>
`
  return new Response(html, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' },
  })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
