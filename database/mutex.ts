import { setTimeout as wait } from 'node:timers/promises'

/** One holder at a time, in the order in which they asked. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()

  /**
   * Waits for all who asked before.
   * @returns what gives it back; null where `waitMs` passed before it was free
   */
  async acquire(waitMs?: number): Promise<(() => void) | null> {
    const before = this.#last
    const releases: (() => void)[] = []
    this.#last = new Promise((resolve) => releases.push(resolve))
    const release = () => releases.forEach((resolve) => resolve())
    if (waitMs === undefined) {
      await before
      return release
    }
    const waiting = new AbortController()
    const inTime = before.then(() => true)
    const tooLate = wait(waitMs, false, { signal: waiting.signal }).catch(() => false)
    const isOurs = await Promise.race([inTime, tooLate])
    waiting.abort()
    if (isOurs) return release
    // Those behind wait for those before, not for who gave up.
    void before.then(release)
    return null
  }
}
