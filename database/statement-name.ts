import type { ClientBase } from 'pg'

const unnamed = new WeakSet<ClientBase>()

/** Has all statements of a connection sent without names. */
export function useUnnamedStatements(client: ClientBase): void {
  unnamed.add(client)
}

/**
 * Returns the name of a prepared statement on a connection; empty for one that is not prepared. A pooler in transaction
 * mode may run the next statement on another server connection, which does not know the name.
 */
export const statementName = (client: ClientBase, name: string): string => (unnamed.has(client) ? '' : name)
