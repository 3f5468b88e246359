/** Text as every database gives it back: PostgreSQL takes no NUL, and UTF-8 no half of a surrogate pair. */
export const storableText = (text: string): string => text.replaceAll(/[\0\p{Cs}]/gu, '\uFFFD')
