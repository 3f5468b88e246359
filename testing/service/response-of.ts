import { parseExactJson } from '@/contract/exact-json'
import type { z } from 'zod'

/** For tests: what an operation answered, held against the contract and decoded by it. */
export async function responseOf<Schema extends z.ZodType>(
  schema: Schema,
  text: string | Promise<string | Buffer[]>,
): Promise<z.output<Schema>> {
  return schema.parse(parseExactJson(textOf(await text)))
}

/** For tests: the JSON text of an answer, also of one in parts. */
export const textOf = (body: string | Buffer[]): string =>
  typeof body === 'string' ? body : Buffer.concat(body).toString()
