import { getHeapStatistics } from 'node:v8'
import type { z } from 'zod'
import { idProblem } from '@/contract/requestable-id'
import { isJsonObject, parseExactJson } from '@/contract/exact-json'
import { DOCUMENT_LIMITS, JsonLimitError } from '@/contract/json-limits'
import { JsonNumber } from '@/contract/billing/scalars'
import { Contradiction } from '../domain/shared-objects'
import { BadLine } from './line-reader'
import { ImportLine } from './import-line'
import { normalizeImportedData, type Problem } from './normalize-imported-data'
import { type NumberedLine, storableLine } from './storable-line'

const LIMITS = {
  ...DOCUMENT_LIMITS,
  // Deeper than any resource, and within the limits of databases and other readers.
  depth: 200,
  memory: getHeapStatistics().heap_size_limit / 2,
}

const normalize = normalizeImportedData(ImportLine)

/**
 * Reads one line for `merchantId`. It keeps everything, including unknown fields at any depth.
 * @throws BadLine that names the first field that cannot be stored
 */
export function readImportLine(text: string, number: number, merchantId: string): NumberedLine {
  const wire = parseLine(text, number)
  const unstorable = unstorableIn(text, wire)
  if (unstorable) throw new BadLine(number, unstorable.field, unstorable.reason)

  const problems = normalize(wire, merchantId)
  const { data: line, error } = ImportLine.safeParse(wire, { error: inOurWords })
  const issues = error?.issues.map(({ path, message }) => ({ field: fieldOf(path), reason: message })) ?? []
  const [problem] = [...problems, ...issues]
  if (problem) throw new BadLine(number, problem.field, problem.reason)
  if (!line || !isJsonObject(wire) || !isJsonObject(wire.data))
    throw new TypeError('the contract accepted an invalid line')
  const [disagreement] = [...unrequestableIds(line), ...disagreements(line)]
  if (disagreement) throw new BadLine(number, disagreement.field, disagreement.reason)
  try {
    return { ...storableLine(line, wire.data, merchantId), number }
  } catch (refusal) {
    if (refusal instanceof Contradiction) throw new BadLine(number, refusal.field, refusal.reason)
    throw refusal
  }
}

function parseLine(text: string, number: number): unknown {
  try {
    return parseExactJson(text, LIMITS)
  } catch (error) {
    if (error instanceof JsonLimitError) throw new BadLine(number, null, error.message)
    if (error instanceof SyntaxError) throw new BadLine(number, null, `is not JSON: ${error.message}`)
    throw error
  }
}

/** Finds ids that no path can hold: their objects could never be requested. */
function* unrequestableIds({ kind, data }: ImportLine): Generator<Problem> {
  if (kind === 'transaction') return
  const [field, id] = kind === 'customer' ? ['data.externalId', data.externalId] : ['data.id', data.id]
  const reason = idProblem(id)
  if (reason !== null) yield { field, reason: `${reason}, so it could never be requested` }
}

/** Finds missing required fields, and ids that contradict each other. */
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

/** `['data', 'prices', 3, 'price']` → `data.prices[3].price`; null for the root. */
function fieldOf(path: readonly PropertyKey[]): string | null {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return text ? text.replace(/^\./, '') : null
}

/** Says what a field must be, and what was sent. Other issues have the words of zod. */
const inOurWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys') return `has unknown fields: ${issue.keys.join(', ')}`
  // The kinds of lines. Its input is the whole line.
  if (issue.code === 'invalid_union' && Array.isArray(issue.options)) return `must be ${oneOf(issue.options)}`
  if (issue.input === undefined) return 'is missing'
  const demand = demandOf(issue)
  return demand && `must ${demand}, but is ${inWords(issue.input)}`
}

function demandOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`
    case 'invalid_value':
      return `be ${oneOf(issue.values)}`
    case 'invalid_union':
      // The only other union is that of amounts.
      return 'be a number'
    case 'invalid_format':
      return issue.format === 'datetime' ? 'be an ISO 8601 instant with its zone' : undefined
    case 'too_small':
      return issue.origin === 'string' ? 'not be empty' : undefined
    case 'too_big':
      return issue.origin === 'string' ? `have at most ${issue.maximum} characters` : undefined
    default:
      return undefined
  }
}

const oneOf = (values: readonly unknown[]) =>
  (values.length > 1 ? 'one of ' : '') + values.map((value) => JSON.stringify(value)).join(', ')

function inWords(received: unknown): string {
  if (received instanceof JsonNumber) return shortened(received.text)
  if (Array.isArray(received)) return 'an array'
  if (typeof received === 'object' && received !== null) return 'an object'
  return shortened(JSON.stringify(received))
}

const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

/**
 * Returns the first text of a line that the database could not return: with NUL or half a surrogate pair. In UTF-8 JSON only an
 * escape can write these.
 */
function unstorableIn(text: string, wire: unknown): Problem | null {
  const found = /\\u(0000|[dD][89a-fA-F])/.test(text) ? search(wire) : null
  return found && { field: fieldOf(found.path), reason: found.reason }
}

interface Found {
  path: PropertyKey[]
  reason: string
}

const NOT_TEXT = 'contains NUL or half of a surrogate pair'
const isText = (text: string) => !/\0|\p{Surrogate}/u.test(text)

function search(value: unknown): Found | null {
  if (typeof value === 'string') return isText(value) ? null : { path: [], reason: NOT_TEXT }
  const entries = Array.isArray(value) ? value.entries() : isJsonObject(value) ? Object.entries(value) : []
  for (const [name, child] of entries) {
    if (typeof name === 'string' && !isText(name)) return { path: [], reason: `has a field whose name ${NOT_TEXT}` }
    const found = search(child)
    if (found) return { ...found, path: [name, ...found.path] }
  }
  return null
}
