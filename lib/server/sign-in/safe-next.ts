/** First path segments that are not a target after a sign-in: sign-in pages would loop, the others are not pages. */
const NO_PAGES = new Set(['api', '_next', 'healthz', 'readyz', 'sign-in', 'step-up', 'set-up', 'reset'])
const MAX_CHARACTERS = 2048
/** Printable ASCII with one leading slash and no backslash, which browsers read as a slash. */
const PATH = /^\/(?!\/)[!-[\]-~]*$/

/**
 * Returns the page to open after a sign-in: `next` when it is a page of this console, else the start page. A redirect to
 * the result never leaves the console.
 * @returns a path with its query, in ASCII
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || next.length > MAX_CHARACTERS || !PATH.test(next)) return '/'
  const here = 'http://console.invalid'
  const url = URL.canParse(next, here) ? new URL(next, here) : undefined
  if (url?.origin !== here) return '/'
  // Next.js adds this parameter to the requests of its own script.
  if (url.searchParams.has('_rsc')) url.searchParams.delete('_rsc')
  const { pathname, search } = url
  return isPage(pathname) ? pathname + search : '/'
}

/** True for a page. The URL parser has removed `/./`, which may have left two leading slashes. */
function isPage(pathname: string): boolean {
  try {
    const [, first = '', ...rest] = decodeURIComponent(pathname).split('/')
    const isPlace = /^[\w-]+$/.test(first) || (first === '' && rest.length === 0)
    return isPlace && !NO_PAGES.has(first.toLowerCase())
  } catch {
    return false
  }
}
