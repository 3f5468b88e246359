import { type ApiKeyType, findApiKey, hashKey } from './api-keys'
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
 * Returns the row of a key when the key exists, is not revoked and is a secret one (section 5).
 * @throws BillingError `invalid_api_key`, `wrong_key_type`
 */
export function requireSecretKey<Row extends { type: ApiKeyType }>(row: Row | undefined): Row {
  if (!row) throw invalidApiKey()
  if (row.type !== 'secret') throw wrongKeyType(row.type)
  return row
}

/**
 * Returns the id of the merchant whose key the request sent (section 5).
 * @throws BillingError `invalid_api_key`, `wrong_key_type`
 */
export async function authenticate(context: DatabaseContext, keyHash: string): Promise<string> {
  return requireSecretKey(await findApiKey(context, keyHash)).merchantId
}
