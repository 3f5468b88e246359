import { parseExactJson } from '@/contract/exact-json'
import type { z } from 'zod'

/** For tests: checks an operation's response against the contract and decodes it. */
export async function responseOf<Schema extends z.ZodType>(
  schema: Schema,
  text: string | Promise<string | Buffer[]>,
): Promise<z.output<Schema>> {
  return schema.parse(parseExactJson(textOf(await text)))
}

/** For tests: returns the JSON text of a response, also of one in parts. */
export const textOf = (body: string | Buffer[]): string =>
  typeof body === 'string' ? body : Buffer.concat(body).toString()
