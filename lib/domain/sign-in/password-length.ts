/** Of a password that may be chosen. Characters as people count them: one may take two units of a string. */
export const FEWEST_PASSWORD_CHARS = 15
export const MOST_PASSWORD_CHARS = 256
export const MOST_PASSWORD_UNITS = 2 * MOST_PASSWORD_CHARS
