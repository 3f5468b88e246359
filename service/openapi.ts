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

/** What the interface document leaves open and this service decides. */
const DESCRIPTIONS: Record<BillingOperationName, string> = {
  cancelSubscription:
    'An active subscription gets as its endDate the end of the current billing period and stays active until then; an earlier endDate stays, a later one is brought forward. Billing periods are calendar months of UTC counted from startDate, clamped to the last day of a month. A oneTime subscription ends at once, or at the endDate it has. An upcoming one (pendingActivation or draft, startDate in the future) is deleted. A repeat answers 200 and changes nothing. Where externalCustomerId is sent, it must be the customer of that subscription.',
  deleteSubscription:
    'Marks a subscription that is not active as deleted: it still answers, with status deleted. A repeat answers 204 and changes nothing. An active one must be cancelled first.',
  getSubscription:
    'status is as of now: pendingActivation reads active from startDate on, active reads ended from endDate on. endDate is null where no end is set.',
  getInvoice: 'Line items come in their order, each with the price as it was when the line was made.',
  listTransactions:
    'Ordered by createdAt, ties by id. count is the number of all entries of the ledger, pages is at least 1, and a page past the end is empty. amount is signed. Query parameters that are not listed, or sent twice, are refused.',
}

const COMMON_ERRORS: readonly BillingErrorCode[] = [
  'malformed_request',
  'invalid_parameter',
  'missing_api_key',
  'invalid_api_key',
  'wrong_key_type',
  'internal_error',
  'overloaded',
]
const BODY_ERRORS: readonly BillingErrorCode[] = ['payload_too_large', 'unsupported_media_type']

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

type JsonSchema = z.core.JSONSchema.BaseSchema
const WIRE: z.core.ToJSONSchemaParams = {
  // The input side of a codec is what travels.
  io: 'input',
  unrepresentable: 'any',
  override({ jsonSchema }) {
    // An amount says `type: number` of itself; how we read it is not the caller's business.
    if (jsonSchema.type === 'number' || jsonSchema.type === 'integer') delete jsonSchema.anyOf
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
      return { name, in: inQuery ? 'query' : 'path', required: !inQuery, schema }
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
      content: { 'application/json': { schema, example: { externalCustomerId: 'acme-inc' } } },
    },
  }
}

function problemExample(code: BillingErrorCode): object {
  const { status, title } = BILLING_ERRORS[code]
  return {
    value: { type: `urn:billing:problem:${code}`, title, status, detail: title, code, requestId: '…', message: title },
  }
}

function errorResponses(operation: BillingOperation): Record<string, object> {
  const codes = [...COMMON_ERRORS, ...(operation.body.length > 0 ? BODY_ERRORS : []), ...operation.errors]
  const statuses = new Set(codes.map((code) => BILLING_ERRORS[code].status))
  const responses = [...statuses].map((status): [string, object] => {
    const these = codes.filter((code) => BILLING_ERRORS[code].status === status)
    return [
      String(status),
      {
        description: these.map((code) => `\`${code}\`: ${BILLING_ERRORS[code].title}`).join('. '),
        ...(status === 503
          ? { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } } }
          : {}),
        content: {
          'application/problem+json': {
            schema: { $ref: componentUri('Problem') },
            examples: Object.fromEntries(these.map((code) => [code, problemExample(code)])),
          },
        },
      },
    ]
  })
  return Object.fromEntries(responses)
}

function describe(name: string, operation: BillingOperation): object {
  const descriptions: Record<string, string> = DESCRIPTIONS
  const success =
    operation.output === null
      ? { description: 'Done; no body' }
      : { description: operation.summary, content: { 'application/json': { schema: reference(operation.output) } } }
  return {
    operationId: name,
    summary: operation.summary,
    description: descriptions[name],
    parameters: parameters(operation),
    ...requestBody(operation),
    responses: { [operation.status]: success, ...errorResponses(operation) },
  }
}

function describeAll(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, operation] of Object.entries(BILLING_OPERATIONS)) {
    const { path, method } = operation
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(name, operation) }
  }
  return paths
}

/** The OpenAPI 3.1 document of the billing API, made from its contract. */
export function openApiDocument(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Billing API',
      version: '1.0.0',
      description:
        'Subscriptions, invoices and customer ledgers. Amounts are JSON numbers of up to 12 decimals: read them as decimals, not as floats. Instants are UTC with milliseconds. Ids are opaque strings of 1 to 256 characters, percent-encoded as one path segment.',
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths: describeAll(),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A secret key of one merchant' },
      },
      schemas: componentSchemas(),
    },
  }
}
