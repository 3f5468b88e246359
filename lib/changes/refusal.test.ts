import { describe, expect, it } from 'vitest'
import { type ConsoleErrorCode, problemOfCode } from '@/lib/core/errors'
import { isAboutCustomer } from './refusal'

const about = (code: ConsoleErrorCode, upstreamMessage?: string, sent = 'another customer') =>
  isAboutCustomer({ ...problemOfCode(code), detail: '', upstreamMessage }, sent)

describe('isAboutCustomer', () => {
  it('returns true for a 404 when a customer ID was sent', () => {
    expect(about('not_found')).toBe(true)
    expect(about('not_found', undefined, '')).toBe(false)
  })

  it('returns true when the API names the field, sent or not', () => {
    expect(about('refused', 'externalCustomerId is required', '')).toBe(true)
    expect(about('refused', 'The external customer ID does not match')).toBe(true)
  })

  it('returns false for every other problem', () => {
    expect(about('refused', 'The customer has open invoices')).toBe(false)
    expect(about('refused')).toBe(false)
    expect(about('key_not_accepted')).toBe(false)
  })
})
