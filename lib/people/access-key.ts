import type { Role } from '@/lib/core/roles'

/*
 * The access keys by which programs use `/api` in a person's name. Without zod, because the browser loads it too.
 */

/** Begins each access key, so that people and scanners recognise one. */
export const ACCESS_KEY_PREFIX = 'bck_'
/** The roles of a key: operations that only admins may run are not open to keys. */
export const ACCESS_KEY_ROLES = ['viewer', 'agent'] as const satisfies readonly Role[]
/** The most keys of a person, with those that ended within the last 30 days. */
export const MAX_ACCESS_KEYS = 50
export const MAX_ACCESS_KEY_DAYS = 365
export const MAX_ACCESS_KEY_NAME_CHARS = 60
export const MAX_ACCESS_KEY_ADDRESSES = 20
/** The most keys that the list of all people has. */
export const MAX_ACCESS_KEYS_LISTED = 200
/** The most requests with one key in a minute, to each process. */
export const ACCESS_KEY_REQUESTS_PER_MINUTE = 120

/**
 * `works`; or why it does not: `revoked`, `expired`, `owner_disabled`, or `owner_absent`: its owner, who uses single sign-on, has not
 * signed in for too long.
 */
export type AccessKeyState = 'works' | 'revoked' | 'expired' | 'owner_disabled' | 'owner_absent'

export interface AccessKey {
  id: string
  /** As its owner named it. */
  name: string
  /** The highest role of a request; the owner's own role is the limit too. */
  role: Role
  /** The owner's email. */
  owner: string
  state: AccessKeyState
  /** The addresses and networks that it works from; empty for all. */
  addresses: string[]
  /** UTC instants. */
  createdAt: string
  expiresAt: string
  /** The last request to the minute, and its IP address; null before the first. */
  used: { at: string; from: string } | null
}

/** The revoked and expired ones last; the newest first within each. */
export interface AccessKeyList {
  keys: AccessKey[]
  /** The number of all keys, listed or not. */
  count: number
}

export interface AccessKeyMade {
  accepted: true
  key: AccessKey
  /** The key itself. The console keeps its hash only. */
  secret: string
}

const OF_PERSON = ' (key) of '

/** Returns the name in the audit of an access key, which ends with its owner's email. */
export const accessKeyActorName = (keyName: string, email: string): string => `${keyName}${OF_PERSON}${email}`

/** Returns the email of the person behind a name in the audit: of an access key, its owner. An email has no spaces. */
export function personOf(actorName: string): string {
  const email = actorName.slice(actorName.lastIndexOf(OF_PERSON) + OF_PERSON.length)
  return actorName.includes(OF_PERSON) && !/\s/.test(email) ? email : actorName
}
