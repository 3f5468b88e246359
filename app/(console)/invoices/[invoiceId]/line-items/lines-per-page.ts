/** Lines shown at once, and put in the first HTML of a long invoice. */
export const LINES_PER_PAGE = 100
