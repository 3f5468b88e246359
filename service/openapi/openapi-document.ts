import { Billable } from '@/contract/billing/billable'
import { Invoice, InvoiceLineItem } from '@/contract/billing/invoice'
import {
  BILLING_OPERATIONS,
  CancelSubscriptionOutput,
  type BillingOperation,
  type BillingOperationName,
} from '@/contract/billing/operations'
import { Plan } from '@/contract/billing/plan'
import { Price } from '@/contract/billing/price'
import { BILLING_ERRORS, BillingProblem, type BillingErrorCode } from '@/contract/billing/problem'
import { ExpandedSubscription, Subscription } from '@/contract/billing/subscription'
import { AllocationBlock, Transaction, TransactionPage } from '@/contract/billing/transaction'
import { z } from 'zod'
import { EXAMPLE_BODY, exampleResponses } from './example-responses'
import { errorExamples } from './error-examples'
import { API_CHOICES, OPERATION_CHOICES } from './choices'

const COMMON_ERRORS: readonly BillingErrorCode[] = [
  'malformed_request',
  'invalid_parameter',
  'payload_too_large',
  'missing_api_key',
  'invalid_api_key',
  'wrong_key_type',
  'method_not_allowed',
  'internal_error',
  'overloaded',
  'deadline_passed',
]
/** Errors of requests that never reach their operation. */
const OTHER_ERRORS: readonly BillingErrorCode[] = ['route_not_found', 'request_timeout', 'headers_too_large']
const BODY_ERRORS: readonly BillingErrorCode[] = ['unsupported_media_type']

const components = z.registry<{ id: string }>()
components.add(Billable, { id: 'Billable' })
components.add(Price, { id: 'Price' })
components.add(Plan, { id: 'Plan' })
components.add(Subscription, { id: 'Subscription' })
components.add(ExpandedSubscription, { id: 'ExpandedSubscription' })
components.add(CancelSubscriptionOutput, { id: 'CancelledSubscription' })
components.add(InvoiceLineItem, { id: 'InvoiceLineItem' })
components.add(Invoice, { id: 'Invoice' })
components.add(AllocationBlock, { id: 'AllocationBlock' })
components.add(Transaction, { id: 'Transaction' })
components.add(TransactionPage, { id: 'TransactionPage' })
components.add(BillingProblem, { id: 'Problem' })

const EXAMPLES = exampleResponses('example')
const EXAMPLE_PARAMETERS: Readonly<Record<string, string>> = {
  id: EXAMPLES.getSubscription.id,
  invoiceId: EXAMPLES.getInvoice.id,
  externalId: EXAMPLE_BODY.externalCustomerId,
}
const isOperationName = (name: string): name is BillingOperationName => name in BILLING_OPERATIONS

const paragraphs = (choices: Readonly<Record<string, string>>) => Object.values(choices).join('\n\n')

type JsonSchema = z.core.JSONSchema.BaseSchema
const WIRE: z.core.ToJSONSchemaParams = {
  // The input side of a codec is its wire format.
  io: 'input',
  unrepresentable: 'any',
  override({ jsonSchema }) {
    // The schema of an amount shows only `type: number`, not how the service parses it.
    if (jsonSchema.type === 'number' || jsonSchema.type === 'integer') delete jsonSchema.anyOf
    // The API also returns unknown fields.
    if (jsonSchema.type === 'object' && jsonSchema.additionalProperties) jsonSchema.additionalProperties = true
    if (jsonSchema.format === 'date-time') jsonSchema.pattern = String.raw`\.\d{3}Z$`
  },
}

const componentUri = (id: string) => `#/components/schemas/${id}`

function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(components, { ...WIRE, uri: componentUri })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id: _id, $schema: _schema, ...schema }]) => [id, schema]),
  )
}

function reference(schema: z.ZodType): JsonSchema {
  const known = components.get(schema)
  if (!known) throw new Error('a response schema without a name')
  return { $ref: componentUri(known.id) }
}

function inputSchema(operation: BillingOperation): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(operation.input, WIRE)
  return schema
}

function parameters(operation: BillingOperation): object[] {
  const { properties = {} } = inputSchema(operation)
  return Object.entries(properties)
    .filter(([name]) => !operation.body.includes(name))
    .map(([name, schema]) => {
      const inQuery = operation.query.includes(name)
      return inQuery
        ? { name, in: 'query', required: false, schema }
        : { name, in: 'path', required: true, schema, example: EXAMPLE_PARAMETERS[name] }
    })
}

