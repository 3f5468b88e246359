import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TicketCard } from './customer-card'

/** A request for a customer's card. */
export interface CardRequest {
  /** The customer's own ID in the ticket; null or empty without one. */
  externalId: string | null
  /** Returns the response in the tool's format. */
  respond: (card: TicketCard) => object
}

/** A ticket tool that shows cards, by its public documents. None of them sends a time, so an old request gets the card of today. */
export interface TicketTool {
  /** Its name in the audit. */
  name: string
  /** Returns the secret that it shares with the console; undefined when it gets no cards. */
  secret: () => string | undefined
  /** The header with the signature: the HMAC-SHA256 of the body, in hexadecimal digits. */
  signatureHeader: string
  /** Returns null when the body is no request for a card. Ignores fields that the console does not know. */
  read: (body: unknown) => CardRequest | null
}

/** True for what may be a signature: 64 hexadecimal digits. */
export const isSignature = (text: string | null): text is string => text !== null && /^[\da-f]{64}$/i.test(text)

/** True when the signature is that of the body's bytes with this secret. Compares in constant time. */
export function isSigned(body: Uint8Array, signature: string | null, secret: string): boolean {
  if (!isSignature(signature)) return false
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(signature, 'hex'))
}
