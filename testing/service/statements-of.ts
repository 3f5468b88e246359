import { Client } from 'pg'
import { vi } from 'vitest'
import { z } from 'zod'

/** A statement as it was sent to PostgreSQL. */
export interface Statement {
  text: string
  values: unknown[]
}

const Sent = z.union([
  z.tuple([z.looseObject({ text: z.string(), values: z.array(z.unknown()).optional() })]).rest(z.unknown()),
  z.tuple([z.string()]).rest(z.unknown()),
])

/** For tests: runs something and returns every statement that it sent to any database. */
export async function statementsOf(run: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(Client.prototype, 'query')
  try {
    await run()
    return query.mock.calls.map((call) => {
      const [sent, more] = Sent.parse(call)
      const text = typeof sent === 'string' ? sent : sent.text
      const values = typeof sent === 'string' ? more : (sent.values ?? more)
      return { text, values: Array.isArray(values) ? values : [] }
    })
  } finally {
    query.mockRestore()
  }
}
