import { createParser } from 'nuqs/server'
import { typedDay } from '@/lib/time/typed-day'

/** Returns a parser of a text of the URL; a value that `parse` refuses with null counts as absent. */
export const parserOf = (parse: (text: string) => string | null) => createParser({ parse, serialize: String })

/** Parses a text filter of the URL. */
export const parseAsFilterText = (maxChars: number) =>
  parserOf((text) => {
    const sought = text.trim().slice(0, maxChars)
    return sought === '' || /[\p{Cc}\p{Cs}]/u.test(sought) ? null : sought
  })

/** Longer than any unit ID or name. */
const LONGEST_POOL = 600

/** Parses the key of a pool, as lib/ledger/pool.ts builds it. */
export const parseAsPool = parserOf((text) => (text.length > 0 && text.length <= LONGEST_POOL ? text : null))

/** A UTC day: "2026-10-01". */
export const DAY = String.raw`\d{4}-\d\d-\d\d`

/** Parses a text of this form whose days exist. */
export const parseAsForm = (form: string) =>
  parserOf((text) => {
    const isOfForm = new RegExp(`^(${form})$`).test(text)
    return isOfForm && (text.match(new RegExp(DAY, 'g')) ?? []).every((day) => typedDay(day) !== null) ? text : null
  })