function requestBody(operation: BillingOperation): object {
  const { properties = {}, required = [] } = inputSchema(operation)
  const fields = Object.entries(properties).filter(([name]) => operation.body.includes(name))
  if (fields.length === 0) return {}
  const needed = required.filter((name) => operation.body.includes(name))
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields),
    required: needed,
    additionalProperties: false,
  }
  return {
    requestBody: {
      required: needed.length > 0,
      content: { 'application/json': { schema, example: EXAMPLE_BODY } },
    },
  }
}

function problemContent(codes: readonly BillingErrorCode[]): object {
  return {
    'application/problem+json': {
      schema: { $ref: componentUri('Problem') },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  }
}

const inWords = (codes: readonly BillingErrorCode[]) =>
  codes.map((code) => `\`${code}\`: ${BILLING_ERRORS[code].title}`).join('. ')

const REQUEST_ID = { 'x-request-id': { $ref: '#/components/headers/x-request-id' } }

/** Returns the response headers of errors by status. */
function refusalHeaders({ method }: BillingOperation): Partial<Record<number, object>> {
  const text = { type: 'string' }
  const allow = method === 'GET' ? 'GET, HEAD' : method
  return {
    401: {
      'www-authenticate': {
        schema: text,
        description: 'Where to send the key',
        example: 'ApiKey realm="billing", header="x-api-key"',
      },
    },
    405: { allow: { schema: text, description: 'The methods of the path', example: allow } },
    503: { 'retry-after': { schema: { type: 'integer' }, description: 'Seconds', example: 1 } },
  }
}

function errorResponses(operation: BillingOperation): Record<string, object> {
  const codes = [...COMMON_ERRORS, ...(operation.body.length > 0 ? BODY_ERRORS : []), ...operation.errors]
  const statuses = new Set(codes.map((code) => BILLING_ERRORS[code].status))
  const responses = [...statuses].map((status): [string, object] => {
    const these = codes.filter((code) => BILLING_ERRORS[code].status === status)
    const headers = { ...REQUEST_ID, ...refusalHeaders(operation)[status] }
    return [String(status), { description: inWords(these), headers, content: problemContent(these) }]
  })
  return {
    ...Object.fromEntries(responses),
    default: {
      description: `A request that did not reach the operation. ${inWords(OTHER_ERRORS)}`,
      headers: REQUEST_ID,
      content: problemContent(OTHER_ERRORS),
    },
  }
}

function successResponse({ output, summary }: BillingOperation, example: unknown): object {
  if (output === null) return { description: 'Done; no body', headers: REQUEST_ID }
  const content = { 'application/json': { schema: reference(output), example: z.encode(output, example) } }
  return { description: summary, headers: REQUEST_ID, content }
}

function describe(name: BillingOperationName, operation: BillingOperation): object {
  return {
    operationId: name,
    summary: operation.summary,
    description: paragraphs(OPERATION_CHOICES[name]),
    tags: [operation.tag],
    parameters: parameters(operation),
    ...requestBody(operation),
    responses: { [operation.status]: successResponse(operation, EXAMPLES[name]), ...errorResponses(operation) },
  }
}

function describeAll(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const name of Object.keys(BILLING_OPERATIONS).filter(isOperationName)) {
    const operation = BILLING_OPERATIONS[name]
    const { path, method } = operation
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(name, operation) }
  }
  return paths
}

/** Returns the OpenAPI 3.1 document of the billing API. Serialise it with `stringifyExactJson`: its numbers are exact. */
export function openApiDocument(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Billing API',
      version: '1.0.0',
      summary: 'Subscriptions, invoices and customer ledgers',
      description: `Subscriptions, invoices and customer ledgers of one merchant.\n\n${paragraphs(API_CHOICES)}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Subscriptions', description: 'Read, cancel and delete' },
      { name: 'Invoices', description: 'Read' },
      { name: 'Transactions', description: 'The ledger of a customer' },
    ],
    paths: describeAll(),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A secret key of one merchant' },
      },
      headers: {
        'x-request-id': {
          schema: { type: 'string' },
          description: 'Identifies this request in the log and in problems',
        },
      },
      examples: errorExamples(),
      schemas: componentSchemas(),
    },
  }
}
