import { z } from 'zod'

/** What an id turned out to be, asked of all three resources at once. */
export const FindHit = z.object({
  kind: z.enum(['subscription', 'invoice', 'customer']),
  id: z.string(),
  /** "Scale · active", "Invoice 1042 · paid", "312 transactions". */
  label: z.string(),
})
export const FindResult = z.object({
  hits: z.array(FindHit),
  /** Resources that could not be asked, with the reason: while there are any, "none matches" is not known. */
  unanswered: z.array(z.object({ kind: FindHit.shape.kind, detail: z.string() })),
})

export type FindHit = z.infer<typeof FindHit>
export type FindResult = z.infer<typeof FindResult>
