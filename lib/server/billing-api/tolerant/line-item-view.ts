import { ENTITY_TYPES } from '@/contract/billing/price'
import type { InvoiceLineItemView, SubItemView } from '@/contract/console/invoice'
import type { EveryField } from '@/contract/console/view-of'
import type { FieldReader } from './field-reader'

/** Reads a line item (section 2.5). */
export function lineItemView(line: FieldReader): EveryField<InvoiceLineItemView> {
  return {
    id: line.text('id'),
    invoiceId: line.text('invoiceId'),
    merchantId: line.text('merchantId'),
    priceId: line.text('priceId'),
    amount: line.money('amount'),
    description: line.text('description'),
    ...(line.object('details', lineDetails) ?? NO_DETAILS),
    startDate: line.instant('startDate'),
    endDate: line.end('endDate'),
    createdAt: line.instant('createdAt'),
    updatedAt: line.instant('updatedAt'),
    price: line.object('price', lineItemPrice),
  }
}

type LineDetails = Pick<
  InvoiceLineItemView,
  'quantity' | 'unitPrice' | 'subItems' | 'appliedMinimum' | 'appliedMaximum'
>

const NO_DETAILS: EveryField<LineDetails> = {
  quantity: undefined,
  unitPrice: undefined,
  subItems: [],
  appliedMinimum: undefined,
  appliedMaximum: undefined,
}

function lineDetails(details: FieldReader): EveryField<LineDetails> {
  return {
    quantity: details.amount('quantity'),
    unitPrice: details.money('unitPrice'),
    subItems: details.list('subItems', subItem, 'optional'),
    appliedMinimum: details.money('appliedMinimum', 'optional'),
    appliedMaximum: details.money('appliedMaximum', 'optional'),
  }
}

function subItem(item: FieldReader): EveryField<SubItemView> {
  return {
    name: item.text('name', 'optional'),
    quantity: item.amount('quantity'),
    price: item.money('price'),
    amount: item.money('amount'),
  }
}

type LineBillable = NonNullable<NonNullable<InvoiceLineItemView['price']>['billable']>

function lineItemPrice(price: FieldReader): EveryField<NonNullable<InvoiceLineItemView['price']>> {
  return {
    id: price.text('id'),
    entityType: price.choice('entityType', ENTITY_TYPES),
    rules: price.rules('rules', null, price.isInCustomUnit()),
    priceType: price.text('priceType', 'optional'),
    inCustomUnit: price.isInCustomUnit(),
    billable: price.object('billable', (billable): EveryField<LineBillable> => ({
      id: billable.text('id'),
      showOnInvoice: billable.flag('showOnInvoice'),
      hidden: billable.flag('hidden'),
      singleUnitLabel: billable.text('singleUnitLabel', 'nullable'),
      multipleUnitLabel: billable.text('multipleUnitLabel', 'nullable'),
    })),
  }
}
