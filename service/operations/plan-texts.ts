import type { Database } from '@/database/open-database'

/** Of all plans together; the longest unused go. */
const MOST_CHARS = 32 * 1024 * 1024

interface PlanText {
  /** `merchants.catalogueVersion` of what was read. */
  version: string
  /** The plan with its prices and billables; null where none is stored. */
  json: string | null
}

/** Plans as JSON text, each of the version of its merchant's catalogue that it was read from. */
export class PlanTexts {
  /** In the order in which they were last used. */
  readonly #texts = new Map<string, PlanText>()
  #chars = 0

  constructor(private readonly mostChars = MOST_CHARS) {}

  /** @returns undefined where it is not known, or of another version */
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
    if (charsOf(key, text) > this.mostChars) return
    this.#texts.set(key, text)
    this.#chars += charsOf(key, text)
    for (const oldest of this.#texts.keys()) {
      if (this.#chars <= this.mostChars) return
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
/** With what an entry itself takes. */
const charsOf = (key: string, { json }: PlanText) => key.length + (json?.length ?? 0) + 100

const ofDatabases = new WeakMap<Database, PlanTexts>()

/** What this process knows of a database's plans. */
export function planTextsOf(db: Database): PlanTexts {
  const known = ofDatabases.get(db) ?? new PlanTexts()
  ofDatabases.set(db, known)
  return known
}
