/** The input for a page of the open changes of all subscriptions, newest first. */
export const unresolvedChanges = (page: number) => ({ state: 'open', page, pageSize: 20 }) as const
