import { runInNewContext } from 'node:vm'
import { DrizzleQueryError } from 'drizzle-orm'
import type { LogFn } from 'pino'
import { describe, expect, it } from 'vitest'
import { boundedStack, makeLog } from './log'
import { loggedError, reasonOf } from './loggable'

const VALUES = ['cus_4711', 'ann@example.com\n    at home (/4711:1:1)']
const VALUE = /4711|ann@|home/

/** Returns the line that a call of the log writes. */
function lineOf(write: (log: { error: LogFn }) => void): string {
  let line = ''
  write(makeLog({ program: 'test', level: 'info', destination: { write: (text) => void (line += text) } }))
  return line
}
const fieldsOf = (line: string): Record<string, unknown> => JSON.parse(line)

const failedQuery = (cause: Error = new Error('connection lost')) =>
  new DrizzleQueryError("select $1, $2 where a = 'cus_4711'", VALUES, cause)

/** Returns an error as `pg` throws it. */
const ofPostgres = (code: string, message: string) =>
  Object.assign(new Error(message), {
    name: 'error',
    severity: 'ERROR',
    code,
    detail: 'Key (id)=(cus_4711) already exists.',
    hint: 'cus_4711',
    where: "unnamed portal parameter $1 = 'cus_4711'",
    internalQuery: "select 'cus_4711'",
    table: 'customers',
    constraint: 'customers_pkey',
  })

