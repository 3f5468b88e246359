import { getHeapStatistics } from 'node:v8'
import type { z } from 'zod'
import { idProblem } from '@/contract/requestable-id'
import { isJsonObject, parseExactJson } from '@/contract/exact-json'
import { DOCUMENT_LIMITS, JsonLimitError } from '@/contract/json-limits'
import { DECIMAL_DIGITS, JsonNumber } from '@/contract/billing/scalars'
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
  const { data: line, error } = ImportLine.safeParse(wire)
  const [problem] = problems
  if (error && !problem) {
    const { field, reason } = explainIssue(error.issues, wire)
    throw new BadLine(number, field, reason)
  }
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

type Issue = z.core.$ZodIssue

/** `['data', 'prices', 3, 'price']` → `data.prices[3].price`; null for the root. */
function fieldOf(path: readonly PropertyKey[]): string | null {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return text ? text.replace(/^\./, '') : null
}

/** Describes the first issue: the field, what it must be, and what was sent. */
function explainIssue(issues: readonly Issue[], wire: unknown): { field: string | null; reason: string } {
  const [first] = issues
  if (!first) throw new TypeError('a refusal without an issue')
  const issue = bestMatchingIssue(first)
  const received = valueAt(wire, issue.path)
  const but = issue.code === 'unrecognized_keys' ? '' : inWords(received)
  return { field: fieldOf(issue.path), reason: `${demandOf(issue, received)}${but}` }
}

/** Returns the issue of the union member that matches best, with its path from the root. */
function bestMatchingIssue(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const branches = issue.errors.map((errors) => ({ errors, depth: Math.max(...errors.map((e) => e.path.length)) }))
  const [nearest] = branches.toSorted((a, b) => a.errors.length - b.errors.length || b.depth - a.depth)
  const inner = nearest?.errors[0]
  if (!inner || inner.path.length === 0) return issue
  return bestMatchingIssue({ ...inner, path: [...issue.path, ...inner.path] })
}

function demandOf(issue: Issue, received: unknown): string {
  if (received === undefined) return 'is missing'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${issue.expected === 'JsonNumber' || issue.expected === 'int' ? 'a whole number' : aOrAn(issue.expected)}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'invalid_union':
      if ('options' in issue)
        return `must be one of ${issue.options?.map((option) => JSON.stringify(option)).join(', ')}`
      return expectsNumber(issue) ? 'must be a number' : 'has none of the allowed shapes'
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`
    case 'invalid_format':
      if (issue.format === 'datetime') return 'must be an ISO 8601 instant with its zone'
      if (issue.format === 'regex')
        return `must be a number of at most ${DECIMAL_DIGITS.before} digits before and ${DECIMAL_DIGITS.after} after the point`
      return issue.message
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : issue.message
    case 'too_big':
      return issue.origin === 'string' ? `must have at most ${issue.maximum} characters` : issue.message
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return issue.message
  }
}

function expectsNumber(issue: z.core.$ZodIssueInvalidUnion): boolean {
  return issue.errors.flat().some((error) => error.code === 'invalid_type' && error.expected === 'JsonNumber')
}

const aOrAn = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

function valueAt(wire: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    wire,
  )
}

function inWords(received: unknown): string {
  if (received === undefined) return ''
  if (received instanceof JsonNumber) return `, but is ${shortened(received.text)}`
  if (Array.isArray(received)) return ', but is an array'
  if (typeof received === 'object' && received !== null) return ', but is an object'
  return `, but is ${shortened(JSON.stringify(received))}`
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
