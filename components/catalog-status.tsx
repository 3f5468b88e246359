import type { Field } from '@/contract/console/view-of'
import { isAbsent } from '@/lib/format/unreadable'
import { AbsentStatus } from './absent'
import type { Tone } from './ui/pill'
import { Pill } from './ui/pill'
import { VisibleMarks } from './visible-marks'

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
