import { asc, getTableColumns, gt } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { auditEntries } from '@/lib/store/schema'
import { entryHash, FIRST_PREVIOUS_HASH, instantText } from '@/lib/store/append-entry'

/** The last entry's sequence and hash: a copy kept elsewhere proves that nothing up to it was changed. */
export interface AuditHead {
  sequence: number
  hash: string
}

export interface AuditVerdict {
  /** The number of entries. */
  entries: number
  /** The newest entry; null when the audit is empty. */
  head: AuditHead | null
  /** The first 20 entries that show tampering, with the reason; empty when the audit is intact. */
  findings: { sequence: number; why: string }[]
  /** The number of all findings. */
  found: number
}

const BATCH_SIZE = 500
const MAX_FINDINGS = 20

/**
 * Reads the whole audit in batches and reports every entry whose hash does not match its fields and the previous hash.
 * @param given a head that was kept elsewhere, which also detects a truncated or completely rewritten audit
 */
export async function verifyAudit(db: Database | DatabaseTransaction, given?: AuditHead): Promise<AuditVerdict> {
  const verdict: AuditVerdict = { entries: 0, head: null, findings: [], found: 0 }
  const report = (sequence: number, why: string) => {
    verdict.found += 1
    if (verdict.findings.length < MAX_FINDINGS) verdict.findings.push({ sequence, why })
  }
  let hasGivenHead = false
  for await (const row of rowsOf(db)) {
    const why = findTampering(row, verdict.head)
    if (why !== null) report(row.sequence, why)
    if (row.sequence === given?.sequence) {
      hasGivenHead = true
      if (row.hash !== given.hash) report(row.sequence, describeRewrite(row, given))
    }
    verdict.entries += 1
    if (row.sequence > 0) verdict.head = { sequence: row.sequence, hash: row.hash }
  }
  if (given && !hasGivenHead) report(given.sequence, describeMissing(given, verdict.head))
  return verdict
}

type Row = Awaited<ReturnType<typeof readRows>>[number]

async function* rowsOf(db: Database | DatabaseTransaction): AsyncGenerator<Row> {
  let rows = await readRows(db, undefined)
  while (rows.length > 0) {
    yield* rows
    const last = rows.at(-1)?.sequence
    // Larger sequences are not exact numbers, and the loop would not end.
    if (!Number.isSafeInteger(last)) return
    rows = await readRows(db, last)
  }
}

const readRows = (db: Database | DatabaseTransaction, after: number | undefined) =>
  db
    .select({ ...getTableColumns(auditEntries), at: instantText(auditEntries.at) })
    .from(auditEntries)
    .where(after === undefined ? undefined : gt(auditEntries.sequence, after))
    .orderBy(asc(auditEntries.sequence))
    .limit(BATCH_SIZE)

function findTampering(row: Row, before: AuditHead | null): string | null {
  const { sequence, previousHash, hash } = row
  const expected = (before?.sequence ?? 0) + 1
  if (sequence < expected) return 'The console never writes this entry number: the entry was inserted.'
  if (entryHash(previousHash, row) !== hash)
    return 'Its content does not match its hash: it was changed after it was written, or was inserted.'
  if (sequence > expected)
    return `${formatRange(expected, sequence - 1)} missing before it: deleted, or moved elsewhere.`
  if (previousHash === (before?.hash ?? FIRST_PREVIOUS_HASH)) return null
  return before === null
    ? 'It is the first entry, but names a previous one: it was changed and rehashed.'
    : `Its previous hash does not match entry ${before.sequence}: one of the two was changed and rehashed.`
}

const formatRange = (first: number, last: number) =>
  first === last ? `Entry ${first} is` : `Entries ${first} to ${last} are`

const describeRewrite = ({ hash }: Row, given: AuditHead) =>
  `Its hash was ${given.hash} when the head was noted, and is ${hash}: the audit was rewritten up to here, or further.`

const describeMissing = (given: AuditHead, last: AuditHead | null) =>
  last !== null && last.sequence > given.sequence
    ? 'The noted head names this entry, but it is missing: it was deleted.'
    : `The noted head names this entry, but the audit ends ${last === null ? 'before its first entry' : `with entry ${last.sequence}`}: the later entries were cut off.`
