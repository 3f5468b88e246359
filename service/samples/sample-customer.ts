/*
 * The sample resources: one customer with a subscription, an invoice and a ledger. The OpenAPI document shows them, and
 * the tests store them, stating only what differs: `sampleInvoice(merchantId, { status: 'paid' })`.
 */

/** When they were made and last changed. */
export const SAMPLE_DATES = { createdAt: '2026-01-31T00:00:00.000Z', updatedAt: '2026-01-31T00:00:00.000Z' }

/** Known to the caller as `acme-inc`. */
export const SAMPLE_CUSTOMER = { id: 'cus_acme', externalId: 'acme-inc', name: 'Acme, Inc.', email: null }
