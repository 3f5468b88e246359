import { sql } from 'drizzle-orm'
import { PART_KINDS } from '@/contract/console/whole-ledger'
import { typesOfKind } from '../../../domain/ledger/transaction-kind'

/** The group of the column `type`, as `partKindOf` returns it. */
export const KIND_OF_TYPE = sql`case type ${sql.join(
  PART_KINDS.flatMap((kind) => typesOfKind(kind).map((type) => sql`when ${type} then ${kind}`)),
  sql` `,
)} else 'other' end`
