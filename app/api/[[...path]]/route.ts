import { randomUUID } from 'node:crypto'
import { problemResponse } from '@/lib/server/http/handle'
import { problemError } from '@/lib/server/problem'

function routeNotFound(): Response {
  const detail = 'The console has no such path. Check the address.'
  return problemResponse(problemError('route_not_found', detail), randomUUID())
}

export {
  routeNotFound as GET,
  routeNotFound as POST,
  routeNotFound as PUT,
  routeNotFound as PATCH,
  routeNotFound as DELETE,
  routeNotFound as OPTIONS,
}
