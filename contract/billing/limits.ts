/** Highest page and page size of the billing API (section 8; gaps.md). Without zod, so that the browser can import it. */
export const MAX_PAGE = 2 ** 31 - 1
export const MAX_PAGE_SIZE = 100
