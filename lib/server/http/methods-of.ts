import { CONSOLE_OPERATIONS } from '@/contract/console/operations'

/** Reads bring HEAD with them, and Next answers OPTIONS. */
const PATHS = Object.values(CONSOLE_OPERATIONS).map(({ path, method }) => ({
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : [method, 'OPTIONS'],
}))

/** The methods that a path takes, as `Allow` names them: of a page, or of the console's API; none where that has no such path. */
export function methodsOf(pathname: string): string[] {
  if (!pathname.startsWith('/api/')) return ['GET', 'HEAD']
  const taken = PATHS.filter(({ pattern }) => pattern.test(pathname)).flatMap(({ methods }) => methods)
  return [...new Set(taken)].toSorted()
}
