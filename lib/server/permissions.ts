import 'server-only'

/** Until people sign in there is one role, and everybody who reaches the console has it. */
const ROLES = ['operator'] as const
export type Role = (typeof ROLES)[number]

/** Who may do what through `/api`. An operation that is not listed here is refused. */
const PERMISSIONS = {
  readSubscription: ['operator'],
  cancelSubscription: ['operator'],
  deleteSubscription: ['operator'],
  readInvoice: ['operator'],
  listTransactions: ['operator'],
  find: ['operator'],
} as const satisfies Record<string, readonly Role[]>

export type ConsoleOperation = keyof typeof PERMISSIONS

export function isAllowed(role: Role, operation: string): boolean {
  const roles = new Map<string, readonly Role[]>(Object.entries(PERMISSIONS)).get(operation)
  return roles?.includes(role) ?? false
}
