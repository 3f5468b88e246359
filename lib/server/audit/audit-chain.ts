import { and, asc, desc, eq, getTableColumns, gte, inArray, lte, or } from 'drizzle-orm'
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

interface AuditChain {
  /** In order, from the first shown entry to the last; not more than `MAX_CHAINED`. */
  entries: ChainedEntry[]
  /** True when older entries about the objects, or entries at the end, are left out. */
  isCut: boolean
}

const MAX_SHOWN = 500
const MAX_CHAINED = 10_000

/** Returns the newest audit entries about these objects as the actor's role may see them, with the hashes of all entries between them. */
export async function readAuditChain(
  db: Pick<Database, 'select'>,
  actor: Actor,
  objects: readonly { kind: string; ids: readonly string[] }[],
): Promise<AuditChain> {
  if (!isSignedIn(actor)) return { entries: [], isCut: false }
  const { sequence, previousHash, hash, objectKind, objectId } = auditEntries
  const columns = { ...getTableColumns(auditEntries), at: instantText(auditEntries.at) }
  const about = objects.map(({ kind, ids }) => and(eq(objectKind, kind), inArray(objectId, [...ids])))
  const found = await db
    .select(columns)
    .from(auditEntries)
    .where(or(...about))
    .orderBy(desc(sequence))
    .limit(MAX_SHOWN + 1)
  const shown = new Map(found.slice(0, MAX_SHOWN).map((row) => [row.sequence, shownOf(actor, row)]))
  const numbers = [...shown].flatMap(([number, as]) => (as === null ? [] : number))
  const [last, first] = [numbers[0], numbers.at(-1)]
  if (first === undefined || last === undefined) return { entries: [], isCut: false }
  const chain = await db
    .select({ sequence, previousHash, hash })
    .from(auditEntries)
    .where(and(gte(sequence, first), lte(sequence, last)))
    .orderBy(asc(sequence))
    .limit(MAX_CHAINED)
  const entries = chain.map((link) => ({ ...link, ...shown.get(link.sequence) }))
  return { entries, isCut: found.length > MAX_SHOWN || (chain.at(-1)?.sequence ?? 0) < last }
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
