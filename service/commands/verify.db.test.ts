import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newDataDir } from '@/testing/service/data-dirs'
import { openFreshStore, type FreshStore } from '@/testing/service/fresh-store'
import { runBilling } from '@/testing/service/run-billing'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let dataDir: string
let keeper: FreshStore
beforeAll(async () => {
  dataDir = await newDataDir('billing-verify-')
  keeper = await openFreshStore(dataDir)
})
afterAll(async () => {
  await keeper.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

/** Imports a customer with entries of two pools, interleaved. @returns their ID, and what verifies and changes them */
async function newLedger(entries: object[] = ENTRIES) {
  const customerId = `cus_${randomUUID()}`
  const customerLine = { kind: 'customer', data: { id: customerId, externalId: `of ${customerId}` } }
  const lines = entries.map((entry, nth) => ({
    kind: 'transaction',
    data: { id: `${customerId} ${nth}`, customerId, createdAt: at(nth), ...entry },
  }))
  const file = join(dataDir, 'ledger.ndjson')
  writeFileSync(file, [customerLine, ...lines].map((line) => JSON.stringify(line)).join('\n'))
  expect(await runBilling(dataDir, ['import', file, '--merchant', 'verified'])).toMatchObject({ code: 0 })
  return {
    customerId,
    verify: (customer = customerId) => runBilling(dataDir, ['verify', '--customer', customer]),
    /** Changes the ledger's stored rows, as no program does. */
    change: (statement: string, of: 'transactions' | 'customer_ledgers' = 'transactions') =>
      keeper.db.execute(sql`update ${sql.identifier(of)} set ${sql.raw(statement)}`),
  }
}

const block = (customPricingUnitId: string) => ({ allocationBlock: { customPricingUnitId } })
const ENTRIES = [
  { amount: 100, previousBalance: 0, newBalance: 100, ...block('credits') },
  { amount: 5, previousBalance: 0, newBalance: 5, ...block('minutes') },
  { amount: -0.1, previousBalance: 100, newBalance: 99.9, ...block('credits') },
  { amount: -5, previousBalance: 5, newBalance: 0, ...block('minutes') },
]

test('verify says that the transactions of a customer agree, by either ID', async () => {
  const { customerId, verify } = await newLedger()
  for (const id of [customerId, `of ${customerId}`])
    expect(await verify(id)).toEqual({ code: 0, stdout: '4 transactions in 1 ledger agree.\n', stderr: '' })
})

test('verify accepts entries without balances, and a ledger that begins with a balance', async () => {
  const { verify } = await newLedger([
    { amount: -1, previousBalance: 7, newBalance: 6 },
    { amount: 3 },
    { amount: 1, previousBalance: 20, newBalance: 21 },
  ])
  expect(await verify()).toMatchObject({ code: 0 })
})

test.each<[string, string, RegExp, ('transactions' | 'customer_ledgers')?]>([
  [
    'a new balance that its amount does not lead to',
    `document = replace(document::text, '99.9', '99.8')::json where id = '$ 2'`,
    /transaction "\S+ 2": its new balance is 99\.8; with its amount it is 99\.9\./,
  ],
  [
    'a previous balance that the entry before did not leave',
    `document = replace(document::text, '"previousBalance":5,"newBalance":0', '"previousBalance":6,"newBalance":1')::json where id = '$ 3'`,
    /transaction "\S+ 3": its previous balance is 6; the one before it left 5\./,
  ],
  ['a gap', `sequence = sequence + 1 where id = '$ 3'`, /transaction "\S+ 3": it is at position 5 instead of 4\./],
  [
    'an entry before the first',
    `sequence = -7 where id = '$ 0'`,
    /transaction "\S+ 0": it is at position -7 instead of 1\./,
  ],
  [
    'a wrong order',
    `created_at = '2025-01-01', document = replace(document::text, '2026-01-01T00:00:02', '2025-01-01T00:00:00')::json where id = '$ 2'`,
    /transaction "\S+ 2": it belongs before transaction "\S+ 1"\./,
  ],
  [
    'another date in what is returned',
    `created_at = '2026-01-01T00:00:02.5Z' where id = '$ 2'`,
    /transaction "\S+ 2": its stored ID, customer or date differs/,
  ],
  [
    'a count that is too high',
    `last_sequence = 9 where customer_id = '$'`,
    /customer "\S+": the ledger ends at position 9, its entries at 4\./,
    'customer_ledgers',
  ],
  [
    'a wrong newest instant',
    `clock = '2026-02-01' where customer_id = '$'`,
    /transaction "\S+ 3": the ledger's newest instant is 2026-02-01/,
    'customer_ledgers',
  ],
])('verify exits 1 and names %s', async (_, statement, message, of) => {
  const { customerId, verify, change } = await newLedger()
  await change(statement.replace('$', customerId), of)
  const { code, stdout, stderr } = await verify()
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(message)
  expect(stderr).toMatch(/\nerror: \d breaks? among 4 transactions in 1 ledger\.\n$/)
})

test('verify lists every break, and ends with their number', async () => {
  const { verify } = await newLedger([
    { amount: 100, previousBalance: 0, newBalance: 100 },
    { amount: -1, previousBalance: 100, newBalance: 98 },
    { amount: -1, previousBalance: 90, newBalance: 89 },
  ])
  const { code, stderr } = await verify()
  expect([
    code,
    stderr
      .trim()
      .split('\n')
      .map((line) => line.replace(/^.*transaction "\S+ (\d)": /, '$1: ')),
  ]).toEqual([
    1,
    [
      '1: its new balance is 98; with its amount it is 99.',
      '2: its previous balance is 90; the one before it left 98.',
      'error: 2 breaks among 3 transactions in 1 ledger.',
    ],
  ])
})

/** Of one instant, stored by ID in another order than that of their balances. */
const CHAIN = [
  { amount: 100, previousBalance: 0, newBalance: 100, createdAt: at(0) },
  { amount: -3, previousBalance: 98, newBalance: 95, createdAt: at(1) },
  { amount: -2, previousBalance: 100, newBalance: 98, createdAt: at(1) },
  { amount: -5, previousBalance: 95, newBalance: 90, createdAt: at(2) },
]

test('verify orders the balances of one instant by their chain, not by ID', async () => {
  expect(await (await newLedger(CHAIN)).verify()).toMatchObject({ code: 0 })
  const broken = CHAIN.map((entry, nth) => (nth === 2 ? { ...entry, previousBalance: 99, newBalance: 97 } : entry))
  const { stderr } = await (await newLedger(broken)).verify()
  expect(stderr).toMatch(/ 1": its balances and those of the other one at its instant do not follow from each other\./)
  expect(stderr).toContain('1 break among 4 transactions')
})

test('verify exits 1 for a customer without transactions', async () => {
  expect(await runBilling(dataDir, ['verify', '--customer', 'nobody'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: There is no customer "nobody" with transactions.\n',
  })
})
