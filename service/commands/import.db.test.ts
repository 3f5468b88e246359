import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openFreshStore, type FreshStore } from '@/testing/service/fresh-store'
import { newDataDir } from '@/testing/service/data-dirs'
import { endOf, runBilling, startBilling } from '@/testing/service/run-billing'

// The tests start a program, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let dataDir: string
let file: string
/** Keeps the database running between commands. */
let keeper: FreshStore
beforeAll(async () => {
  dataDir = await newDataDir('billing-import-')
  file = join(dataDir, 'export.ndjson')
  keeper = await openFreshStore(dataDir)
})
afterAll(async () => {
  await keeper.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const billing = (...args: string[]) => runBilling(dataDir, args)

const idFile = (kind: string) => join(dataDir, 'imported', `${kind}s.txt`)

/** The end of the output of an import: how to fill the lists of the console. */
const readCommands = (...kinds: string[]) => `
The lists of the console have what it has read. To fill them, start the console, make an access key on its page Account,
set CONSOLE_ACCESS_KEY to it, and run these. Each file has up to 5,000 IDs.
${kinds.map((kind) => `  npm run console -- read ${idFile(kind)} --kind ${kind}\n`).join('')}`

const customerLine = (id: string, more: object = {}) =>
  `${JSON.stringify({ kind: 'customer', data: { id, externalId: id, ...more } })}\n`

describe('import', () => {
  test('stores a file with unknown fields, and prints the counts and the commands that read the IDs', async () => {
    writeFileSync(file, customerLine('a', { plan: 'gold' }) + customerLine('b c') + customerLine('a'))
    expect(await billing('import', file, '--merchant', 'm1')).toEqual({
      code: 0,
      stdout: `Stored for merchant m1: 3 customers, 0 subscriptions, 0 invoices, 0 transactions.\n${readCommands('customer')}`,
      stderr: '',
    })
    expect(readFileSync(idFile('customer'), 'utf8')).toBe('a\n"b c"\n')
  })

  test('writes a sample of four lines that it imports, never over a file', async () => {
    const sample = join(dataDir, 'sample.ndjson')
    expect(await billing('import', sample, '--sample')).toMatchObject({
      code: 0,
      stdout: `Wrote ${sample}. To import it: npm run billing -- import ${sample} --merchant acme\n`,
    })
    expect(await billing('import', sample, '--merchant', 'acme')).toMatchObject({
      code: 0,
      stdout: `Stored for merchant acme: 1 customer, 1 subscription, 1 invoice, 1 transaction.\n${readCommands('customer', 'subscription', 'invoice')}`,
    })
    expect(await billing('import', sample, '--merchant', 'other')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('merchantId'),
    })
    expect(await billing('import', sample, '--sample')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('EEXIST'),
    })
    expect((await billing('import', '--merchant', 'acme')).stderr).toContain("missing required argument 'file'")
    expect((await billing('import', sample)).stderr).toContain("required option '--merchant <id>' not specified")
  })

  test('reads standard input and lists newer stored objects; --replace overwrites them', async () => {
    const newer = customerLine('a', { updatedAt: '2026-03-02T00:00:00Z' })
    const older = customerLine('a', { updatedAt: '2026-03-01T00:00:00Z' })
    const fromInput = startBilling(dataDir, ['import', '-', '--merchant', 'm2'])
    fromInput.stdin?.end(newer + older)
    expect(await endOf(fromInput)).toEqual({
      code: 0,
      stdout:
        'Stored for merchant m2: 1 customer, 0 subscriptions, 0 invoices, 0 transactions.\n' +
        `Skipped, because the stored version is newer: 1 customer ("a"). Use --replace to overwrite it.\n${readCommands('customer')}`,
      stderr: '',
    })
    writeFileSync(file, older)
    expect(await billing('import', file, '--merchant', 'm2', '--replace')).toEqual({
      code: 0,
      stdout: `Stored for merchant m2: 1 customer, 0 subscriptions, 0 invoices, 0 transactions.\n${readCommands('customer')}`,
      stderr: '',
    })
  })

  test('exits with 1 at a bad line and names it', async () => {
    writeFileSync(file, `${customerLine('a')}\n{"kind":"customer","data":{"id":7}}\n`)
    expect(await billing('import', file, '--merchant', 'm1')).toEqual({
      code: 1,
      stdout:
        'Stored for merchant m1: 0 customers, 0 subscriptions, 0 invoices, 0 transactions.\nNo line was stored.\n',
      stderr: 'error: Line 3: data.id must be a string, but is 7\n',
    })
  })

  test('escapes control characters of a line before it prints them', async () => {
    const odd = 'x\u001B[2J\u007F\u009B31m\u202E\u2028\r\n'
    const shown = 'x\\u001b[2J\\u007f\\u009b31m\\u202e\\u2028\\u000d\\u000a'
    const merchant = `m${odd}`
    writeFileSync(file, customerLine(odd, { externalId: 'a' }) + customerLine('b', { externalId: 'a' }))
    expect(await billing('import', file, '--merchant', merchant)).toEqual({
      code: 1,
      stdout: expect.stringContaining(`merchant m${shown}:`),
      stderr: `error: Line 2: data.externalId "a" is that of customer "${shown}" already\n`,
    })
    await billing('keys', 'create', '--merchant', merchant, '--type', 'secret')
    expect((await billing('keys', 'list')).stdout).toContain(`\tm${shown}\t`)
    const unknown = await billing('import', file, '--merchant', 'm1', '--\u009B\u202E')
    expect(unknown.stderr).toContain("unknown option '--\\u009b\\u202e'")
  })

  test('reports a missing file before it opens the store', async () => {
    const { code, stderr } = await billing('import', join(dataDir, 'none'), '--merchant', 'm1')
    expect([code, stderr]).toEqual([1, expect.stringContaining('no such file')])
  })
})

describe('seed', () => {
  test('prints only the suggested ids', async () => {
    const args = 'seed --customers 3 --transactions 30 --as-of 2026-03-17'.split(' ')
    // Other files write to the demo merchant of the shared PostgreSQL, and the seed refuses it then.
    const { code, stdout } = await runBilling(dataDir, args, { BILLING_DATABASE_URL: '' })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^customer\tacme-inc\t/)
    expect(stdout.trimEnd().split('\n')).toSatisfy((lines: string[]) =>
      lines.every((line) => /^(customer|subscription|invoice)\t[^\t]+\t[^\t]+$/.test(line)),
    )
  })

  test('refuses invalid options', async () => {
    const { code, stderr } = await billing('seed', '--customers', 'many')
    expect([code, stderr]).toEqual([1, expect.stringContaining('a whole number')])
  })
})
