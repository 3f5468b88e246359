import { asc, eq, gt, lte, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseTransaction, OpenDatabase } from '@/database/open-database'
import { tally, volume } from '@/scripts/test/volume.mjs'
import { sampleEntry, writeChain } from '@/testing/console/audit-chain'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { seededRandom } from '@/testing/console/seeded-random'
import { auditEntries } from '@/lib/store/schema'
import { appendEntry, entryHash } from '@/lib/store/append-entry'
import { type AuditHead, verifyAudit } from './verify-audit'

const COUNT = volume({ test: 500, prove: 10_000 })
const CUTS = volume({ test: 12, prove: 60 })
const SEED = Number(process.env.SEED ?? 42)
/** The sequence of an intent in the middle. */
const K = COUNT / 2 + 1
let store: OpenDatabase
let head: AuditHead

beforeAll(async () => {
  store = await openFreshConsoleStore()
  const entries = Array.from({ length: COUNT }, (_, index) => sampleEntry(index + 1))
  head = { sequence: COUNT, hash: await writeChain(store.db, entries) }
})
afterAll(() => store.close())

const at = (sequence: number) => eq(auditEntries.sequence, sequence)
const TRIGGERS = ['audit_entries_append_only', 'audit_entries_never_emptied']

const far = (tx: DatabaseTransaction) =>
  tx.execute(sql`update console.audit_entries set sequence = 9223372036854775807 where sequence = ${COUNT}`)
const empty = (tx: DatabaseTransaction) => tx.execute(sql`truncate console.audit_entries`)
const everywhere = (tx: DatabaseTransaction) => tx.update(auditEntries).set({ role: 'admin' })

class RolledBack extends Error {}

/** Returns the findings after tampering with all rights; rolls the tampering back. */
async function foundAfter(tamper: (tx: DatabaseTransaction) => Promise<unknown>, given?: AuditHead) {
  let verdict: Awaited<ReturnType<typeof verifyAudit>> | undefined
  const changed = store.db.transaction(async (tx) => {
    for (const trigger of TRIGGERS)
      await tx.execute(sql`alter table console.audit_entries disable trigger ${sql.identifier(trigger)}`)
    await tamper(tx)
    verdict = await verifyAudit(tx, given)
    throw new RolledBack()
  })
  await expect(changed).rejects.toThrow(RolledBack)
  return verdict?.findings ?? []
}

const set = (sequence: number, change: Partial<typeof auditEntries.$inferInsert>) => (tx: DatabaseTransaction) =>
  tx.update(auditEntries).set(change).where(at(sequence))
const remove = (sequence: number) => (tx: DatabaseTransaction) => tx.delete(auditEntries).where(at(sequence))

/** Renumbers entries in two steps, because a sequence is unique at any time. */
async function renumber(tx: DatabaseTransaction, moves: readonly (readonly [from: number, to: number])[]) {
  for (const [from] of moves) await set(from, { sequence: from + 10 * COUNT })(tx)
  for (const [from, to] of moves) await set(from + 10 * COUNT, { sequence: to })(tx)
}

async function rowAt(tx: DatabaseTransaction, sequence: number) {
  const [row] = await tx.select().from(auditEntries).where(at(sequence))
  if (!row) throw new Error('no such entry')
  return row
}

/** Changes an entry and updates its hash. */
async function forge(tx: DatabaseTransaction, sequence: number, reason: string) {
  const row = { ...(await rowAt(tx, sequence)), reason }
  await set(sequence, { reason, hash: entryHash(row.previousHash, row) })(tx)
}

/** Changes an entry and updates its hash and all later ones, so that the chain is consistent. */
async function rewriteFrom(tx: DatabaseTransaction, sequence: number) {
  const { hash } = await rowAt(tx, sequence - 1)
  const after = gt(auditEntries.sequence, sequence - 1)
  const rows = await tx.select().from(auditEntries).where(after).orderBy(asc(auditEntries.sequence))
  await tx.delete(auditEntries).where(after)
  const [first, ...others] = rows
  await writeChain(tx, first ? [{ ...first, reason: 'Something else' }, ...others] : [], hash)
}

test('finds nothing in an untouched audit with any of its heads', async () => {
  expect(await verifyAudit(store.db)).toEqual({ entries: COUNT, head, findings: [], found: 0 })
  const { hash } = await store.db.transaction((tx) => rowAt(tx, K))
  expect((await verifyAudit(store.db, { sequence: K, hash })).findings).toEqual([])
  expect((await verifyAudit(store.db, head)).findings).toEqual([])
})

