/*
 * Sample resources: one customer with a subscription, an invoice and a ledger. The OpenAPI document shows them. Tests
 * store them and pass only the fields that differ: `sampleInvoice(merchantId, { status: 'paid' })`.
 */

/** Creation and last change of the samples. */
export const SAMPLE_DATES = { createdAt: '2026-01-31T00:00:00.000Z', updatedAt: '2026-01-31T00:00:00.000Z' }

/** The sample customer; callers use its external id. */
export const SAMPLE_CUSTOMER = { id: 'cus_acme', externalId: 'acme-inc', name: 'Acme, Inc.', email: null }
