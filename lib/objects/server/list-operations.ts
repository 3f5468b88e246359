import { listFields } from '../lists'
import {
  listCustomers as runListCustomers,
  listDifferences as runListDifferences,
  listInvoices as runListInvoices,
  listSubscriptions as runListSubscriptions,
} from './list-objects'
import { sumInvoices as runSumInvoices } from './sum-invoices'
import {
  exportCustomers as runExportCustomers,
  exportInvoices as runExportInvoices,
  exportSubscriptions as runExportSubscriptions,
} from './export-objects'
import {
  ListCustomersInput,
  ListInvoicesInput,
  ListSubscriptionsInput,
  InvoiceFilters,
  SubscriptionFilters,
  CustomerFilters,
} from './list-input'
import { CSV_FIELDS, PathId } from '@/lib/core/server/input'
import { z } from 'zod'
import { operation } from '@/lib/core/server/operation'

export const listSubscriptions = operation('listSubscriptions', {
  input: ListSubscriptionsInput,
  describe:
    'The subscriptions that the console has read, with filters. `endDate` is the first moment after the end: with 2026-12-01T00:00Z the last day is 30 Nov. A date without a time is itself the last day.',
  tool: true,
  run: runListSubscriptions,
})

export const listInvoices = operation('listInvoices', {
  input: ListInvoicesInput,
  describe: 'The invoices that the console has read, with the verdict of their checks and with filters.',
  tool: true,
  run: runListInvoices,
})

export const listCustomers = operation('listCustomers', {
  input: ListCustomersInput,
  describe: 'The customers that the console has read.',
  tool: true,
  run: runListCustomers,
})

export const sumInvoices = operation('sumInvoices', {
  input: InvoiceFilters,
  describe:
    'The sums of the invoices that the console has read and that match the filters, by currency and status, and what is owed by age.',
  tool: true,
  run: runSumInvoices,
})

export const listDifferences = operation('listDifferences', {
  input: z
    .strictObject({ kind: z.enum(['subscription', 'invoice']).optional(), id: PathId.optional() })
    .refine(({ kind, id }) => (kind === undefined) === (id === undefined), 'must have both kind and id, or neither'),
  describe: 'How the billing API’s responses differ from its interface document.',
  run: runListDifferences,
})

export const exportSubscriptions = operation('exportSubscriptions', {
  input: SubscriptionFilters.extend(CSV_FIELDS),
  describe: 'A CSV of the subscriptions that match the filters.',
  audit: { records: 'run', fields: ['form', ...listFields('subscriptions')] },
  run: runExportSubscriptions,
})

export const exportInvoices = operation('exportInvoices', {
  input: InvoiceFilters.extend({
    columns: z
      .literal('findings')
      .describe('findings: a row for each finding, with its kind, lines, expected amount, difference and reviewer')
      .optional(),
    ...CSV_FIELDS,
  }),
  describe: 'A CSV of the invoices that match the filters.',
  audit: {
    records: 'run',
    fields: ['form', 'columns', ...listFields('invoices')],
  },
  run: runExportInvoices,
})

export const exportCustomers = operation('exportCustomers', {
  input: CustomerFilters.extend(CSV_FIELDS),
  describe: 'A CSV of the customers that match the filters.',
  audit: { records: 'run', fields: ['form', ...listFields('customers')] },
  run: runExportCustomers,
})
