import { ACTIVITY_OBJECTS, ACTIVITY_OUTCOMES } from '@/lib/activity/activity'
import { Instant, KeptText, PathId } from '@/lib/core/server/input'
import { z } from 'zod'

/** Filters of the activity; all must match. `actor` and `text` match parts, ignoring case. */
export const ActivityFilters = z.strictObject({
  actor: KeptText.min(1).max(320).optional(),
  action: KeptText.min(1).max(100).optional(),
  outcome: z.enum(ACTIVITY_OUTCOMES).optional(),
  objectKind: z.enum(ACTIVITY_OBJECTS).optional(),
  objectId: PathId.optional(),
  /** The first UTC instant, included. */
  from: Instant.optional(),
  /** The last UTC instant, excluded. */
  to: Instant.optional(),
  /** Part of the reason or the ticket. */
  text: KeptText.min(1).max(200).optional(),
})
