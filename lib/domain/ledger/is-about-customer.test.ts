import { describe, expect, it } from 'vitest'
import { type ConsoleErrorCode, problemOfCode } from '@/contract/console/errors'
import { isAboutCustomer } from './is-about-customer'

const about = (code: ConsoleErrorCode, upstreamMessage?: string, sent = 'somebody else') =>
  isAboutCustomer({ ...problemOfCode(code), detail: '', upstreamMessage }, sent)

describe('a refused cancel is about the customer id', () => {
  it('where a subscription that is there is not found for the customer sent', () => {
    expect(about('not_found')).toBe(true)
    expect(about('not_found', undefined, '')).toBe(false)
  })

  it('where the API names the field, sent or not', () => {
    expect(about('refused', 'externalCustomerId is required', '')).toBe(true)
    expect(about('refused', 'The external customer ID does not match')).toBe(true)
  })

  it('and nowhere else', () => {
    expect(about('refused', 'The customer has open invoices')).toBe(false)
    expect(about('refused')).toBe(false)
    expect(about('key_not_accepted')).toBe(false)
  })
})
