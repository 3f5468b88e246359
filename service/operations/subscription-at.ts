import type { JsonObject } from '@/contract/exact-json'
import { subscriptionStatusAt } from '../domain/subscription-state'
import { readDocument } from '../store/read-document'
import type { subscriptions } from '../store/schema'

/** Returns a stored subscription at the instant `now`, with only the id of its plan. */
export function subscriptionAt(stored: typeof subscriptions.$inferSelect, now: string): JsonObject {
  return { ...readDocument(stored.document), status: subscriptionStatusAt(stored, now) }
}
