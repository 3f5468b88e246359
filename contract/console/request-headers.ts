/*
 * The headers that the console's pages send to its own `/api`. Without zod, because the browser loads it too.
 */

/** Every request except GET carries this header, which a form or another site cannot send without CORS. */
export const CSRF_HEADER = { name: 'x-billing-console', value: '1' } as const
/** The header with the name of the user that a page was rendered for, percent-encoded. */
export const PAGE_USER_HEADER = 'x-billing-console-user'
