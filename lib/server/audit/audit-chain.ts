import { and, desc, eq, getTableColumns, gte, inArray, lte, or } from 'drizzle-orm'
import { ACTIVITY_SCOPES } from '@/contract/console/roles'
import type { Database } from '@/database/open-database'
import { type Actor, isSignedIn } from '../actor'
import { auditEntries } from '../store/schema'
import { type AuditEntry, entryHash, instantText } from './append-entry'
import { CANCELLATIONS } from './read-activity'

/** An entry of the chain. What the role may not see of it is left out, and only its hashes tell that it was there. */
export interface ChainedEntry {
  sequence: number
  previousHash: string
  hash: string
  /** All fields of the entry, from which its hash is computed. */
  entry?: AuditEntry
  /** The fields that the role may see of an entry, if not all. */
  part?: Pick<AuditEntry, 'at' | 'actor' | 'action' | 'objectKind' | 'objectId' | 'reason' | 'ticket' | 'outcome'>
}

export interface AuditChain {
  /** In order, from the first entry about the objects to the last; the newest `MAX_CHAINED`. */
  entries: ChainedEntry[]
  /** True when older entries about the objects are left out. */
  isCut: boolean
  /** How many of the newest `MAX_SHOWN` entries about the objects the role may not see. */
  hidden: number
}

const MAX_SHOWN = 500
const MAX_CHAINED = 10_000

/**
 * Returns the newest audit entries about these objects as the actor's role may see them, with the hashes of those that it may not see
 * and of all entries between them.
 */
export async function readAuditChain(
  db: Pick<Database, 'select'>,
  actor: Actor,
  objects: readonly { kind: string; ids: readonly string[] }[],
  most = MAX_CHAINED,
): Promise<AuditChain> {
  if (!isSignedIn(actor)) return { entries: [], isCut: false, hidden: 0 }
  const { sequence, previousHash, hash, objectKind, objectId } = auditEntries
  const columns = { ...getTableColumns(auditEntries), at: instantText(auditEntries.at) }
  const about = objects.map(({ kind, ids }) => and(eq(objectKind, kind), inArray(objectId, [...ids])))
  const found = await db
    .select(columns)
    .from(auditEntries)
    .where(or(...about))
    .orderBy(desc(sequence))
    .limit(MAX_SHOWN + 1)
  const newest = found.slice(0, MAX_SHOWN)
  const [last, first] = [newest[0]?.sequence, newest.at(-1)?.sequence]
  if (first === undefined || last === undefined) return { entries: [], isCut: false, hidden: 0 }
  const shown = new Map(newest.map((row) => [row.sequence, shownOf(actor, row)]))
  const chain = await db
    .select({ sequence, previousHash, hash })
    .from(auditEntries)
    .where(and(gte(sequence, first), lte(sequence, last)))
    .orderBy(desc(sequence))
    .limit(most)
  return {
    entries: chain.toReversed().map((link) => ({ ...link, ...shown.get(link.sequence) })),
    isCut: found.length > MAX_SHOWN || (chain.at(-1)?.sequence ?? 0) > first,
    hidden: [...shown.values()].filter((as) => as === null).length,
  }
}

/** Returns what the actor's role may see of an entry (`ACTIVITY_SCOPES`); null for nothing. */
function shownOf(
  actor: Actor & { role: keyof typeof ACTIVITY_SCOPES },
  entry: AuditEntry,
): Pick<ChainedEntry, 'entry' | 'part'> | null {
  const scope = ACTIVITY_SCOPES[actor.role]
  if (scope === 'all' || (scope === 'own' && entry.actor === actor.name)) return { entry }
  if (scope === 'own' || !CANCELLATIONS.some((action) => action === entry.action)) return null
  const { at, actor: by, action, objectKind, objectId, reason, ticket, outcome } = entry
  return { part: { at, actor: by, action, objectKind, objectId, reason, ticket, outcome } }
}

/** Returns the numbers of entries whose hash does not follow from their fields or from the entry before. */
export function brokenLinks(entries: readonly ChainedEntry[]): number[] {
  return entries.flatMap(({ sequence, previousHash, hash, entry }, index) => {
    const before = entries[index - 1]
    const isNext = before === undefined || (sequence === before.sequence + 1 && previousHash === before.hash)
    const isOwn = entry === undefined || (entry.sequence === sequence && entryHash(previousHash, entry) === hash)
    return isNext && isOwn ? [] : [sequence]
  })
}
