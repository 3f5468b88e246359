import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { openDatabase } from './open-database'
import { openProblem } from './database-errors'
import { runOnStore } from './run-on-store'

const embedded = { name: 'console', databaseUrl: undefined, dataDir: '/data', poolSize: 1, migrations: null }
const postgres = { ...embedded, databaseUrl: 'postgres://127.0.0.1:1/none' }
const failure = (message: string, fields: object) => Object.assign(new Error(message), fields)
const FULL = failure('could not extend file "base/1/2": No space left on device', { code: '53100' })

describe('opening a database', () => {
  it('names a full disk under an embedded database and says what to do', () => {
    const error = failure('ENOSPC: no space left on device, write', { code: 'ENOSPC' })
    expect(openProblem(error, embedded)).toMatchObject({
      message:
        'The data directory /data cannot be used (ENOSPC: no space left on device, write). ' +
        'Set DATA_DIR to a directory that this user may write to, on a disk with space left.',
    })
  })

  it('names a full disk of PostgreSQL, and does not ask to check its address', () => {
    expect(openProblem(FULL, postgres)).toMatchObject({
      message:
        'The database cannot be used (could not extend file "base/1/2": No space left on device). ' +
        'Free space on its disk, then try again.',
    })
  })

  it('names the reason of a failed statement, not the statement with its parameters', () => {
    const query = 'select $1'
    const statement = new DrizzleQueryError(query, ['cus_secret'], FULL)
    expect(openProblem(statement, postgres)).toMatchObject({
      message: expect.stringMatching(/^The database cannot be used \(could not extend file/),
    })
  })

  it('keeps an error that is no fault of the directory or the server', () => {
    const error = failure('relation "x" does not exist', { code: '42P01' })
    expect(openProblem(error, embedded)).toBe(error)
    expect(openProblem(error, postgres)).toBe(error)
  })

  it('names a directory that cannot be made', async () => {
    // Linux makes no directory in /sys, for root neither.
    const opening = openDatabase({ ...embedded, dataDir: '/sys/none' }, pino({ enabled: false }))
    await expect(opening).rejects.toThrow(
      /^The data directory \/sys\/none cannot be used \(E\w+: .+\)\. Set DATA_DIR to/,
    )
  })
})

const run = (error: Error) => {
  const pool = new Pool()
  const open = () => Promise.resolve({ db: Object.assign(drizzle(pool), { $client: pool }), close: () => pool.end() })
  return runOnStore({ program: 'billing', logLevel: 'silent', where: postgres, open }, () => Promise.reject(error))
}

describe('a command on a store', () => {
  it('says that the disk is full, not that the connection was lost', async () => {
    await expect(run(new Error('Failed query', { cause: FULL }))).rejects.toThrow(
      /^The disk of the database is full\. Free space there, then try again\.$/,
    )
  })

  it('says in one short line why the database refused a statement of many values', async () => {
    const values = Array.from({ length: 70_000 }, (_, nth) => `inv_${nth}`)
    const refused = new DrizzleQueryError('delete …', values, failure('relation "x" does not exist', { code: '42P01' }))
    await expect(run(refused)).rejects.toThrow(/^The database refused a statement: relation "x" does not exist$/)
  })

  it.each([
    ['58030', 'failed to COPY to shard 102046 on worker-2.example:5432', {}],
    ['XX000', 'failure on connection marked as essential: worker-2.example:5432', {}],
    ['XX000', 'failed to execute task 7', {}],
    ['08006', 'connection to the remote node billing@worker-2.example:5432 failed with the following error: …', {}],
    [
      '57P01',
      'terminating connection due to administrator command',
      { where: 'while executing command on worker-2:5432' },
    ],
  ])('names a lost node of a cluster by %s, %s', async (code, message, fields) => {
    const lost = new DrizzleQueryError('insert …', [], failure(message, { code, severity: 'ERROR', ...fields }))
    const problem = `A node of the cluster is lost (${message}). Try again when it is back.`
    await expect(run(lost)).rejects.toThrow(problem)
    expect(openProblem(lost, postgres)).toMatchObject({ message: problem })
  })

  it('names no node when the database itself stops, or fails', async () => {
    const stopped = failure('terminating connection due to administrator command', { code: '57P01', severity: 'FATAL' })
    await expect(run(stopped)).rejects.toThrow('The connection to the database was lost.')
    const failed = failure('cache lookup failed for relation 7', { code: 'XX000', severity: 'ERROR' })
    await expect(run(failed)).rejects.toThrow('cache lookup failed')
  })

  it('says that the connection was lost', async () => {
    await expect(run(failure('read ECONNRESET', { code: 'ECONNRESET' }))).rejects.toThrow(
      'connection to the database was lost',
    )
  })
})
