import { createParser } from 'nuqs/server'

/** Parses a text filter of the URL; a value that is not allowed counts as absent. */
export const parseAsFilterText = (maxChars: number) =>
  createParser({
    parse: (text) => {
      const sought = text.trim().slice(0, maxChars)
      return sought === '' || /[\p{Cc}\p{Cs}]/u.test(sought) ? null : sought
    },
    serialize: String,
  })
