import { expect, it } from 'vitest'
import { creditsSearchParams } from './search-params'

it('keeps the key of a pool as the API sends its unit, with spaces around the name', () => {
  expect(creditsSearchParams.pool.parse('name: AI credits ')).toBe('name: AI credits ')
})
