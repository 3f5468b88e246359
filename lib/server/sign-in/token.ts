import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, base64url: a session's token, or that of a link that works once. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
