/** A route handler that does nothing. */
export const dynamic = 'force-dynamic'

export function GET(): Response {
  return Response.json({})
}
