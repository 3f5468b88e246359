import type { z } from 'zod'

/** A field as it was read: undefined when the API sent nothing or null, `Unreadable` when the value could not be parsed. */
export type Field<Value> = Value | Unreadable | undefined

/** A list: `Unreadable` when the value is no list, empty when nothing was sent. */
export type ReadList<Item> = Item[] | Unreadable

/** The schema without `nullish`: the console tolerates missing and null for every field but an id. */
type Declared<Schema> = Schema extends z.ZodOptional<infer Inner> | z.ZodNullable<infer Inner>
  ? Declared<Inner>
  : Schema

type ItemOf<Schema> =
  Schema extends z.ZodObject<infer Shape>
    ? ViewOf<Shape>
    : Schema extends z.ZodArray<infer Item>
      ? ReadList<ItemOf<Item>>
      : never

type FieldOf<Schema> =
  Schema extends z.ZodObject<infer Shape>
    ? ViewOf<Shape>
    : Schema extends z.ZodArray<infer Item>
      ? ReadList<ItemOf<Item>>
      : Schema extends z.ZodBoolean
        ? Field<boolean>
        : Field<string>

/**
 * The view of an object that `contract/billing` declares, field by field. Flags and lists keep their type. Text stays as it was
 * sent, instants are UTC text with milliseconds, and numbers are exact decimal text of any length. A field without a value is
 * absent, so that a response of 20,000 lines does not repeat its name.
 */
export type ViewOf<Shape> = { [Name in keyof Shape]?: FieldOf<Declared<Shape[Name]>> }

/** A view that names each of its fields: a reader that returns it does not compile when it leaves one out. */
export type EveryField<View> = { [Name in keyof Required<View>]: View[Name] }

/** One difference between a response of the billing API and the interface document. */
export interface DriftItem {
  /** The path in the response: `plan.prices[3].price.status`. */
  path: string
  kind: 'missing' | 'unreadable' | 'unknownValue' | 'unknownField' | 'repeated'
  /** The value that was sent, shortened to 200 characters; null when missing. */
  received: string | null
}

/** The most drift items in a response of the console; `total` counts all. */
export const DRIFT_SHOWN = 200

export interface Drift {
  items: DriftItem[]
  total: number
}

/** Replaces a value that could not be parsed: the text that was sent, shortened to 80 characters. */
export interface Unreadable {
  unreadable: string
}
