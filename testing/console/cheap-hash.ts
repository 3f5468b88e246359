import { scryptSync } from 'node:crypto'

/** For tests: hashes a password at a low cost. */
export function cheapHash(password: string): string {
  const hash = scryptSync(password, 'salt', 32, { N: 1024, r: 8, p: 1 })
  return ['scrypt', 1024, 8, 1, Buffer.from('salt').toString('base64url'), hash.toString('base64url')].join('$')
}
