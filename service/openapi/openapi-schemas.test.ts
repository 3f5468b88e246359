import { InvoiceLineItem } from '@/contract/billing/invoice'
import { PriceRules } from '@/contract/billing/price'
import { Decimal, PaymentGateway } from '@/contract/billing/scalars'
import { Transaction } from '@/contract/billing/transaction'
import { stringifyExactJson } from '@/contract/exact-json'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from './openapi-document'

const Field = z.looseObject({
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  examples: z.array(z.unknown()).optional(),
})
const Schema = z.object({
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
  properties: z.record(z.string(), Field.extend({ anyOf: z.array(Field).optional() })),
})
const source: unknown = JSON.parse(stringifyExactJson(openApiDocument()))
const { schemas } = z
  .object({ components: z.object({ schemas: z.record(z.string(), Schema) }) })
  .parse(source).components

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addSchema(z.looseObject({}).parse(source), 'openapi.json')

const schemaOf = (resource: string) => Schema.parse(schemas[resource])
const allows = (resource: string, field: string, value: unknown) =>
  ajv.validate({ $ref: `openapi.json#/components/schemas/${resource}/properties/${field}` }, value)
/** Returns the schema of a field without null. */
function kindOf(resource: string, field: string): z.infer<typeof Field> {
  const { anyOf, ...schema } = Schema.shape.properties.valueType.parse(schemaOf(resource).properties[field])
  return anyOf?.[0] ?? schema
}

const NEEDED: Record<string, string[]> = {
  ExpandedSubscription: ['id', 'startDate', 'status', 'customerId', 'billingCadence'],
  Subscription: ['id', 'startDate', 'status', 'customerId', 'billingCadence'],
  Plan: ['id'],
  Price: ['id'],
  Billable: ['id'],
  Invoice: ['id', 'status', 'customerId'],
  InvoiceLineItem: ['id', 'amount'],
  Transaction: ['id', 'customerId', 'createdAt', 'amount'],
  AllocationBlock: [],
}
describe('only required fields reject null, and unknown fields are allowed', () => {
  it.each(Object.entries(NEEDED))('in %s', (resource, needed) => {
    const { required, additionalProperties, properties } = schemaOf(resource)
    expect(additionalProperties).toBe(true)
    expect(required.toSorted()).toEqual(needed.toSorted())
    for (const field of Object.keys(properties))
      expect([field, allows(resource, field, null)]).toEqual([field, !needed.includes(field)])
  })
})

it.each([
  ['Price', ['billable', 'billableId', 'customPricingUnitId', 'limit', 'maxUsage']],
  ['Billable', ['externalFlagId']],
  ['Transaction', ['billable', 'billableId', 'eventId', 'operationId']],
])('%s has the fields that gaps.md names, each nullable', (resource, fields) => {
  expect(Object.keys(schemaOf(resource).properties)).toEqual(expect.arrayContaining(fields))
  for (const field of fields) expect([field, allows(resource, field, null)]).toEqual([field, true])
})

describe('values that the interface document shows as seen are open, and listed ones are closed', () => {
  it.each([
    ['Price', 'billingMode', ['advance', 'arrears']],
    ['Price', 'entityType', ['entitlement', 'metric']],
    ['Price', 'priceType', ['unit', 'tier', 'fixed', 'none']],
    ['Price', 'status', ['active', 'archived']],
    ['Plan', 'status', ['available', 'draft', 'archived', 'deleted']],
    ['Billable', 'status', ['available', 'draft', 'archived']],
    ['Billable', 'billableType', ['metric', 'entitlement']],
    [
      'Transaction',
      'type',
      ['planAllocation', 'usage', 'expiration', 'manualAddition', 'manualDeduction', 'autoReload'],
    ],
    ['Subscription', 'paymentGateway', ['stripe', 'quickbooks', 'xero']],
    ['Invoice', 'paymentGateway', ['stripe', 'quickbooks', 'xero']],
  ])('%s.%s takes any text, such as %j', (resource, field, known) => {
    expect(allows(resource, field, 'an unknown value')).toBe(true)
    expect(allows(resource, field, 1)).toBe(false)
    expect(kindOf(resource, field).examples).toEqual(known)
  })

  it.each([
    ['Subscription', 'status', ['draft', 'pendingActivation', 'active', 'ended', 'deleted']],
    ['Subscription', 'billingCadence', ['oneTime', 'monthly', 'quarterly', 'annually']],
    ['Subscription', 'currency', ['USD']],
    ['Subscription', 'netTerms', ['uponReceipt', 'net30', 'net60', 'net90']],
  ])('%s.%s takes only %j', (resource, field, known) => {
    expect(allows(resource, field, 'an unknown value')).toBe(false)
    expect(kindOf(resource, field).enum).toEqual(known)
  })

  it('an invoice takes only 18 statuses', () => {
    expect(allows('Invoice', 'status', 'an unknown value')).toBe(false)
    expect(kindOf('Invoice', 'status').enum).toHaveLength(18)
  })

  it('an event query takes any text as calculation and rule', () => {
    const conditions = [[{ key: 'name', rule: 'any rule', value: 'x' }], []]
    expect(allows('Billable', 'eventQueryRules', { calculation: 'any', conditions })).toBe(true)
    expect(allows('Billable', 'eventQueryRules', { calculation: 1 })).toBe(false)
  })

  it('a price takes rules of any shape', () => {
    for (const rules of [{}, { flatFee: 5 }, [1], 'free']) expect(allows('Price', 'rules', rules)).toBe(true)
  })
})

it('describes amounts as numbers, also in line details', () => {
  expect(allows('Transaction', 'amount', 0.000_002_5)).toBe(true)
  expect(allows('Transaction', 'amount', '0.0000025')).toBe(false)
  expect(allows('InvoiceLineItem', 'details', { quantity: 1, unitPrice: 0.5, subItems: [] })).toBe(true)
  for (const part of ['quantity', 'unitPrice'])
    expect(allows('InvoiceLineItem', 'details', { [part]: '1' })).toBe(false)
})

it('describes a cancelled subscription without its plan', () => {
  expect(schemas.CancelledSubscription).toMatchObject({
    required: ['cancelled', 'subscription'],
    properties: { cancelled: { const: true }, subscription: { $ref: '#/components/schemas/Subscription' } },
  })
  expect(schemas.Subscription).not.toHaveProperty('properties.plan')
  expect(schemas.ExpandedSubscription).toHaveProperty('properties.plan')
})

it('describes an invoice without a currency', () => {
  expect(schemas.Invoice).not.toHaveProperty('properties.currency')
})

it('describes a problem whose fields are all required', () => {
  const fields = ['type', 'title', 'status', 'detail', 'code', 'requestId', 'message']
  expect(schemaOf('Problem').required.toSorted()).toEqual(fields.toSorted())
})

describe('the document describes a field as the contract does', () => {
  it.each([
    ['how rules are understood', 'Price', 'rules', PriceRules],
    ['with which gateway automatic charging works', 'Subscription', 'paymentGateway', PaymentGateway],
    ['how many digits an amount has', 'InvoiceLineItem', 'amount', Decimal],
    ['which sign an amount has', 'Transaction', 'amount', Transaction.shape.amount],
    ['of what a balance is', 'Transaction', 'newBalance', Transaction.shape.newBalance.unwrap().unwrap()],
    ['that a price is a snapshot', 'InvoiceLineItem', 'price', InvoiceLineItem.shape.price.unwrap().unwrap()],
  ])('%s: %s.%s', (_, resource, field, { description }) => {
    expect(description).toEqual(expect.any(String))
    expect(kindOf(resource, field).description).toBe(description)
  })
})
