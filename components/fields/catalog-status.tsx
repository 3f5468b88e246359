import type { Field } from '@/lib/billing-api/view-of'
import { isAbsent } from '@/lib/billing-api/unreadable'
import { AbsentStatus } from '@/components/text/absent'
import { type Tone, Pill } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/text/visible-marks'

/** Statuses of plans, prices and billables that gaps.md names; others show literally. */
const CATALOG_STATUSES = new Map<string, { label: string; tone: Tone }>([
  ['available', { label: 'Available', tone: 'green' }],
  ['active', { label: 'Active', tone: 'green' }],
  ['draft', { label: 'Draft', tone: 'grey' }],
  ['archived', { label: 'Archived', tone: 'grey' }],
  ['deleted', { label: 'Deleted', tone: 'grey' }],
])

export function CatalogStatusPill({ status }: { status: Field<string> | null }) {
  if (isAbsent(status)) return <AbsentStatus value={status} />
  const known = CATALOG_STATUSES.get(status)
  return known ? (
    <Pill tone={known.tone}>{known.label}</Pill>
  ) : (
    <Pill tone="unknown">
      <VisibleMarks>{status}</VisibleMarks>
    </Pill>
  )
}
