import { findApiKey, hashKey } from './api-keys'
import type { DatabaseContext } from '@/database/on-connection'
import { invalidApiKey, missingApiKey, wrongKeyType } from './refusals'

/**
 * Returns the hash of the key that the request sent.
 * @throws BillingError `missing_api_key` (gaps.md, Key missing)
 */
export function requireKeyHash(key: string | undefined): string {
  if (!key) throw missingApiKey()
  return hashKey(key)
}

/**
 * Returns the id of the merchant whose secret key the request sent (section 5).
 * @throws BillingError `invalid_api_key`, `wrong_key_type`
 */
export async function authenticate(context: DatabaseContext, keyHash: string): Promise<string> {
  const key = await findApiKey(context, keyHash)
  if (!key) throw invalidApiKey()
  if (key.type !== 'secret') throw wrongKeyType(key.type)
  return key.merchantId
}
