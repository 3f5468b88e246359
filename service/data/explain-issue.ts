import { DECIMAL_DIGITS, JsonNumber } from '@/contract/billing/scalars'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** `['data', 'prices', 3, 'price']` → `data.prices[3].price`; null for the root. */
export function fieldOf(path: readonly PropertyKey[]): string | null {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return text ? text.replace(/^\./, '') : null
}

/** Describes the first issue: the field, what it must be, and what was sent. */
export function explainIssue(issues: readonly Issue[], wire: unknown): { field: string | null; reason: string } {
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