describe('verifyAudit: changes', () => {
  const edits: Partial<typeof auditEntries.$inferInsert>[] = [
    { at: '2027-01-01T00:00:00.001Z' },
    { actor: 'mallory@example.com' },
    { role: 'admin' },
    { action: 'find' },
    { objectKind: 'invoice' },
    { objectId: 'sub_other' },
    { objectId: null },
    { reason: 'Asked by mail' },
    { reason: null },
    { ticket: 'T-0' },
    { outcome: 'done' },
    { detail: '{} ' },
    { requestId: '' },
    { phase: 'outcome', completes: 1 },
  ]
  test.each(edits)('finds a change of an entry’s fields: %o', async (edit) => {
    const found = await foundAfter(set(K, edit))
    expect(found).toEqual([{ sequence: K, why: expect.stringContaining('changed after it was written') }])
  })

  test('finds a change of the first and the last entry', async () => {
    for (const sequence of [1, COUNT])
      expect(await foundAfter(set(sequence, { requestId: 'other' }))).toMatchObject([{ sequence }])
  })

  test('finds a change of a hash', async () => {
    const found = await foundAfter(set(K, { hash: 'f'.repeat(64) }))
    expect(found.map(({ sequence }) => sequence)).toEqual([K, K + 1])
    expect(await foundAfter(set(1, { previousHash: 'f'.repeat(64) }))).toMatchObject([{ sequence: 1 }])
  })

  test('finds a change to an invalid instant or number', async () => {
    const forever = (tx: DatabaseTransaction) =>
      tx.execute(sql`update console.audit_entries set at = 'infinity' where sequence = ${K}`)
    expect(await foundAfter(forever)).toMatchObject([{ sequence: K }])
    const otherEra = (tx: DatabaseTransaction) =>
      tx.execute(
        sql`update console.audit_entries set at = (to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') || '+00 BC')::timestamptz where sequence = ${K}`,
      )
    expect(await foundAfter(otherEra)).toMatchObject([{ sequence: K }])
    const microsecond = async (tx: DatabaseTransaction) => {
      await tx.execute(sql`alter table console.audit_entries alter column at type timestamp(6) with time zone`)
      await tx.execute(sql`update console.audit_entries set at = at + interval '1 microsecond' where sequence = ${K}`)
    }
    expect(await foundAfter(microsecond)).toMatchObject([{ sequence: K }])
    expect(await foundAfter(far)).toHaveLength(1)
    expect(await foundAfter((tx) => renumber(tx, [[K, -7]]))).toMatchObject([
      { sequence: -7, why: expect.stringContaining('the entry was inserted') },
      { sequence: K + 1, why: `Entry ${K} is missing before it: deleted, or moved elsewhere.` },
    ])
  })

  test('finds a change of a rehashed entry, by the next entry', async () => {
    const found = await foundAfter((tx) => forge(tx, K, 'Something else'))
    expect(found).toEqual([
      { sequence: K + 1, why: expect.stringContaining(`Its previous hash does not match entry ${K}`) },
    ])
  })
})

describe('verifyAudit: deletions', () => {
  test('finds a deletion of one entry, several, or the first', async () => {
    expect(await foundAfter(remove(K))).toEqual([
      { sequence: K + 1, why: `Entry ${K} is missing before it: deleted, or moved elsewhere.` },
    ])
    const several = async (tx: DatabaseTransaction) => {
      for (const more of [0, 1, 2]) await remove(K + more)(tx)
    }
    expect(await foundAfter(several)).toMatchObject([
      { sequence: K + 3, why: expect.stringContaining(`Entries ${K} to ${K + 2} are missing`) },
    ])
    expect(await foundAfter(remove(1))).toMatchObject([{ sequence: 2, why: expect.stringContaining('Entry 1 is') }])
  })

  test('finds a deletion with renumbered entries', async () => {
    const closeUp = async (tx: DatabaseTransaction) => {
      await remove(COUNT - 2)(tx)
      await renumber(tx, [
        [COUNT - 1, COUNT - 2],
        [COUNT, COUNT - 1],
      ])
    }
    expect(await foundAfter(closeUp)).toMatchObject([{ sequence: COUNT - 2 }, { sequence: COUNT - 1 }])
  })
})

