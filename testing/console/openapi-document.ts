import { operationOf } from '@/lib/operations'
import { z } from 'zod'
import { CONSOLE_ERRORS, type ConsoleErrorCode } from '@/lib/core/errors'
import { type OperationName, OPERATION_NAMES, type OperationLine } from '@/lib/core/operations'
import { Problem } from '@/lib/core/problem'
import { ROLES_ALLOWED } from './permission-table'

/** The operations that access keys may run, in the order of the table. */
export const KEY_OPERATIONS = OPERATION_NAMES.filter((name) => operationOf(name).describe !== undefined)

const statusOf = (code: ConsoleErrorCode): number => CONSOLE_ERRORS[code].status
const CONSOLE_ERROR_CODES = Object.keys(CONSOLE_ERRORS).filter(
  (code): code is ConsoleErrorCode => code in CONSOLE_ERRORS,
)

interface JsonSchema {
  properties?: Record<string, unknown>
  required?: string[]
}

/** The body of a response of an operation, as the console sent it. */
export interface ExampleResponse {
  mediaType: string
  /** JSON data, or the text of a file. */
  example: unknown
}

/**
 * Returns the OpenAPI 3.1 document of the operations that access keys may run.
 * @param examples a response of each operation
 */
export function openApiDocument(examples: ReadonlyMap<OperationName, ExampleResponse>): object {
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
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The address at which your console runs' }],
    security: [{ accessKey: [] }],
    paths,
    components: {
      securitySchemes: { accessKey: { type: 'http', scheme: 'bearer' } },
      responses: { Unauthorized: problemOf(['access_key_refused']), Problem: problemOf(CONSOLE_ERROR_CODES) },
      schemas: { Problem: z.toJSONSchema(Problem, { unrepresentable: 'any' }) },
    },
  }
}

function describeOperation(name: OperationName, example: ExampleResponse | undefined): object {
  const { kind, method, path, permission } = operationOf(name)
  const input: JsonSchema = z.toJSONSchema(operationOf(name).input, { io: 'input', unrepresentable: 'any' })
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
    summary: summaryOf(name),
    description: `${operationOf(name).describe ?? ''} Roles: ${roles.join(', ')}.`,
    parameters,
    ...(method !== 'GET' && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [kind === 'change' ? 202 : 200]: successOf(kind, example),
      401: { $ref: '#/components/responses/Unauthorized' },
      ...(kind === 'change' && { 412: NOT_AS_SEEN }),
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

/** Returns the words of a name: "Download invoice CSV". */
const summaryOf = (name: string): string =>
  (name.charAt(0).toUpperCase() + name.slice(1))
    .replaceAll(/[A-Z]/g, (letter, at) => (at === 0 ? letter : ` ${letter.toLowerCase()}`))
    .replaceAll(/\b(csv|api)\b/g, (word) => word.toUpperCase())

const SUCCESSES: Partial<Record<OperationLine['kind'], string>> = {
  file: 'The file.',
  raw: 'The billing API’s response, as it was sent.',
  change: 'The change, whose outcome `getChange` returns.',
}

const successOf = (kind: OperationLine['kind'], response: ExampleResponse | undefined): object => ({
  description: SUCCESSES[kind] ?? 'The result.',
  content: response === undefined ? {} : { [response.mediaType]: { example: response.example } },
})

/** The response of a change that compares what the caller read. */
const NOT_AS_SEEN = {
  description:
    'The change as `STALE`: the subscription has other values than `seen`. Or `effect_required`, without the effect in `seen`. Nothing was sent.',
  content: {
    'application/json': {},
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
}

/** Returns the response to an error, which names the codes with their status. */
function problemOf(codes: readonly ConsoleErrorCode[]): { description: string; content: object } {
  const named = [...new Set(codes)].map((code) => `${statusOf(code)} ${code}`)
  return {
    description: `Errors: ${named.toSorted().join(', ')}.`,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}
