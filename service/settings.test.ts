import { describe, expect, it } from 'vitest'
import { readStoreSettings } from './settings'

const read = (environment: Record<string, string>) => readStoreSettings({ NODE_ENV: 'test', ...environment })

describe('the settings of the store', () => {
  it('send statements with names by default', () => {
    expect(read({}).hasUnnamedStatements).toBe(false)
    expect(read({ BILLING_DATABASE_STATEMENTS: 'unnamed' }).hasUnnamedStatements).toBe(true)
    expect(() => read({ BILLING_DATABASE_STATEMENTS: 'none' })).toThrow('BILLING_DATABASE_STATEMENTS')
  })
})
