import { Invoice } from '@/contract/billing/invoice'
import type { Price } from '@/contract/billing/price'
import { Id } from '@/contract/billing/scalars'
import { ExpandedSubscription } from '@/contract/billing/subscription'
import { Transaction } from '@/contract/billing/transaction'
import { parseExactJson, stringifyExactJson } from '@/contract/exact-json'
import { z } from 'zod'
import { BadLine } from './bad-line'
import { explainIssue, fieldOf } from './explain-issue'
import { lenientWire } from './lenient-wire'

/** Customers are no resource of the interface: this is what the service needs to know of one. */
export const ImportCustomer = z.object({
  id: Id,
  externalId: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  merchantId: Id.optional(),
})

/** A ledger entry (section 2.6) with the customer whose ledger it is in. */
export const ImportTransaction = Transaction.extend({ customerId: Id })

/** One line of an import file: a resource as the billing API returns it. */
export const ImportLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('customer'), data: ImportCustomer }),
  z.object({ kind: z.literal('subscription'), data: ExpandedSubscription }),
  z.object({ kind: z.literal('invoice'), data: Invoice }),
  z.object({ kind: z.literal('transaction'), data: ImportTransaction }),
])

export type ImportCustomer = z.infer<typeof ImportCustomer>
export type ImportTransaction = z.infer<typeof ImportTransaction>
export type ImportLine = z.infer<typeof ImportLine>

/** What a line holds, with its number for the message should it be refused. */
export interface Numbered<Data> {
  number: number
  data: Data
}
export type NumberedLine = ImportLine & { number: number }

const prepare = lenientWire(ImportLine)

/**
 * Reads one line for `merchantId`.
 * @returns the line, and the fields it held that the contract does not know: `subscription.plan.prices[].price.foo`
 * @throws BadLine naming the first field that cannot be taken
 */
export function readImportLine(text: string, number: number, merchantId: string) {
  const wire = parseLine(text, number)
  const unstorable = unstorableText(text, wire)
  if (unstorable)
    throw new BadLine(number, fieldOf(unstorable), 'holds a character that is not text (NUL or half a pair)')

  const { unknownFields, problems } = prepare(wire, merchantId)
  const { data: line, error } = ImportLine.safeParse(wire)
  if (error) {
    const { field, reason } = explainIssue(error.issues, wire)
    throw new BadLine(number, field, reason)
  }
  const [problem] = [...problems, ...disagreements(line), ...unaskableIds(line)]
  if (problem) throw new BadLine(number, problem.field, problem.reason)
  return { line: { ...line, number }, unknownFields: unknownFields.map((field) => field.replace(/^data/, line.kind)) }
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

/** PostgreSQL text holds neither NUL nor half a surrogate pair; in UTF-8 JSON only an escape can write them. */
function unstorableText(text: string, wire: unknown): PropertyKey[] | null {
  return /\\u(0000|[dD][89a-fA-F])/.test(text) ? pathOfUnstorable(wire) : null
}

function pathOfUnstorable(value: unknown): PropertyKey[] | null {
  if (typeof value === 'string') return /\0|\p{Surrogate}/u.test(value) ? [] : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, child] of Object.entries(value)) {
    const path = pathOfUnstorable(child)
    if (path) return [Array.isArray(value) ? Number(name) : name, ...path]
  }
  return null
}

/** A path holds neither `.` nor `..` as a segment, so nothing of such an id could be asked for (gaps.md, Ids). */
function* unaskableIds({ kind, data }: ImportLine): Generator<{ field: string; reason: string }> {
  if (kind === 'transaction') return
  const [field, id] = kind === 'customer' ? ['data.externalId', data.externalId] : ['data.id', data.id]
  if (id === '.' || id === '..') yield { field, reason: `must not be "${id}": nobody could ask for it` }
}

/** Ids that say twice what belongs together. One left null beside its object is filled in; two that differ are refused. */
function* disagreements(line: ImportLine): Generator<{ field: string; reason: string }> {
  if (line.kind === 'subscription') {
    const { plan, planId } = line.data
    if (planId !== plan.id) yield differs('data.planId', plan.id)
    for (const [position, { price }] of plan.prices.entries()) {
      yield* billableDisagreement(price, `data.plan.prices[${position}].price`)
    }
    for (const name of ['basePlanPrice', 'basePlanPriceQuarterly', 'basePlanPriceAnnually'] as const) {
      const price = plan[name]
      if (!price) continue
      plan[`${name}Id`] ??= price.id
      if (plan[`${name}Id`] !== price.id) yield differs(`data.plan.${name}Id`, price.id)
      yield* billableDisagreement(price, `data.plan.${name}`)
    }
  }
  if (line.kind === 'invoice') {
    const seen = new Set<string>()
    for (const [position, item] of line.data.invoiceLineItems.entries()) {
      const path = `data.invoiceLineItems[${position}]`
      if (item.invoiceId !== line.data.id) yield differs(`${path}.invoiceId`, line.data.id)
      if (seen.has(item.id)) yield { field: `${path}.id`, reason: `is the id of an earlier line item: "${item.id}"` }
      seen.add(item.id)
    }
  }
}

function* billableDisagreement(price: Price, path: string) {
  if (!price.billable) return
  price.billableId ??= price.billable.id
  if (price.billableId !== price.billable.id) yield differs(`${path}.billableId`, price.billable.id)
}

function differs(field: string, expected: string) {
  return { field, reason: `does not match the object beside it, whose id is "${expected}"` }
}
