/** The length of a new password in characters. One character may take two UTF-16 units. */
export const MIN_PASSWORD_CHARS = 15
export const MAX_PASSWORD_CHARS = 256
export const MAX_PASSWORD_UNITS = 2 * MAX_PASSWORD_CHARS
