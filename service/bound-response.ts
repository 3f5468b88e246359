import type { ServerResponse } from 'node:http'

/** How long an answer may stay here: since its reader last took something of it, and in all. */
export interface ResponseBounds {
  idleMs: number
  totalMs: number
  /** Of all long answers together that wait for their readers. */
  heldBytes: number
}

/** 10 MB in two minutes are 0.7 Mbit/s. */
export const RESPONSE_BOUNDS: ResponseBounds = { idleMs: 30_000, totalMs: 120_000, heldBytes: 256 * 1024 * 1024 }

/** Cuts off an answer that is about to begin where nobody reads it, or too slowly, so that it is not kept for ever. */
export function boundResponse(
  response: ServerResponse,
  { idleMs, totalMs }: Omit<ResponseBounds, 'heldBytes'>,
  onCutOff: () => void,
): void {
  const { socket } = response
  if (!socket || socket.destroyed) return
  // Node destroys the socket where nobody listens to its timeout, and measures anew for the next request.
  response.setTimeout(idleMs)
  const total = setTimeout(() => response.destroy(), totalMs)
  let isWhole = false
  // It "finishes" as well where its socket was destroyed.
  response.once('finish', () => (isWhole = !socket.destroyed))
  response.once('close', () => {
    clearTimeout(total)
    if (!isWhole) onCutOff()
  })
}
