/*
 * Filters of a list as plain data that browser and server import. From a filter follow its parameter in the URL, its control, and
 * its schema and SQL (`lib/core/server/filters.ts`).
 */

type Choices = Readonly<Record<string, string>>

/** What a filter takes, which decides its control. */
type FilterValue =
  | { kind: 'text'; maxChars: number }
  /** A text whose known values are choices with labels. */
  | { kind: 'knownText'; maxChars: number; choices: Choices }
  | { kind: 'choice'; choices: Choices }
  /** The ID of an object, whole; a day in the zone of the page, of which the server gets the instant. */
  | { kind: 'id' | 'day' }
  /** A UTC month. @param none the choice of rows without a date */
  | { kind: 'month'; none?: string }
  /** A run of `readThese`. */
  | { kind: 'run'; choices?: Choices }

/** Selects rows: a column that has the value or contains it, ignoring case, or a rule of the server by its name. */
type Comparison<Column extends string, Rule extends string> =
  | { comparison: 'contains'; columns: readonly Column[] }
  | { comparison: 'equals'; column: Column }
  | { comparison: Rule }

export type Filter<Column extends string = string, Rule extends string = string> = FilterValue &
  Comparison<Column, Rule> & {
    label: string
    placeholder?: string
    /** For OpenAPI and assistants, where they get the list. */
    description?: string
  }

/** The filters of a list by name; `text` is its search. */
export type Filters<Column extends string = string, Rule extends string = string> = {
  readonly text: Filter<Column, Rule>
} & Readonly<Record<string, Filter<Column, Rule>>>
