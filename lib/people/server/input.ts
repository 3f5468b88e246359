import { MAX_EMAIL_CHARS } from '@/lib/people/user'
import { ROLES } from '@/lib/core/roles'
import { z } from 'zod'

/** `lib/people/server/password/new-password.ts` checks the length of a new password and returns a better message. */
export const Password = z.string().min(1).max(2048)

export const Next = z.string().max(4096).optional()

export const LinkToken = z.string().min(1).max(256)

/** An email address as the store keeps it, in lower case. */
export const UserEmail = z.string().trim().toLowerCase().max(MAX_EMAIL_CHARS).pipe(z.email('must be an email address'))

export const UserRole = z.enum(ROLES)
