import { sql } from 'drizzle-orm'
import { typesOfKind } from '../../domain/whole-ledger/part-kind'

const listOf = (types: readonly (string | null)[]) =>
  sql.join(
    types.map((type) => sql`${type}`),
    sql`, `,
  )

/** The types of allocations and reloads, as the list of an SQL `in`. */
export const ADDING_TYPES = listOf(typesOfKind('added'))
