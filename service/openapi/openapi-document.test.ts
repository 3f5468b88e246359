import { BILLING_OPERATIONS, type BillingOperationName } from '@/contract/billing/operations'
import { BILLING_ERRORS, type BillingErrorCode } from '@/contract/billing/problem'
import { stringifyExactJson } from '@/contract/exact-json'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from './openapi-document'
import { API_CHOICES, OPERATION_CHOICES } from './choices'

const Content = z.record(
  z.string(),
  z.object({
    schema: z.unknown(),
    example: z.unknown().optional(),
    examples: z.record(z.string(), z.unknown()).default({}),
  }),
)
const Operation = z.object({
  description: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.unknown() })),
  requestBody: z.object({ required: z.boolean(), content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.default({}) })),
})
const Document = z.object({
  info: z.object({ description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ examples: z.record(z.string(), z.unknown()) }),
})

const source = stringifyExactJson(openApiDocument())
const document = Document.parse(JSON.parse(source))

function operationOf(name: BillingOperationName): z.infer<typeof Operation> {
  const { path, method } = BILLING_OPERATIONS[name]
  return Operation.parse(document.paths[path]?.[method.toLowerCase()])
}

const examplesOf = (codes: BillingErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))

const paragraphsOf = ({ description }: { description: string }) => description.split('\n\n')

it('passes every recommended rule of the linter, which rejects a broken document', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  expect(await lintFromString({ source, config })).toEqual([])
  const broken = source.replace('"count":2', '"count":"two"')
  expect(await lintFromString({ source: broken, config })).toMatchObject([{ ruleId: 'no-invalid-media-type-examples' }])
})

it('has an example of every error of the closed list', () => {
  expect(Object.keys(document.components.examples)).toEqual(Object.keys(BILLING_ERRORS))
})

describe('the descriptions state the choices of gaps.md', () => {
  it('for the whole API', () => {
    expect(paragraphsOf(document.info)).toEqual(expect.arrayContaining(Object.values(API_CHOICES)))
  })

  it.each(['cancelSubscription', 'deleteSubscription', 'getSubscription', 'getInvoice', 'listTransactions'] as const)(
    'for %s',
    (name) => {
      expect(paragraphsOf(operationOf(name))).toEqual(Object.values(OPERATION_CHOICES[name]))
    },
  )
})

describe('the structure shows', () => {
  it('names, bounds and defaults of the query parameters', () => {
    const { parameters } = operationOf('listTransactions')
    const query = { in: 'query', required: false }
    expect(parameters.filter((parameter) => parameter.in === 'query')).toEqual([
      { ...query, name: 'page', schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647, default: 1 } },
      { ...query, name: 'pageSize', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
      { ...query, name: 'order', schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' } },
      { ...query, name: 'orderBy', schema: { type: 'string', const: 'createdAt', default: 'createdAt' } },
    ])
  })

  it.each<[BillingOperationName, string]>([
    ['cancelSubscription', 'id'],
    ['deleteSubscription', 'id'],
    ['getSubscription', 'id'],
    ['getInvoice', 'invoiceId'],
    ['listTransactions', 'externalId'],
  ])('that %s takes an id of 1 to 256 characters in its path', (name, id) => {
    expect(operationOf(name).parameters.filter((parameter) => parameter.in === 'path')).toMatchObject([
      { name: id, required: true, schema: { type: 'string', minLength: 1, maxLength: 256 } },
    ])
  })

  it('that only a cancel has a body, and that body and customer are optional', () => {
    const { cancelSubscription: cancel, ...others } = BILLING_OPERATIONS
    expect(document.paths[cancel.path]?.post?.requestBody).toMatchObject({
      required: false,
      content: {
        'application/json': { schema: { properties: { externalCustomerId: { type: 'string' } }, required: [] } },
      },
    })
    for (const { path, method } of Object.values(others))
      expect(document.paths[path]?.[method.toLowerCase()]).not.toHaveProperty('requestBody')
  })

  /** Errors of every operation. */
  const ANY: Record<string, BillingErrorCode[]> = {
    400: ['malformed_request', 'invalid_parameter'],
    401: ['missing_api_key', 'invalid_api_key'],
    403: ['wrong_key_type'],
    405: ['method_not_allowed'],
    413: ['payload_too_large'],
    500: ['internal_error'],
    503: ['overloaded', 'deadline_passed'],
    default: ['route_not_found', 'request_timeout', 'headers_too_large'],
  }
  it.each<[BillingOperationName, typeof ANY]>([
    [
      'cancelSubscription',
      {
        404: ['subscription_not_found', 'customer_mismatch'],
        409: ['not_cancellable'],
        415: ['unsupported_media_type'],
        500: ['internal_error', 'outcome_unknown'],
      },
    ],
    [
      'deleteSubscription',
      {
        404: ['subscription_not_found'],
        409: ['subscription_active'],
        500: ['internal_error', 'outcome_unknown'],
      },
    ],
    ['getSubscription', { 404: ['subscription_not_found'] }],
    ['getInvoice', { 404: ['invoice_not_found'] }],
    ['listTransactions', { 404: ['customer_not_found'] }],
  ])('every way in which %s can be refused, by its status', (name, own) => {
    const refusals = Object.entries(operationOf(name).responses).flatMap(([status, { content }]) => {
      const problem = content['application/problem+json']
      return problem ? [[status, problem.examples]] : []
    })
    const expected = Object.entries({ ...ANY, ...own }).map(([status, codes]) => [status, examplesOf(codes)])
    expect(Object.fromEntries(refusals)).toEqual(Object.fromEntries(expected))
  })
})
