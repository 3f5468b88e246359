import { findApiKey } from './api-keys'
import type { Asked } from '@/database/on-connection'
import { invalidApiKey, missingApiKey, wrongKeyType } from './refusals'

/**
 * Whose request this is (section 5; gaps.md, Key missing).
 * @returns the merchant's id
 * @throws BillingError `missing_api_key`, `invalid_api_key`, `wrong_key_type`
 */
export async function authenticate(asked: Asked, key: string | undefined): Promise<string> {
  if (!key) throw missingApiKey()
  const found = await findApiKey(asked, key)
  if (!found) throw invalidApiKey()
  if (found.type !== 'secret') throw wrongKeyType(found.type)
  return found.merchantId
}
