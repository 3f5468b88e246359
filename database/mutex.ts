import { setTimeout as wait } from 'node:timers/promises'

/** A mutual-exclusion lock with a first-in, first-out queue. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()

  /**
   * Waits for all earlier callers.
   * @returns a function that releases the lock; null when `waitMs` passed first
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
    // Later callers wait for the earlier ones, not for the one that gave up.
    void before.then(release)
    return null
  }
}
