/** Returns the name and message of a store's failure, without the statement: its parameters are names and IDs of customers. */
export function storeFailure(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown'
}
