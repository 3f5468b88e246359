/** False for a date that stands for none: before 1900, after 2999, or the first instant of 1970. */
export const isUsableDate = (iso: string): boolean => /^(?:19|2\d)\d\d-/.test(iso) && !iso.startsWith('1970-01-01')
