import type { z } from 'zod'
import type { Unreadable } from './reading'

/** A field as it was read: null where nothing was sent, `Unreadable` where something was that could not be read. */
export type Read<Value> = Value | Unreadable | null

/** A list; unreadable where something else was sent in its place, empty where nothing was. */
export type ReadList<Item> = Item[] | Unreadable

/** Without `nullish`: of every field but an id the console tolerates that it is absent or null. */
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
    ? ViewOf<Shape> | null
    : Schema extends z.ZodArray<infer Item>
      ? ReadList<ItemOf<Item>>
      : Schema extends z.ZodBoolean
        ? Read<boolean>
        : Read<string>

/**
 * What the console shows of an object that `contract/billing` declares, field by field. A flag is a flag, a list a list;
 * text as it was sent, instants normalised to UTC with milliseconds, and numbers as exact decimals of any length are text.
 */
export type ViewOf<Shape> = { [Name in keyof Shape]: FieldOf<Declared<Shape[Name]>> }
