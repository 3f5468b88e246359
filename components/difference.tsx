'use client'

import type { Difference as Changed } from '@/contract/console/indexed-object'
import { INVOICE_STATUSES } from './invoice-status'
import { Money } from './money'
import { SUBSCRIPTION_STATUSES } from './subscription-status-label'
import { UtcDay } from './utc-day'
import { VisibleMarks } from './visible-marks'

const FIELD_LABELS: Record<Changed['field'], string> = {
  status: 'Status',
  endDate: 'Last day',
  plan: 'Plan',
  price: 'Price',
  total: 'Total',
  dueDate: 'Due',
}

/** A field that changed: "Status: Issued → Paid". */
export function Difference({ difference }: { difference: Changed }) {
  const { field, before, after } = difference
  return (
    <span className="foreign">
      {FIELD_LABELS[field]}: <Value difference={difference} value={before} />
      {' → '}
      <Value difference={difference} value={after} />
    </span>
  )
}

function Value({ difference: { kind, field, currency }, value }: { difference: Changed; value: string | null }) {
  if (field === 'endDate') return <UtcDay iso={value} missing="no end" name="end date" dense isEnd />
  if (field === 'dueDate') return <UtcDay iso={value} missing="no due date" name="due date" dense />
  if (field === 'total') return <Money amount={value} currency={currency} />
  const text = field === 'status' ? statusLabel(kind, value ?? '') : (value ?? '')
  return <VisibleMarks>{text}</VisibleMarks>
}

/** Keeps an unknown status as it was sent. */
function statusLabel(kind: Changed['kind'], status: string): string {
  const labels = Object.entries(kind === 'invoice' ? INVOICE_STATUSES : SUBSCRIPTION_STATUSES)
  return labels.find(([known]) => known === status)?.[1].label ?? status
}
