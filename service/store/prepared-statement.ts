import { randomBytes } from 'node:crypto'
import type { Database } from './open'

/**
 * A statement that is built once for each open store. Its name is unique to the store: in the embedded database all
 * connections share one session, where a name may be used by one of them only.
 */
export function preparedStatement<Statement>(
  name: string,
  build: (db: Database, uniqueName: string) => Statement,
): (db: Database) => Statement {
  const statements = new WeakMap<Database, Statement>()
  return (db) => {
    const known = statements.get(db)
    if (known !== undefined) return known
    const statement = build(db, `${name}_${randomBytes(8).toString('hex')}`)
    statements.set(db, statement)
    return statement
  }
}
