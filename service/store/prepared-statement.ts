import type { Database } from './open'

/** A statement that is built once for each open store; each of its connections prepares it on first use. */
export function preparedStatement<Statement>(
  name: string,
  build: (db: Database, name: string) => Statement,
): (db: Database) => Statement {
  const statements = new WeakMap<Database, Statement>()
  return (db) => {
    const known = statements.get(db)
    if (known !== undefined) return known
    const statement = build(db, name)
    statements.set(db, statement)
    return statement
  }
}
