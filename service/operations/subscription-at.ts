import type { JsonObject } from '@/contract/exact-json'
import { subscriptionStatusAt } from '../domain/subscription-state'
import { readDocument } from '../store/read-document'
import type { subscriptions } from '../store/schema'

/** A stored subscription as it reads at the instant `now`; of its plan, the id. */
export function subscriptionAt(stored: typeof subscriptions.$inferSelect, now: string): JsonObject {
  return { ...readDocument(stored.document), status: subscriptionStatusAt(stored, now) }
}
