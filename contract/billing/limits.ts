/** The highest page and the most results a page that the billing API takes (section 8; gaps.md). No zod: the browser may import it. */
export const MAX_PAGE = 2 ** 31 - 1
export const MAX_PAGE_SIZE = 100
