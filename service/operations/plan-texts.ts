import type { Database } from '@/database/open-database'

/** Characters of all cached plans; the least recently used are evicted. */
const MAX_CHARS = 32 * 1024 * 1024

export interface PlanText {
  /** `merchants.catalogueVersion` at the time of the read. */
  version: string
  /** The plan with its prices and billables; null when it is not stored. */
  json: string | null
}

/** Least-recently-used cache of plans as JSON text, by version of the merchant's catalogue. */
export class PlanTexts {
  /** In order of last use. */
  readonly #texts = new Map<string, PlanText>()
  #chars = 0

  constructor(private readonly maxChars = MAX_CHARS) {}

  /** Returns undefined when the plan is not cached in this version. */
  get(merchantId: string, planId: string, version: string): PlanText | undefined {
    const key = keyOf(merchantId, planId)
    const known = this.#texts.get(key)
    if (known?.version !== version) return undefined
    this.#texts.delete(key)
    this.#texts.set(key, known)
    return known
  }

  keep(merchantId: string, planId: string, text: PlanText): void {
    const key = keyOf(merchantId, planId)
    this.#drop(key)
    if (charsOf(key, text) > this.maxChars) return
    this.#texts.set(key, text)
    this.#chars += charsOf(key, text)
    for (const oldest of this.#texts.keys()) {
      if (this.#chars <= this.maxChars) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const known = this.#texts.get(key)
    if (!known) return
    this.#texts.delete(key)
    this.#chars -= charsOf(key, known)
  }
}

const keyOf = (merchantId: string, planId: string) => JSON.stringify([merchantId, planId])
/** Returns the size of an entry in characters, overhead included. */
const charsOf = (key: string, { json }: PlanText) => key.length + (json?.length ?? 0) + 100

const ofDatabases = new WeakMap<Database, PlanTexts>()

/** Returns the plan cache of a database in this process. */
export function planTextsOf(db: Database): PlanTexts {
  const known = ofDatabases.get(db) ?? new PlanTexts()
  ofDatabases.set(db, known)
  return known
}
