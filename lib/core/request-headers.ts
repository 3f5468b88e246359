/*
 * The headers between the console's pages and its own `/api`. Without zod, because the browser loads it too.
 */

/** Every request except GET carries this header, which a form or another site cannot send without CORS. */
export const CSRF_HEADER = { name: 'x-billing-console', value: '1' } as const
/** The header with the name of the user that a page was rendered for, percent-encoded. */
export const PAGE_USER_HEADER = 'x-billing-console-user'
/** Each response names the build of the console that sent it. */
export const BUILD_HEADER = 'x-billing-console-build'
/** The build that this code belongs to, which `next.config.mjs` puts in: a hash of its sources. */
export const BUILD = process.env.SOURCES_HASH ?? 'unknown'
