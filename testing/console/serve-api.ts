import { serveOperation } from '@/lib/serve-operation'

/** For tests: passes a request to the API's catch-all route, with the decoded segments of its path, as Next does. */
export function serveApi(request: Request): Promise<Response> {
  const [, , ...path] = new URL(request.url).pathname.split('/')
  return serveOperation(request, { params: Promise.resolve({ path: path.map(decodeURIComponent) }) })
}
