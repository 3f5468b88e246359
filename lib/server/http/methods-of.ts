import { CONSOLE_OPERATIONS } from '@/contract/console/operations'

/** Every path with GET also accepts HEAD; Next responds to OPTIONS. */
const PATHS = Object.values(CONSOLE_OPERATIONS).map(({ path, method }) => ({
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