describe('verifyAudit: swaps', () => {
  test('finds a swap of two sequences', async () => {
    const swap = (tx: DatabaseTransaction) =>
      renumber(tx, [
        [K, K + 1],
        [K + 1, K],
      ])
    const found = await foundAfter(swap)
    expect(found.map(({ sequence }) => sequence)).toEqual([K, K + 1, K + 2])
  })

  test('finds a swap of the fields of two entries', async () => {
    const swap = async (tx: DatabaseTransaction) => {
      const [{ sequence: one, ...first }, { sequence: other, ...second }] = [await rowAt(tx, K), await rowAt(tx, K + 2)]
      await set(one, second)(tx)
      await set(other, first)(tx)
    }
    const found = await foundAfter(swap)
    expect(found.map(({ sequence }) => sequence)).toEqual([K, K + 1, K + 2, K + 3])
  })
})

test('verifyAudit finds an inserted entry with a valid or an invalid hash', async () => {
  const open = (tx: DatabaseTransaction) =>
    renumber(tx, [
      [COUNT, COUNT + 1],
      [COUNT - 1, COUNT],
    ])
  const insert = async (tx: DatabaseTransaction) => {
    await open(tx)
    const { hash } = await rowAt(tx, COUNT - 2)
    await writeChain(tx, [{ ...sampleEntry(COUNT - 1), reason: 'Never asked for' }], hash)
  }
  expect((await foundAfter(insert)).map(({ sequence }) => sequence)).toEqual([COUNT, COUNT + 1])
})

describe('verifyAudit with a known head', () => {
  test('finds a truncated audit', async () => {
    const cut = (tx: DatabaseTransaction) => tx.delete(auditEntries).where(gt(auditEntries.sequence, COUNT - 10))
    expect(await foundAfter(cut)).toEqual([])
    expect(await foundAfter(cut, head)).toEqual([
      { sequence: COUNT, why: expect.stringContaining(`the audit ends with entry ${COUNT - 10}`) },
    ])
  })

  test('finds an empty audit', async () => {
    expect(await foundAfter(empty)).toEqual([])
    expect(await foundAfter(empty, head)).toMatchObject([{ sequence: COUNT }])
  })

  test('finds a rewritten tail with consistent hashes', async () => {
    expect(await foundAfter((tx) => rewriteFrom(tx, K))).toEqual([])
    expect(await foundAfter((tx) => rewriteFrom(tx, K), head)).toEqual([
      { sequence: COUNT, why: expect.stringContaining('rewritten up to') },
    ])
  })
})

test('verifyAudit finds a cut at either end, also after later entries', async () => {
  const random = seededRandom(SEED)
  const found = { start: 0, end: 0, afterMore: 0 }
  for (let cut = 0; cut < CUTS; cut += 1) {
    const isAtStart = cut % 2 === 0
    const entries = 1 + random.integer(isAtStart ? COUNT - 1 : Math.min(COUNT - 1, 40))
    const more = random.integer(60)
    const tamper = async (tx: DatabaseTransaction) => {
      const { sequence } = auditEntries
      await tx.delete(auditEntries).where(isAtStart ? lte(sequence, entries) : gt(sequence, COUNT - entries))
      for (let written = 0; written < more; written += 1)
        await appendEntry(tx, { at: new Date(), actor: 'ann', role: 'agent', action: 'signIn', requestId: 'r' })
    }
    const isOverwritten = more >= entries
    const words = isAtStart
      ? `${entries === 1 ? 'Entry 1 is' : `Entries 1 to ${entries} are`} missing before it: deleted, or moved elsewhere.`
      : isOverwritten
        ? 'the audit was rewritten up to here'
        : 'the later entries were cut off'
    const findings = await foundAfter(tamper, isAtStart ? undefined : head)
    const shown = findings.map(({ sequence, why }) => [sequence, why.includes(words)])
    expect(
      shown,
      `SEED=${SEED}, cut ${cut}: ${entries} at the ${isAtStart ? 'start' : 'end'}, then ${more} more`,
    ).toEqual([[isAtStart ? entries + 1 : COUNT, true]])
    found[isAtStart ? 'start' : isOverwritten ? 'afterMore' : 'end'] += 1
  }
  for (const count of Object.values(found)) expect(count).toBeGreaterThan(0)
  tally('cuts of the audit at either end', CUTS)
})

test('verifyAudit reports the first 20 findings and counts all', async () => {
  expect(await foundAfter(everywhere)).toHaveLength(20)
})

test.each([
  sql`update console.audit_entries set reason = 'Something else' where sequence = 1`,
  sql`delete from console.audit_entries where sequence = 1`,
  sql`truncate console.audit_entries`,
])('the database rejects changes to the audit', async (statement) => {
  await expect(store.db.execute(statement)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('append-only') },
  })
  expect((await verifyAudit(store.db)).entries).toBe(COUNT)
})
