import { createParser } from 'nuqs/server'
import { typedDay } from '@/lib/time/typed-day'

/** Parses a text filter of the URL; a value that is not allowed counts as absent. */
export const parseAsFilterText = (maxChars: number) =>
  createParser({
    parse: (text) => {
      const sought = text.trim().slice(0, maxChars)
      return sought === '' || /[\p{Cc}\p{Cs}]/u.test(sought) ? null : sought
    },
    serialize: String,
  })

/** A UTC day: "2026-10-01". */
export const DAY = String.raw`\d{4}-\d\d-\d\d`

/** Parses a text of this form whose days exist; any other text counts as absent. */
export const parseAsForm = (form: string) =>
  createParser({
    parse: (text) => {
      const isOfForm = new RegExp(`^(${form})$`).test(text)
      return isOfForm && (text.match(new RegExp(DAY, 'g')) ?? []).every((day) => typedDay(day) !== null) ? text : null
    },
    serialize: String,
  })
