import { describe, expect, it } from 'vitest'
import { readStoreSettings } from './settings'

const read = (environment: Record<string, string>) => readStoreSettings({ NODE_ENV: 'test', ...environment })
const primary = { BILLING_DATABASE_URL: 'postgres://one/billing' }
const replica = { BILLING_REPLICA_URL: 'postgres://two/billing' }

describe('the settings of the store', () => {
  it('have a replica only beside a PostgreSQL', () => {
    expect(read({ ...primary, ...replica })).toMatchObject({
      databaseUrl: 'postgres://one/billing',
      replicaUrl: 'postgres://two/billing',
    })
    expect(() => read(replica)).toThrow('BILLING_REPLICA_URL is set but BILLING_DATABASE_URL is not.')
  })

  it('send statements with names by default', () => {
    expect(read({}).hasUnnamedStatements).toBe(false)
    expect(read({ BILLING_DATABASE_STATEMENTS: 'unnamed' }).hasUnnamedStatements).toBe(true)
    expect(() => read({ BILLING_DATABASE_STATEMENTS: 'none' })).toThrow('BILLING_DATABASE_STATEMENTS')
  })
})
