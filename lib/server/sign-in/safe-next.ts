/** Where nobody is led after a sign-in: it would lead round in a circle, or is no page. */
const NO_PAGES = new Set(['api', '_next', 'healthz', 'sign-in', 'step-up', 'set-up', 'reset'])
const MOST_CHARACTERS = 2048
/** Printable ASCII without a backslash, which browsers take for a slash; one slash at the beginning. */
const PATH = /^\/(?!\/)[!-[\]-~]*$/

/**
 * The page of this console that somebody is led to after a sign-in: `next` where it is one, else the start. Whatever it
 * was, a browser that is sent to the answer stays on this console.
 * @returns a path with its query, in ASCII
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || next.length > MOST_CHARACTERS || !PATH.test(next)) return '/'
  const here = 'http://console.invalid'
  const url = URL.canParse(next, here) ? new URL(next, here) : undefined
  if (url?.origin !== here) return '/'
  // What Next adds to what its own script asks for.
  if (url.searchParams.has('_rsc')) url.searchParams.delete('_rsc')
  const { pathname, search } = url
  return isPage(pathname) ? pathname + search : '/'
}

/** `/./` is gone from the path by now, which may have left two slashes at its beginning. */
function isPage(pathname: string): boolean {
  try {
    const [, first = '', ...rest] = decodeURIComponent(pathname).split('/')
    const isPlace = /^[\w-]+$/.test(first) || (first === '' && rest.length === 0)
    return isPlace && !NO_PAGES.has(first.toLowerCase())
  } catch {
    return false
  }
}
