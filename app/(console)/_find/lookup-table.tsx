import { useState } from 'react'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { TechnicalDetail } from '@/components/ui/technical-detail'
import { type Destination, KIND_LABELS, keyOf, pathOf, shownId } from './destination'
import { lookupCauses, type Lookup, type Lookups, lookupState, shownLookups } from './lookups'
import { VisibleMarks } from '@/components/visible-marks'

interface LookupTableProps {
  lookups: Lookups
  /** Called when the user follows a link in it. */
  onLeave: () => void
}

/**
 * The candidate IDs of a text with their results. The ones without a match are folded below; lookup failures are stated
 * once, below the table, so that its rows keep their place.
 */
export function LookupTable({ lookups, onLeave }: LookupTableProps) {
  const { shown, notFound } = shownLookups(lookups)
  return (
    <>
      {shown.length > 0 && <Rows label="Possible IDs" rows={shown} onLeave={onLeave} />}
      {lookupCauses(lookups).map(({ text, technicalDetail }) => (
        <div key={text} className="text-yellow foreign border-t px-3 py-2">
          {text}
          {technicalDetail && <TechnicalDetail>{technicalDetail}</TechnicalDetail>}
        </div>
      ))}
      {notFound.length > 0 && <NotFound rows={notFound} onLeave={onLeave} />}
    </>
  )
}

interface RowsProps {
  rows: Lookup[]
  onLeave: () => void
}

/** The IDs without a match, folded: "7 not found". */
function NotFound({ rows, onLeave }: RowsProps) {
  const [open, setOpen] = useState(false)
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="border-t">
      <summary role="button" aria-expanded={open} className="text-muted hover:bg-hover px-3 py-2 -outline-offset-2">
        {rows.length} not found
      </summary>
      <Rows label="Not found" rows={rows} onLeave={onLeave} />
    </details>
  )
}

function Rows({ label, rows, onLeave }: RowsProps & { label: string }) {
  return (
    <DataTable caption={label} columns={columnsOf(onLeave)} rows={rows} keyOf={({ id }) => id} className="border-t" />
  )
}

const columnsOf = (onLeave: () => void): Column<Lookup>[] => [
  {
    header: 'Possible ID',
    width: '40%',
    isRowHeader: true,
    show: ({ id }) => <span className="opaque whitespace-pre-wrap">{id}</span>,
  },
  { header: 'What it is', show: (row) => <LookupResult row={row} onLeave={onLeave} /> },
]

function LookupResult({ row, onLeave }: { row: Lookup; onLeave: () => void }) {
  const { result, seen } = row
  const links = (places: Destination[]) =>
    places.map((place) => (
      <PlaceLink key={keyOf(place)} place={place} hasSameId={place.id === row.id} onLeave={onLeave} />
    ))
  const state = lookupState(row)
  const hits = result?.hits ?? []
  if (state === 'found') return links(hits)
  return (
    <>
      {state === 'failed' && <span className="text-yellow block">Search failed</span>}
      {state === 'none' && hits.length === 0 && <span className="text-muted">Not found</span>}
      {/* Shows an empty ledger when there is no better hit. */}
      {seen.length === 0 && links(hits)}
      {seen.length > 0 && (
        <>
          <span className="text-muted block text-xs">Seen by your team:</span>
          {links(seen)}
        </>
      )}
    </>
  )
}

interface PlaceLinkProps {
  place: Destination
  /** True when the hit has the same ID as the row. */
  hasSameId: boolean
  onLeave: () => void
}

function PlaceLink({ place, hasSameId, onLeave }: PlaceLinkProps) {
  return (
    <Link href={pathOf(place)} prefetch={false} onNavigate={onLeave} className="text-accent block hover:underline">
      <span className="text-muted mr-2 text-xs">{KIND_LABELS[place.kind]}</span>
      <span className="foreign">
        <VisibleMarks>{place.label}</VisibleMarks>
      </span>
      {!hasSameId && place.label !== place.id && (
        <span className="opaque text-muted ml-2 text-xs whitespace-pre-wrap">
          <VisibleMarks>{shownId(place.id)}</VisibleMarks>
        </span>
      )}
    </Link>
  )
}
