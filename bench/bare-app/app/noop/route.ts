/** A route handler that does nothing, for every request. */
export const dynamic = 'force-dynamic'

export function GET(): Response {
  return Response.json({})
}
