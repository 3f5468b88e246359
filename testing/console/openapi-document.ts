import { z } from 'zod'
import { CONSOLE_ERRORS, type ConsoleErrorCode } from '@/contract/console/errors'
import { CONSOLE_INPUTS } from '@/contract/console/inputs'
import type { ConsoleOperation } from '@/contract/console/operation'
import { OPERATION_DESCRIPTIONS } from '@/contract/console/operation-descriptions'
import { type ConsoleOperationName, OPERATION_NAMES, operationOf } from '@/contract/console/operations'
import { Problem } from '@/contract/console/problem'
import { ROLES_ALLOWED } from './roles-allowed'

/** The operations that access keys may run, in the order of the table. */
export const KEY_OPERATIONS = OPERATION_NAMES.filter((name) => operationOf(name).byKey)

/** The errors of every request with a key. */
const COMMON: readonly ConsoleErrorCode[] = [
  'access_key_refused',
  'not_allowed',
  'forbidden_origin',
  'invalid_request',
  'too_many_attempts',
  'console_busy',
  'internal_error',
]

interface JsonSchema {
  properties?: Record<string, unknown>
  required?: string[]
}

/**
 * Returns the OpenAPI 3.1 document of the operations that access keys may run.
 * @param examples a response of each operation that returns JSON
 */
export function openApiDocument(examples: ReadonlyMap<ConsoleOperationName, unknown>): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const name of KEY_OPERATIONS) {
    const { method, path } = operationOf(name)
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(name, examples.get(name)) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Billing Console',
      version: '1',
      description: 'What programs may do with an access key: docs/api.md. Responses may get new fields.',
    },
    security: [{ accessKey: [] }],
    paths,
    components: {
      securitySchemes: { accessKey: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: z.toJSONSchema(Problem, { unrepresentable: 'any' }) },
    },
  }
}

function describeOperation(name: ConsoleOperationName, example: unknown): object {
  const { kind, method, path, permission, errors } = operationOf(name)
  const input: JsonSchema = z.toJSONSchema(CONSOLE_INPUTS[name], { io: 'input', unrepresentable: 'any' })
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field)
  const others = Object.entries(input.properties ?? {}).filter(([field]) => !inPath.includes(field))
  const isRequired = (field: string) => input.required?.includes(field) === true
  const body = {
    type: 'object',
    properties: Object.fromEntries(others),
    required: others.map(([field]) => field).filter(isRequired),
    additionalProperties: false,
  }
  const parameters = [
    ...inPath.map((field) => ({ name: field, in: 'path', required: true, schema: input.properties?.[field] ?? {} })),
    ...(method === 'GET'
      ? others.map(([field, schema]) => ({ name: field, in: 'query', required: isRequired(field), schema }))
      : []),
  ]
  const roles = permission === 'public' ? [] : ROLES_ALLOWED[permission]
  return {
    operationId: name,
    description: `${OPERATION_DESCRIPTIONS[name] ?? ''} Roles: ${roles.join(', ')}.`,
    parameters,
    ...(method !== 'GET' && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [kind === 'change' ? 202 : 200]: successOf(kind, example),
      default: problemOf([...COMMON, ...errors]),
    },
  }
}

function successOf(kind: ConsoleOperation['kind'], example: unknown): object {
  if (kind === 'file') return { description: 'The file.', content: { 'application/octet-stream': {} } }
  if (kind === 'raw')
    return { description: 'The billing API’s response, as it was sent.', content: { 'application/json': {} } }
  return { description: 'The result.', content: { 'application/json': example === undefined ? {} : { example } } }
}

/** Returns the response to any error, which names the codes of the operation with their status. */
function problemOf(codes: readonly ConsoleErrorCode[]): object {
  const named = [...new Set(codes)].map((code) => `${CONSOLE_ERRORS[code].status} ${code}`)
  return {
    description: `Errors: ${named.toSorted().join(', ')}.`,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}
