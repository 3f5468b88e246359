import { whyNotAskable } from '@/contract/askable-id'
import { Invoice } from '@/contract/billing/invoice'
import { Id, Timestamp } from '@/contract/billing/scalars'
import { ExpandedSubscription } from '@/contract/billing/subscription'
import { Transaction } from '@/contract/billing/transaction'
import { isJsonObject, parseExactJson, stringifyExactJson } from '@/contract/exact-json'
import { z } from 'zod'
import { Contradiction } from '../domain/shared-objects'
import { BadLine } from './bad-line'
import { explainIssue } from './explain-issue'
import { settleWire, type Problem } from './settle-wire'
import { storableLine, type StorableLine } from './storable-line'
import { unstorableIn } from './unstorable-in'

/** Customers are no resource of the interface: this is what the service needs to know of one. */
export const ImportCustomer = z.looseObject({
  id: Id,
  externalId: Id,
  name: z.string().nullish(),
  email: z.string().nullish(),
  merchantId: Id.nullish(),
  updatedAt: Timestamp.nullish(),
})

/** One line of an import file: a resource as the billing API returns it. Beside it there is no place for anything. */
export const ImportLine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('customer'), data: ImportCustomer }),
  z.strictObject({ kind: z.literal('subscription'), data: ExpandedSubscription }),
  z.strictObject({ kind: z.literal('invoice'), data: Invoice }),
  z.strictObject({ kind: z.literal('transaction'), data: Transaction }),
])

export type ImportCustomer = z.infer<typeof ImportCustomer>
export type ImportLine = z.infer<typeof ImportLine>
/** What a line comes to, with its number for the message should it be refused. */
export type NumberedLine = StorableLine & { number: number }

const settle = settleWire(ImportLine)

/**
 * Reads one line for `merchantId`. Nothing it holds is dropped or shortened: fields the contract does not know are kept
 * with the rest, at any depth.
 * @throws BadLine naming the first field that cannot be kept
 */
export function readImportLine(text: string, number: number, merchantId: string): NumberedLine {
  const wire = parseLine(text, number)
  const unstorable = unstorableIn(text, wire)
  if (unstorable) throw new BadLine(number, unstorable.field, unstorable.reason)

  const problems = settle(wire, merchantId)
  const { data: line, error } = ImportLine.safeParse(wire)
  const [problem] = problems
  if (error && !problem) {
    const { field, reason } = explainIssue(error.issues, wire)
    throw new BadLine(number, field, reason)
  }
  if (problem) throw new BadLine(number, problem.field, problem.reason)
  if (!line || !isJsonObject(wire) || !isJsonObject(wire.data)) throw new TypeError('the contract let a line through')
  const [disagreement] = [...unaskableIds(line), ...disagreements(line)]
  if (disagreement) throw new BadLine(number, disagreement.field, disagreement.reason)
  try {
    return { ...storableLine(line, wire.data, merchantId), number }
  } catch (refusal) {
    if (refusal instanceof RangeError) throw new BadLine(number, null, 'is nested too deeply')
    if (refusal instanceof Contradiction) throw new BadLine(number, refusal.field, refusal.reason)
    throw refusal
  }
}

/** The text of a line, in its canonical form. @throws ZodError where `line` is not one */
export function writeImportLine(line: ImportLine): string {
  return stringifyExactJson(z.encode(ImportLine, line))
}

function parseLine(text: string, number: number): unknown {
  try {
    return parseExactJson(text)
  } catch (error) {
    if (error instanceof RangeError) throw new BadLine(number, null, 'is nested too deeply')
    if (error instanceof SyntaxError) throw new BadLine(number, null, `is not JSON: ${error.message}`)
    throw error
  }
}

/** What is stored under an id that no path can hold could never be read. */
function* unaskableIds({ kind, data }: ImportLine): Generator<Problem> {
  if (kind === 'transaction') return
  const [field, id] = kind === 'customer' ? ['data.externalId', data.externalId] : ['data.id', data.id]
  const reason = whyNotAskable(id)
  if (reason !== null) yield { field, reason: `${reason}: nobody could ask for it` }
}

/** What must be said, and what is said twice and does not agree. */
function* disagreements({ kind, data }: ImportLine): Generator<Problem> {
  if (kind === 'subscription' && (data.planId ?? data.plan?.id) === undefined)
    yield { field: 'data.planId', reason: 'is missing, and so is data.plan: one of them must name the plan' }
  if (kind !== 'invoice') return
  const positions = new Map<string, number>()
  for (const [position, item] of (data.invoiceLineItems ?? []).entries()) {
    const at = `data.invoiceLineItems[${position}]`
    const invoiceId = item.invoiceId ?? data.id
    if (invoiceId !== data.id)
      yield {
        field: `${at}.invoiceId`,
        reason: `does not match data.id: it is ${JSON.stringify(invoiceId)} here and ${JSON.stringify(data.id)} there`,
      }
    const earlier = positions.get(item.id)
    if (earlier !== undefined)
      yield { field: `${at}.id`, reason: `is the id of data.invoiceLineItems[${earlier}] as well: "${item.id}"` }
    positions.set(item.id, position)
  }
}
