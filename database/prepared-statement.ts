import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Session } from './on-connection'
import { statementName } from './statement-name'

/** Returns a statement that is built once per connection and prepared on first use. */
export function preparedStatement<Statement>(
  name: string,
  build: (session: NodePgDatabase, name: string) => Statement,
): (session: Session) => Statement {
  const statements = new WeakMap<NodePgDatabase, Statement>()
  return (session) => {
    const known = statements.get(session)
    if (known !== undefined) return known
    const statement = build(session, statementName(session.$client, name))
    statements.set(session, statement)
    return statement
  }
}
