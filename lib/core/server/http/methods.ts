import { groupBy } from '../../group-by'
import { OPERATIONS, type OperationName, OPERATION_NAMES } from '../../operations'
import { problemError, type ProblemError } from '../problem'

/** The paths without an operation of their own: the Model Context Protocol, and the cards of ticket tools. */
const OTHERS = ['/api/mcp', '/api/tickets/plain', '/api/tickets/intercom']

/** A path of the API, with the operation of each of its methods. */
interface ApiPath {
  segments: readonly string[]
  operations: ReadonlyMap<string, OperationName>
}

/** The operations of each path, a path with fewer parameters first: `/exports/customers` is no export with that ID. */
const PATHS: readonly ApiPath[] = [...groupBy(OPERATION_NAMES, (name) => OPERATIONS[name].path)]
  .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
  .map(([path, names]) => ({
    segments: path.split('/'),
    operations: new Map(names.map((name) => [OPERATIONS[name].method, name])),
  }))

/** What a path of the API names. */
interface FoundPath {
  /** The operation of each method. */
  operations: ReadonlyMap<string, OperationName>
  /** The segments that stand for parameters, by their names. */
  params: Readonly<Record<string, string>>
}

/** Returns what a path names, by its segments with the empty one before the first slash; null when the API has no such path. */
export function findPath(asked: readonly string[]): FoundPath | null {
  const found = PATHS.find(
    ({ segments }) =>
      segments.length === asked.length &&
      segments.every((segment, at) => segment.startsWith('{') || segment === asked[at]),
  )
  if (!found) return null
  const params = found.segments.flatMap((segment, at) =>
    segment.startsWith('{') ? [[segment.slice(1, -1), asked[at] ?? '']] : [],
  )
  return { operations: found.operations, params: Object.fromEntries(params) }
}

/**
 * Returns the methods of a path for `Allow`: of a page, or of the console's API. Empty when the API has no such path. Every path with
 * GET also accepts HEAD.
 */
export function methodsOf(pathname: string): string[] {
  if (!pathname.startsWith('/api/')) return ['GET', 'HEAD']
  if (OTHERS.includes(pathname)) return ['OPTIONS', 'POST']
  const methods = [...(findPath(pathname.split('/').map(decodeURIComponent))?.operations.keys() ?? [])]
  if (methods.length === 0) return []
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted()
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
