import { expect, it } from 'vitest'
import { webAddress } from './plan-facts'

it('webAddress allows only http and https', () => {
  expect(webAddress('https://example.com/pricing')).toBe('https://example.com/pricing')
  expect(webAddress('http://example.com')).toBe('http://example.com/')
  for (const text of ['javascript:alert(1)', 'data:text/html,x', '//example.com', 'sales@example.com', '', null])
    expect(webAddress(text)).toBeNull()
})
