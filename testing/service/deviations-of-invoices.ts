import { keepOnly, OTHER_MERCHANT, rowsOf, set } from './deviation'
import { at, exact, put } from './plain-json'

/*
 * For tests: deviations of an invoice, a transaction and a customer that `deviations-by-rule.ts` does not generate: what
 * another billing API could send, by the document's "seen" and "not shown" and by gaps.md. A row without a field is
 * returned unchanged.
 */

const LINE = ['invoiceLineItems', 0]
const BLOCK = ['allocationBlock']

export const deviationsOfInvoices = rowsOf('invoice', [
  ['vanityId 1.5', set([], { vanityId: 1.5 })],
  ['vanityId beyond what a float holds', set([], { vanityId: exact('9007199254740993') })],
  ['vanityId negative', set([], { vanityId: -3 })],
  ['vanityId 1e400', set([], { vanityId: exact('1e400') }), 'vanityId'],
  ['only what is needed', keepOnly('id', 'customerId', 'status')],
  ['without line items', set([], { invoiceLineItems: [] })],
  ['a line item null', (sample) => put(sample, ['invoiceLineItems', 1], null), 'invoiceLineItems[1]'],
  ['another merchant', set([], { merchantId: OTHER_MERCHANT }), 'merchantId'],
  ["a line's other merchant", set(LINE, { merchantId: OTHER_MERCHANT }), 'invoiceLineItems[0].merchantId'],
  ["a line's other invoice", set(LINE, { invoiceId: 'inv_other' }), 'invoiceLineItems[0].invoiceId'],
  [
    'one line id twice',
    (sample) => set(['invoiceLineItems', 1], { id: at(sample, [...LINE, 'id']) })(sample),
    'invoiceLineItems[1].id',
  ],
  ['externalId empty', set([], { externalId: '' }), 'externalId'],
  ['id empty', set([], { id: '' }), 'id'],
  [
    'id of 256 characters, none of a path',
    (sample) => {
      const id = '/?#% 😀'.repeat(37).slice(0, 256)
      set([], { id })(sample)
      set(LINE, { invoiceId: id })(sample)
    },
  ],
  ['details empty', set(LINE, { details: {} })],
  ['details without unitPrice', set([...LINE, 'details'], { unitPrice: undefined })],
  [
    'details with subItems and bounds',
    set([...LINE, 'details'], {
      subItems: [
        { name: 'first tier', quantity: 10, price: exact('0.30000000000000004'), amount: 3 },
        { quantity: 1, price: 2, amount: 2, flatFee: 1 },
      ],
      appliedMinimum: 5,
      appliedMaximum: exact('5.551115123125783e-17'),
    }),
  ],
  ['details of sub items alone', set(LINE, { details: { subItems: [] } })],
  ['amount -0', set(LINE, { amount: exact('-0') })],
  ['priceId and the snapshot differ', set(LINE, { priceId: 'price_before' })],
  [
    'snapshot rules of another shape',
    set([...LINE, 'price'], {
      rules: {
        bands: [
          [0, 1],
          [10, 2],
        ],
      },
    }),
  ],
  [
    'snapshot rules of tiers with a flat fee',
    set([...LINE, 'price'], { rules: { tiers: [{ start: 0, price: 1, flatFee: 2 }] } }),
  ],
  ['a whole price as the snapshot', set([...LINE, 'price'], { name: 'Tokens', limit: null, billingMode: 'advance' })],
  ['snapshot without billable', set([...LINE, 'price'], { billable: null })],
  ['a subscription object beside', set([], { subscription: { id: 'sub_1', plan: { name: 'Scale' } } })],
  ['totals beside', set([], { total: exact('30.000000000000000000'), tax: { rate: exact('0.190') } })],
  ['an unknown name with half a pair', set(LINE, { '\uDC00': 1 }), 'invoiceLineItems[0]'],
])

export const deviationsOfTransactions = rowsOf('transaction', [
  ['type empty', set([], { type: '' })],
  ['amount 1e38', set([], { amount: exact('1e38') }), 'amount'],
  ['amount 1E37', set([], { amount: exact('1E37') })],
  ['amount 1e-60', set([], { amount: exact('1e-60') })],
  ['amount 1e400', set([], { amount: exact('1e400') }), 'amount'],
  ['amount 1e-400', set([], { amount: exact('1e-400') }), 'amount'],
  ['amount 1e999999999999', set([], { amount: exact('1e999999999999') }), 'amount'],
  ['balances', set([], { previousBalance: 0, newBalance: exact('250.50') })],
  ['balances null', set([], { previousBalance: null, newBalance: null })],
  ['only what is needed', keepOnly('id', 'customerId', 'createdAt', 'amount')],
  ['block.invoice.vanityId null', set([...BLOCK, 'invoice'], { vanityId: null })],
  ['block.invoice.vanityId 1.5', set([...BLOCK, 'invoice'], { vanityId: 1.5 })],
  [
    'block.invoice.subscription',
    set([...BLOCK, 'invoice'], { subscription: { billingCadence: 'monthly', plan: { name: 'Scale' } } }),
  ],
  ['block.subscription cadence unknown', set([...BLOCK, 'subscription'], { billingCadence: 'weekly' })],
  ['block.subscription.plan with an id', set([...BLOCK, 'subscription', 'plan'], { id: 'plan_1', tier: { of: 2 } })],
  ['block of another id', set(BLOCK, { id: 'block_other' })],
  ['block of its id alone', set([], { allocationBlock: { id: 'block_1' } })],
  ['block.amount with all digits', set(BLOCK, { amount: exact('0.1000000000000000055511151231257827') })],
  ['billable of another id', set([], { billableId: 'bil_other' })],
  ['billable with more in it', set(['billable'], { slug: 'tokens', displayOrder: exact('1e2') })],
  ['another merchant', set([], { merchantId: OTHER_MERCHANT }), 'merchantId'],
  ['customerId empty', set([], { customerId: '' }), 'customerId'],
  ['a customer beside', set([], { customer: { id: 'cus_1', name: 'Acme' } })],
  ['type with half a pair', set([], { type: '\uD83D' }), 'type'],
])

export const deviationsOfCustomers = rowsOf('customer', [
  ['id empty', set([], { id: '' }), 'id'],
  ['externalId of 257 characters', set([], { externalId: 'x'.repeat(257) }), 'externalId'],
  ['externalId of 256 emoji halves', set([], { externalId: '😀'.repeat(128) })],
  ['externalId right to left', set([], { externalId: 'לקוח\u202E 1' })],
  ['externalId with spaces around', set([], { externalId: ' acme ' })],
  ['externalId ...', set([], { externalId: '...' })],
  ['another merchant', set([], { merchantId: OTHER_MERCHANT }), 'merchantId'],
])
