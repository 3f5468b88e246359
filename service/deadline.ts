import type { IncomingMessage } from 'node:http'
import { deadlinePassed } from './refusals'

/** How long an operation may take until its answer begins. */
export interface Deadlines {
  readMs: number
  writeMs: number
}

/** A caller waits longer than this, so it hears what became of a write. */
export const DEFAULT_DEADLINES: Deadlines = { readMs: 4_000, writeMs: 5_000 }

/** Whoever asked has closed the connection: there is nobody to answer. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone'
}

/**
 * Runs an operation for as long as it may take and its caller is there.
 * @param run is given what aborts then, with the error to end with: `BillingError` `deadline_passed`, or `CallerGone`
 */
export async function withinDeadline<Result>(
  { socket }: IncomingMessage,
  limitMs: number,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const onGone = () => controller.abort(new CallerGone())
  const timer = setTimeout(() => controller.abort(deadlinePassed(limitMs)), limitMs)
  socket.once('close', onGone)
  try {
    return await run(controller.signal)
  } finally {
    clearTimeout(timer)
    socket.off('close', onGone)
  }
}
