import { type Finding, ok, wrong } from '@/contract/finding'

/** Requests of a second and clocks without synchronisation differ by less. */
const MAX_DIFFERENCE_MS = 5_000

/** Compares the clock of this machine with another one at the same moment. */
export function checkClock(check: string, { otherMs, ownMs }: { otherMs: number; ownMs: number }): Finding {
  const differenceMs = ownMs - otherMs
  const seconds = `${Math.round(Math.abs(differenceMs) / 1_000)} s`
  if (Math.abs(differenceMs) <= MAX_DIFFERENCE_MS)
    return ok(check, `within ${MAX_DIFFERENCE_MS / 1_000} s of this machine`)
  const direction = differenceMs > 0 ? 'ahead of' : 'behind'
  return wrong(check, `This machine is ${seconds} ${direction} it. Synchronise both clocks, for example with chrony.`)
}
