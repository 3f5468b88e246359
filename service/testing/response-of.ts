import { parseExactJson } from '@/contract/exact-json'
import type { z } from 'zod'

/** For tests: what an operation answered, held against the contract and decoded by it. */
export async function responseOf<Schema extends z.ZodType>(
  schema: Schema,
  text: string | Promise<string>,
): Promise<z.output<Schema>> {
  return schema.parse(parseExactJson(await text))
}
