import { findApiKey } from './api-keys'
import { BillingError } from './billing-error'
import type { Asked } from '@/database/on-connection'

const HOW = 'Send a secret API key in the header x-api-key.'
const CHALLENGE = { 'www-authenticate': 'ApiKey realm="billing", header="x-api-key"' }

/**
 * Whose request this is (section 5; gaps.md, Key missing).
 * @returns the merchant's id
 * @throws BillingError `missing_api_key`, `invalid_api_key`, `wrong_key_type`
 */
export async function authenticate(asked: Asked, key: string | undefined): Promise<string> {
  if (!key) throw new BillingError('missing_api_key', `No API key was sent. ${HOW}`, CHALLENGE)
  const found = await findApiKey(asked, key)
  if (!found)
    throw new BillingError('invalid_api_key', `The API key is not known, or it was revoked. ${HOW}`, CHALLENGE)
  if (found.type !== 'secret')
    throw new BillingError('wrong_key_type', `The API key is ${found.type}, and this needs a secret one. ${HOW}`)
  return found.merchantId
}
