import { type ApiKeyType, findApiKey, hashKey } from './api-keys'
import type { Asked } from '@/database/on-connection'
import { invalidApiKey, missingApiKey, wrongKeyType } from './refusals'

/**
 * What a request's key is looked for by.
 * @throws BillingError `missing_api_key` (gaps.md, Key missing)
 */
export function sentKeyHash(key: string | undefined): string {
  if (!key) throw missingApiKey()
  return hashKey(key)
}

/**
 * The row of a key, unless there is none, it was revoked or is no secret one (section 5).
 * @throws BillingError `invalid_api_key`, `wrong_key_type`
 */
export function checkedKey<Row extends { type: ApiKeyType }>(row: Row | undefined): Row {
  if (!row) throw invalidApiKey()
  if (row.type !== 'secret') throw wrongKeyType(row.type)
  return row
}

/**
 * Whose request this is (section 5).
 * @returns the merchant's id
 * @throws BillingError `invalid_api_key`, `wrong_key_type`
 */
export async function authenticate(asked: Asked, keyHash: string): Promise<string> {
  return checkedKey(await findApiKey(asked, keyHash)).merchantId
}
