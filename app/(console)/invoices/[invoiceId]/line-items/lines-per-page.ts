/** The page size, and the number of lines in the first HTML of a long invoice. */
export const LINES_PER_PAGE = 100
