import type { IncomingMessage } from 'node:http'
import { deadlinePassed } from './refusals'

/** How long an operation may take until its response begins. */
export interface Deadlines {
  readMs: number
  writeMs: number
}

/** Shorter than the timeouts of callers, so that they learn the outcome of a change. */
export const DEFAULT_DEADLINES: Deadlines = { readMs: 4_000, writeMs: 5_000 }

/** The caller closed the connection, so the service cannot respond. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone'
}

/**
 * Runs an operation until its deadline passes or its caller disconnects.
 * @param run gets a signal that aborts with `BillingError` `deadline_passed` or with `CallerGone`
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
