/** A page of the open cancels and deletes of all subscriptions, newest first. */
export const unresolvedChanges = (page: number) => ({ state: 'open', page, pageSize: 20 }) as const
