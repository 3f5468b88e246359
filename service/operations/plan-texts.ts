import type { Database } from '@/database/open-database'

/** Characters of all cached plans; beyond them the cache starts anew. */
const MAX_CHARS = 32 * 1024 * 1024

export interface PlanText {
  /** `merchants.catalogueVersion` at the time of the read. */
  version: string
  /** The plan with its prices and billables; null when it is not stored. */
  json: string | null
}

/** Cache of plans as JSON text, by version of the merchant's catalogue. */
export class PlanTexts {
  readonly #texts = new Map<string, PlanText>()
  #chars = 0

  constructor(private readonly maxChars = MAX_CHARS) {}

  /** Returns undefined when the plan is not cached in this version. */
  get(merchantId: string, planId: string, version: string): PlanText | undefined {
    const known = this.#texts.get(keyOf(merchantId, planId))
    return known?.version === version ? known : undefined
  }

  keep(merchantId: string, planId: string, text: PlanText): void {
    const key = keyOf(merchantId, planId)
    // With the overhead of an entry. Another version of a plan counts again.
    const chars = key.length + (text.json?.length ?? 0) + 100
    if (chars > this.maxChars) return
    this.#chars += chars
    if (this.#chars > this.maxChars) {
      this.#texts.clear()
      this.#chars = chars
    }
    this.#texts.set(key, text)
  }
}

const keyOf = (merchantId: string, planId: string) => JSON.stringify([merchantId, planId])

const ofDatabases = new WeakMap<Database, PlanTexts>()

/** Returns the plan cache of a database in this process. */
export function planTextsOf(db: Database): PlanTexts {
  const known = ofDatabases.get(db) ?? new PlanTexts()
  ofDatabases.set(db, known)
  return known
}
