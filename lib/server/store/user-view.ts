import type { UserView } from '@/contract/console/user'
import type { users } from './schema'

export type UserRow = typeof users.$inferSelect

/** Returns the fields of a user that an admin sees. */
export function userView({ id, email, role, createdAt, signedInAt, disabledAt, ...secret }: UserRow): UserView {
  return { id, email, role, createdAt, signedInAt, disabledAt, signsInBy: signsInBy(secret) }
}

function signsInBy({ issuer, passwordHash }: Pick<UserRow, 'issuer' | 'passwordHash'>): UserView['signsInBy'] {
  if (issuer !== null) return 'single sign-on'
  return passwordHash === null ? 'none' : 'password'
}
