/** Replaces characters that cannot be stored: NUL in PostgreSQL, and lone surrogates in UTF-8. */
export const storableText = (text: string): string => text.replaceAll(/[\0\p{Cs}]/gu, '\uFFFD')
