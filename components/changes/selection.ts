import { MAX_GROUP } from '@/lib/changes/change'

/** The subscriptions that a person has selected. It outlives the turning of pages, and each checkbox listens to it. */
export class Selection {
  #ids: readonly string[] = []
  #shown: readonly string[] = []
  #listeners = new Set<() => void>()
  #last: string | undefined

  /** The selected IDs, in the order in which they were selected. */
  ids = (): readonly string[] => this.#ids

  /** The rows that are shown, in their order. */
  shown = (): readonly string[] => this.#shown

  show(shown: readonly string[]): void {
    if (shown.join('\n') === this.#shown.join('\n')) return
    this.#shown = shown
    this.#notify()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Selects these, up to 200 in all, or deselects them. */
  set(ids: readonly string[], isOn: boolean): void {
    const others = this.#ids.filter((id) => !ids.includes(id))
    this.#ids = isOn ? [...new Set([...this.#ids, ...ids])].slice(0, MAX_GROUP) : others
    this.#notify()
  }

  /** Selects or deselects a row; with `isRange` also those between it and the row before. */
  toggle(id: string, isOn: boolean, isRange: boolean): void {
    const [from, to] = [this.#shown.indexOf(this.#last ?? id), this.#shown.indexOf(id)].toSorted((a, b) => a - b)
    const isWhole = isRange && from !== undefined && from >= 0
    this.set(isWhole ? this.#shown.slice(from, (to ?? from) + 1) : [id], isOn)
    this.#last = id
  }

  clear(): void {
    this.#last = undefined
    this.set(this.#ids, false)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
