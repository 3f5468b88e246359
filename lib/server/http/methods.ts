import { CONSOLE_OPERATIONS } from '@/contract/console/operations'
import { problemError, type ProblemError } from '../problem'

/** The paths without an operation of their own: the Model Context Protocol, and the cards of ticket tools. */
const OTHERS = ['/api/mcp', '/api/tickets/plain', '/api/tickets/intercom'].map((path) => ({ path, method: 'POST' }))

/** Every path with GET also accepts HEAD. */
const PATHS = [...Object.values(CONSOLE_OPERATIONS), ...OTHERS].map(({ path, method }) => ({
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : [method, 'OPTIONS'],
}))

/**
 * Returns the methods of a path for `Allow`: of a page, or of the console's API. Empty when the API has no such path.
 */
export function methodsOf(pathname: string): string[] {
  if (!pathname.startsWith('/api/')) return ['GET', 'HEAD']
  const taken = PATHS.filter(({ pattern }) => pattern.test(pathname)).flatMap(({ methods }) => methods)
  return [...new Set(taken)].toSorted()
}

/** Returns the error for a method that the path does not accept. */
export function methodNotAllowed(pathname: string, method: string): ProblemError {
  return problemError(
    'method_not_allowed',
    pathname.startsWith('/api/')
      ? `This path does not accept ${method}. Nothing was done. It accepts ${methodsOf(pathname).join(', ')}.`
      : 'Pages accept only GET and HEAD. Nothing was done.',
  )
}

/** Headers for Next features that the console does not use: server actions, and skipping `proxy.ts`. */
const NEXT_INTERNALS = ['next-action', 'x-middleware-subrequest']

/** @throws ProblemError `invalid_request` for a header that only Next's own features use */
export function rejectNextInternals(headers: Headers): void {
  const internal = NEXT_INTERNALS.find((name) => headers.has(name))
  if (internal !== undefined)
    throw problemError('invalid_request', `The console does not accept requests with the header ${internal}.`)
}
