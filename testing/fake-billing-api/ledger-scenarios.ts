import { HOSTILE } from './hostile-text'
import { block, ledger, rows } from './ledger-scenario'
import { nulls, plainInvoice, plainSubscription, plainTransaction } from './plain-resources'
import { jsonResponse } from './response'
import { type ReadScenario, scenarioId } from './scenario'

/** A customer with an entry that links to an active subscription. */
export const ledgerOwner = {
  customer: scenarioId('customer', 'Is `externalCustomerId` required', 'a row to cancel from'),
  subscription: 'subscription/to cancel?#%',
}

/** An invoice and its subscription, for the actions of an entry. */
const owned = [
  {
    kind: 'invoice',
    id: 'invoice/of a row?',
    response: jsonResponse({ id: 'invoice/of a row?', ...plainInvoice, subscriptionId: 'subscription/of a row#' }),
  },
  {
    kind: 'subscription',
    id: 'subscription/of a row#',
    response: jsonResponse({
      id: 'subscription/of a row#',
      ...plainSubscription,
      status: HOSTILE.openBidi,
      plan: { name: HOSTILE.openBidi },
    }),
  },
] as const

export const LEDGER_SCENARIOS: readonly ReadScenario[] = [
  ledger(
    'Order field',
    'rows in no order',
    rows(
      { createdAt: '2026-03-01T00:00:00Z', amount: 1 },
      { createdAt: '2026-01-01T00:00:00Z', amount: 2 },
      { createdAt: '2026-02-01T00:00:00Z', amount: 3 },
    ),
    { inOrder: ['1 Mar 2026', '1 Jan 2026', '1 Feb 2026'] },
  ),

  ledger(
    'Nullable fields',
    'rows of nulls and rows that are none',
    [
      nulls(plainTransaction),
      {},
      null,
      'row',
      5,
      [],
      { id: 'only' },
      { id: 'only' },
      ...rows({ allocationBlock: nulls(plainTransaction.allocationBlock), billable: {} }),
    ],
    { shows: ['Not sent'] },
  ),
  ledger(
    'Nullable fields',
    'fields of another type',
    rows({
      createdAt: 1767605400,
      type: 5,
      amount: {},
      billable: 'Calls',
      allocationBlock: 'block',
      eventId: 17,
      operationId: [],
      billableId: false,
    }),
    {
      unknown: ['5'],
      shows: ['17', 'Unreadable: 1767605400', 'Unreadable: {}', 'Unreadable: block', 'Unreadable: Calls'],
    },
  ),
  ledger('Nullable fields', 'unknown fields', rows({ note: 'paid twice', metadata: { a: [null] } }), {
    shows: ['note', 'metadata'],
  }),
  ledger(
    'Transaction types',
    'others',
    rows({ type: 'promo_Grant' }, { type: '' }, { type: null }, { type: 'Usage' }),
    { unknown: ['promo_Grant', 'Usage'] },
  ),
  ledger(
    'Transaction sign and balance',
    'signs of its own',
    rows(
      { type: 'planAllocation', amount: -100 },
      { type: 'usage', amount: '250.5' },
      { type: 'expiration', amount: 0 },
      { type: 'usage', amount: '-0.000' },
    ),
    { shows: ['−100.00', '250.50', '0.00', '0.000'], never: [/[+−]250\.50/] },
  ),
  ledger(
    'Transaction sign and balance',
    'deductions without a sign',
    rows(
      { type: 'usage', amount: '2.5' },
      { type: 'expiration', amount: 3.5 },
      { type: 'manualDeduction', amount: '4.5' },
      { type: 'promo', amount: 5.5 },
      { type: 'planAllocation', amount: 6.5 },
      { type: 'manualAddition', amount: 7.5 },
      { type: 'autoReload', amount: 8.5 },
    ),
    { shows: ['2.50', '3.50', '4.50', '5.50', '+6.50', '+7.50', '+8.50'], never: [/[+−][2345]\.50/] },
  ),
  ledger(
    'Transaction sign and balance',
    'an unknown type among signed numbers',
    rows({ type: 'promo', amount: 5.5 }, { type: 'promo', amount: -1 }, { type: 'usage', amount: 2.5 }),
    { shows: ['+5.50', '−1.00', '2.50'], never: [/[+−]2\.50/] },
  ),
  ledger('Transaction sign and balance', 'balances as text', rows({ previousBalance: '10.125', newBalance: '7.625' }), {
    shows: ['10.125', '7.625'],
  }),
  ledger(
    'Transaction sign and balance',
    'balances that do not add up',
    rows(
      { createdAt: '2026-03-03T00:00:00Z', type: 'usage', amount: -2.5, previousBalance: 12, newBalance: 9.5 },
      { createdAt: '2026-03-02T00:00:00Z', type: 'usage', amount: -1, previousBalance: 11, newBalance: 9 },
      { createdAt: '2026-03-01T00:00:00Z', type: 'planAllocation', amount: 11, previousBalance: 0, newBalance: 11 },
    ),
    { shows: ['9.50', '9.00', '11.00'] },
  ),
  ledger(
    'Transaction sign and balance',
    'newest rows without a balance',
    rows(
      { createdAt: '2026-03-03T00:00:00Z', amount: -2.5 },
      { createdAt: '2026-03-02T00:00:00Z', amount: -2.5, newBalance: 'some' },
      { createdAt: '2026-03-01T00:00:00Z', amount: 11, newBalance: '61.125' },
    ),
    { shows: ['61.125'] },
  ),
  ledger(
    'Order field',
    'oldest first, though newest first was asked for',
    rows({ createdAt: '2026-03-01T00:00:00Z', newBalance: 1 }, { createdAt: '2026-03-02T00:00:00Z', newBalance: 2 }),
    { inOrder: ['1.00', '2.00'] },
  ),
  ledger(
    'Where plan and cadence sit in a transaction',
    'below the invoice',
    rows(
      block({
        subscription: undefined,
        invoice: {
          id: 'i',
          vanityId: '77',
          subscription: { billingCadence: 'fortnightly', plan: { name: 'Plan below the invoice' } },
        },
      }),
    ),
    { shows: ['Plan below the invoice', 'fortnightly', '77'] },
  ),
  ledger(
    'Where plan and cadence sit in a transaction',
    'nowhere, or without a name',
    rows(
      block({ subscription: null, invoice: null }),
      block({ subscription: {}, invoice: {} }),
      block({ subscription: { plan: {} } }),
      block({ subscription: { billingCadence: 7, plan: [] } }),
    ),
    { shows: ['Not sent'] },
  ),
  ledger(
    'Amounts',
    'numeric strings, long tails, exponents, none',
    rows(
      { amount: '0.30000000000000004' },
      { amount: '1e3' },
      { amount: 2.5e-6 },
      { amount: 'some' },
      { amount: '9'.repeat(40) },
      block({ amount: '100000', customPricingUnit: { displayName: 5 } }),
    ),
    { shows: ['0.30000000000000004', '1,000.00', '0.0000025', 'Unreadable: some', '9,999,999,999'] },
  ),
  ledger(
    'Amounts',
    'no pricing unit',
    rows(block({ customPricingUnit: null, customPricingUnitId: null }), block({ customPricingUnit: {} })),
    { shows: ['−2.50'], never: [/\$/] },
  ),
  ledger('Amounts', 'one is very large', rows({ amount: 1e6 }, { amount: -2 }, { amount: -2 }, { amount: -2 }), {
    shows: ['1,000,000.00', '−2.00'],
  }),
  ledger(
    'Amounts',
    'the unit is not sent',
    rows(
      { amount: -1250, newBalance: 8750, ...block({ customPricingUnit: undefined, customPricingUnitId: undefined }) },
      { amount: 10000, newBalance: 10000, allocationBlock: null },
    ),
    { shows: ['−1,250.00', '10,000.00'], never: [/Amounts without a unit/] },
  ),

  ledger(
    'Is `externalCustomerId` required',
    'rows that lead to a subscription with odd ids',
    rows(block({ invoice: { id: 'invoice/of a row?', vanityId: null } })),
    { besides: owned, shows: ['invoice/of a row?'] },
  ),
  ledger(
    'Is `externalCustomerId` required',
    'a row to cancel from',
    rows(block({ invoice: { id: 'invoice/to cancel' } })),
    {
      besides: [
        {
          kind: 'invoice',
          id: 'invoice/to cancel',
          response: jsonResponse({
            ...plainInvoice,
            id: 'invoice/to cancel',
            subscriptionId: ledgerOwner.subscription,
          }),
        },
        {
          kind: 'subscription',
          id: ledgerOwner.subscription,
          response: jsonResponse({ ...plainSubscription, id: ledgerOwner.subscription }),
        },
      ],
    },
  ),
  ledger(
    'Unknown id',
    'rows whose invoice is not known, or names none',
    rows(
      block({ invoice: { id: 'gone' } }),
      block({ invoice: null }),
      block({ invoice: { id: '..', vanityId: HOSTILE.openBidi } }),
      block({ invoice: { id: '', vanityId: '' } }),
    ),
    { shows: ['gone'] },
  ),
  ledger(
    'Hostile strings',
    'in every text',
    rows(
      {
        type: HOSTILE.openBidi,
        eventId: HOSTILE.openBidi,
        operationId: HOSTILE.script,
        billableId: HOSTILE.link,
        billable: { id: HOSTILE.openBidi, name: HOSTILE.openBidi },
        merchantId: HOSTILE.unbroken,
        [HOSTILE.openBidi]: HOSTILE.openBidi,
        allocationBlock: {
          id: HOSTILE.openBidi,
          amount: HOSTILE.formula,
          customPricingUnit: { displayName: HOSTILE.openBidi },
          invoice: { id: HOSTILE.openBidi, vanityId: HOSTILE.openBidi },
          subscription: { billingCadence: HOSTILE.openBidi, plan: { name: HOSTILE.openBidi } },
        },
      },
      { billable: { id: 'b', name: HOSTILE.image }, type: HOSTILE.closing },
      { billable: { id: 'b', name: HOSTILE.formula }, type: HOSTILE.long },
      block({ customPricingUnit: { displayName: HOSTILE.unbroken }, invoice: { vanityId: HOSTILE.openBidi } }),
    ),
    { unknown: [HOSTILE.openBidi, HOSTILE.closing], shows: [HOSTILE.formula] },
  ),
]
