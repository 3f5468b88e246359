import { createHash, randomBytes } from 'node:crypto'

/** Returns 256 random bits as base64url: the token of a session, a browser or a one-time link. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the SHA-256 of a token in hex, which the store keeps instead of the token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