describe('a log line', () => {
  it('has a failed statement, its cause and its stack, and none of its values', () => {
    const line = lineOf((log) => log.error({ err: failedQuery() }, 'failed'))
    expect(line).toMatch(/select \$1, \$2.*connection lost.*log\.test\.ts/)
    expect(line).not.toMatch(VALUE)
  })

  it.each<[string, (log: { error: LogFn }) => void]>([
    ['msg, which has the message of the error', (log) => log.error({ err: failedQuery() })],
    ['the error alone', (log) => log.error(failedQuery())],
    [
      'a text',
      (log) => log.error({ why: String(failedQuery()), list: [failedQuery().message] }, failedQuery().message),
    ],
    ['a cause', (log) => log.error({ err: new Error('read', { cause: failedQuery() }) })],
    ['an AggregateError', (log) => log.error({ err: new AggregateError([failedQuery()], 'all failed') })],
    ['any other field', (log) => log.error({ cause: failedQuery(), deep: { er: [failedQuery()] } }, 'failed')],
    ['the fields of an error', (log) => log.error({ err: Object.assign({}, failedQuery()) })],
    [
      'an error of another copy of the module',
      (log) =>
        log.error({
          err: runInNewContext(
            'Object.assign(new Error(`Failed query: ${query}\\nparams: ${params}`), { query, params })',
            { query: 'select $1, $2', params: VALUES },
          ),
        }),
    ],
    ['an error of PostgreSQL', (log) => log.error({ err: ofPostgres('23505', 'duplicate key') })],
    [
      'a value that PostgreSQL quotes',
      (log) => log.error(ofPostgres('22P02', 'invalid input for uuid: "cus_4711": x')),
    ],
    ['German', (log) => log.error(ofPostgres('22003', 'Wert »cus_4711« ist außerhalb des gültigen Bereichs'))],
    ['Spanish', (log) => log.error(ofPostgres('22P02', 'la sintaxis no vale para tipo uuid «cus_4711»'))],
    ['Japanese', (log) => log.error(ofPostgres('22003', '値 cus_4711 は型 integer の範囲外です'))],
    ['an exception of a trigger', (log) => log.error(ofPostgres('P0001', 'entry of cus_4711 cannot change'))],
    ['a syntax error', (log) => log.error(ofPostgres('42601', 'syntax error at or near "cus_4711"'))],
    ['an internal error', (log) => log.error(ofPostgres('XX000', 'no results: ERROR: invalid "cus_4711"'))],
    ['a key of an expression', (log) => log.error({ why: 'Key (source, lower(email))=(x, cus_4711) already exists.' })],
    ['dollar quotes', (log) => log.error(new DrizzleQueryError('select $q$it’s cus_4711$q$, $1', []))],
    ['an escaped quote', (log) => log.error(new DrizzleQueryError(String.raw`select E'it\'s cus_4711', 'a'`, []))],
    [
      'a problem',
      (log) =>
        log.error({ err: Object.assign(new Error('x: cus_4711'), { problem: { code: 'x', detail: 'cus_4711' } }) }),
    ],
    [
      'text that is not JSON',
      (log) => {
        try {
          JSON.parse('cus_4711')
        } catch (error) {
          log.error({ err: error })
        }
      },
    ],
  ])('has no value of a failed statement in %s', (_, write) => {
    const line = lineOf(write)
    expect(line).toMatch(/"level":50/)
    expect(line).not.toMatch(VALUE)
  })

  it('keeps code, table and constraint for the operator, and the message without its values', () => {
    const { err } = fieldsOf(lineOf((log) => log.error({ err: ofPostgres('23505', 'violates unique constraint "a"') })))
    expect(err).toMatchObject({
      type: 'DatabaseError',
      message: 'violates unique constraint "a"',
      code: '23505',
      table: 'customers',
      constraint: 'customers_pkey',
    })
    const quoted = ofPostgres('22003', 'value "4711" is out of range for type integer')
    expect(loggedError(quoted)).toMatchObject({ message: 'value "…" is out of range for type integer', code: '22003' })
  })

  it.each([
    ['a long list', { ids: Array.from({ length: 100_000 }, (_, index) => `id ${index}`) }],
    [
      'many fields',
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field ${index}`, 'x'.repeat(200)])),
    ],
    ['long texts', { a: '\u202E'.repeat(1e6), b: { c: ['"'.repeat(1e6)] } }],
    ['deep lists', { deep: Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => ['ä'.repeat(500)])) }],
    [
      'an error of many errors',
      { err: new AggregateError(Array.from({ length: 1e4 }, () => new Error('x'.repeat(1e4)))) },
    ],
    ['a long statement', { err: new DrizzleQueryError(`select ${'$1,'.repeat(1e5)}`, VALUES, failedQuery()) }],
    [
      'a cycle',
      {
        err: Object.assign(new Error('a'), {
          get cause() {
            return this
          },
        }),
      },
    ],
  ])('has at most 8 KB with %s', (_, fields) => {
    const line = lineOf((log) => log.error(fields, 'failed '.repeat(10_000)))
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(8_192)
    expect(fieldsOf(line)).toMatchObject({ level: 50, program: 'test', msg: expect.stringMatching(/^failed /) })
  })
})

describe('boundedStack', () => {
  it('writes the stack of an error once a minute, with the number of omissions', () => {
    let nowMs = 0
    const write = boundedStack(() => nowMs)
    const error = new TypeError('a fault')
    const logged = loggedError(error)
    expect(write(logged)).toMatchObject({ type: 'TypeError', message: 'a fault', stack: error.stack })
    expect(write(logged)).toEqual({ type: 'TypeError', message: 'a fault', repeated: 1 })
    expect(write(logged)).toEqual({ type: 'TypeError', message: 'a fault', repeated: 2 })
    expect(write(loggedError(new TypeError('another')))).toHaveProperty('stack')
    nowMs = 60_000
    expect(write(logged)).toMatchObject({ stack: error.stack, repeated: 2 })
  })
})

describe('reasonOf', () => {
  it("returns the database's reason in place of a failed statement, without values", () => {
    const error = failedQuery(ofPostgres('22P02', 'invalid input syntax for type uuid: "cus_4711"'))
    expect(reasonOf(error)).toBe('invalid input syntax for type uuid')
    expect(reasonOf(new AggregateError([error, new Error('refused')]))).toBe(
      'invalid input syntax for type uuid; refused',
    )
    expect(reasonOf(new Error('The disk is full.'))).toBe('The disk is full.')
    expect(reasonOf('stopped')).toBe('stopped')
  })
})
