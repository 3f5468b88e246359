'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { Instant } from '@/components/time/instant'
import { KindIcon } from '@/components/objects/kind-icon'
import { useTimeZone } from '@/components/time/time-zone'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { TechnicalDetail } from '@/components/ui/technical-detail'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { FindResult } from '@/lib/find/find-result'
import type { IndexedObject } from '@/lib/objects/indexed-objects'
import { useSignedIn } from '@/components/page/signed-in'
import {
  addChosen,
  addFound,
  exactTextOfTicket,
  keepExactText,
  keepTicket,
  type Ticket,
} from '@/components/ticket/ticket'
import { forecast } from '@/lib/subscriptions/forecast'
import { subscriptionAnswer } from '@/lib/subscriptions/subscription-answer'
import { objectPath } from '@/lib/core/paths'
import { operationQuery } from '@/lib/api'
import { useSelection } from '@/components/changes/use-selection'
import { type Destination, KIND_LABELS, shownId } from './destination'
import { DateOrAmount, ObjectStatus } from './object-facts'
import { objectName } from './seen-destination'
import {
  inOrderOfText,
  type Lookup,
  lookUpAll,
  lookupCauses,
  lookupOf,
  lookupsLabel,
  lookupState,
  objectsAsWritten,
  type ResultRow,
  resultRows,
  withoutRepeats,
} from './lookups'
import { SAMPLE_TICKET } from './sample-ticket'
import { knownResult, lookUpId } from './find-query'
import { CompareLink, TicketReply } from './ticket-reply'
import { FRESH_MS, useReadObjects } from './use-read-objects'

interface TicketPanelProps {
  ticket: Ticket
  /** What the server found for the only candidate. */
  known?: FindResult
}

/** The candidate IDs of a ticket with what was found. Mount it anew for another ticket. */
export function TicketPanel({ ticket, known }: TicketPanelProps) {
  const { candidates, leftOut, number, hasEmail = false, asksAboutTwice = false, isSample = false } = ticket
  const timeZone = useTimeZone()
  const { name } = useSignedIn()
  // An ID of the address takes the place of the ticket before, as one that is typed.
  useEffect(() => {
    if (known) keepTicket(name, ticket)
  }, [known, name, ticket])
  const { lookups, searchAgain } = useLookups(ticket, known)
  const inOrder = useMemo(() => inOrderOfText(lookups), [lookups])
  const objects = useReadObjects(useMemo(() => objectsAsWritten(inOrder), [inOrder]))
  const rows = useMemo(() => resultRows(lookups, timeZone), [lookups, timeZone])
  const hasFailed = lookups.some((lookup) => lookupState(lookup) === 'failed')
  const exact = exactTextOfTicket()
  const isMany = candidates.length > 1
  const { withBoxes, bar, provide } = useSelection({ rows, idOf: subscriptionOf })
  return provide(
    <>
      {isSample && (
        <figure className="bg-sunken rounded-lg px-4 py-3 text-sm">
          <figcaption className="text-muted mb-1 text-xs">The sample ticket that was pasted</figcaption>
          <blockquote className="whitespace-pre-wrap">{SAMPLE_TICKET}</blockquote>
        </figure>
      )}
      <Section
        title={number !== null ? `Ticket ${number}` : isMany ? 'In this ticket' : 'Result'}
        flush
        aside={
          <p role="status" className={isMany ? 'text-muted text-xs' : 'sr-only'}>
            {lookupsLabel(lookups, leftOut)}
          </p>
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys move between the links of rows */}
        <div onKeyDown={moveBetweenRows}>
          {candidates.length === 0 ? (
            <p className="px-4 py-3 text-sm font-medium">
              {hasEmail ? 'This text has only an email, and no ID.' : 'This text has no ID.'}
            </p>
          ) : (
            <DataTable
              caption="In this ticket"
              look="stack"
              columns={withBoxes(COLUMNS)}
              rows={rows}
              keyOf={(_, index) => index}
              rowProps={() => ({ className: 'relative' })}
              className="[&>tbody>tr>*]:align-top @min-[40rem]:[&>tbody>tr>*]:py-2"
            />
          )}
        </div>
        {bar}
        {lookupCauses(lookups).map(({ text, technicalDetail }) => (
          <div key={text} className="text-yellow foreign border-t px-4 py-2 text-sm">
            {text}
            {technicalDetail && <TechnicalDetail>{technicalDetail}</TechnicalDetail>}
          </div>
        ))}
        <div className="flex flex-wrap gap-2 border-t px-4 py-2.5 empty:hidden">
          <CompareLink objects={objects} />
          {hasFailed && (
            <Button small onClick={searchAgain}>
              Search again
            </Button>
          )}
          {exact !== undefined && (
            <Button small onClick={() => keepExactText(name, exact)}>
              Search for this exact text
            </Button>
          )}
        </div>
      </Section>
      <TicketReply lookups={inOrder} objects={objects} asksAboutTwice={asksAboutTwice} />
    </>,
  )
}

/** Returns the subscription that a row opens; null for another object, or one that is gone. */
const subscriptionOf = ({ place }: ResultRow) =>
  place?.kind === 'subscription' && (place.object?.goneAt ?? null) === null ? place.id : null

/** Looks up the candidates. Known results show until the new ones arrive. */
function useLookups({ candidates }: Ticket, known: FindResult | undefined) {
  const client = useQueryClient()
  const timeZone = useTimeZone()
  const [attempt, setAttempt] = useState(0)
  const [results, setResults] = useState<ReadonlyMap<string, FindResult | undefined>>(
    () => new Map(candidates.map(({ id }) => [id, known ?? knownResult(client, id)])),
  )
  useEffect(() => {
    const search = new AbortController()
    void lookUpAll(
      candidates.map(({ id }) => id),
      (id) => lookUpId(client, id),
      (id, result) => setResults((before) => new Map(before).set(id, result)),
      search.signal,
    )
    return () => search.abort()
    // The ticket's other fields change while it is searched for.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for a ticket and attempt
  }, [client, attempt])
  const lookups = useMemo(
    () =>
      withoutRepeats(candidates.map((candidate): Lookup => lookupOf(candidate, results.get(candidate.id), timeZone))),
    [candidates, results, timeZone],
  )
  useEffect(() => {
    if (lookups.every(({ result }) => result)) addFound(objectsAsWritten(lookups))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is kept changes the ticket, and must not run this again
  }, [results])
  return {
    lookups,
    searchAgain: () => {
      setResults(new Map())
      setAttempt((before) => before + 1)
    },
  }
}

/** Returns the links of the rows. */
export const resultLinks = () => [...document.querySelectorAll<HTMLElement>('a[data-result]')]

function moveBetweenRows(event: KeyboardEvent): void {
  const links = resultLinks()
  const at = links.findIndex((link) => link === document.activeElement)
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (at < 0 || step === undefined) return
  event.preventDefault()
  links[at + step]?.focus()
}

const COLUMNS: readonly Column<ResultRow>[] = [
  {
    header: 'In the ticket',
    width: '18%',
    isRowHeader: true,
    show: ({ lookup: { id, written }, isFirst }) => (
      <span className={isFirst ? 'opaque whitespace-pre-wrap' : 'sr-only'}>
        <VisibleMarks>{written?.replaceAll(LINE_BREAK, '↵') ?? id}</VisibleMarks>
      </span>
    ),
  },
  { header: 'Found', width: '29%', show: (row) => <Found row={row} /> },
  { header: 'Status', width: '16%', show: ({ place }) => place?.object && <ObjectStatus object={place.object} /> },
  {
    header: 'Date or amount',
    width: '19%',
    show: ({ place }) => place?.object && <Figures object={place.object} />,
  },
  {
    header: 'Customer',
    show: ({ place }) => place?.object?.customerId != null && <CustomerIds customerId={place.object.customerId} />,
  },
]

const LINE_BREAK = /=?[ \t]*\r?\n[> \t]*/gu

function Found({ row: { place, text, isRespelled } }: { row: ResultRow }) {
  if (!place) return <span className={text === 'Search failed' ? 'text-yellow' : 'text-muted'}>{text}</span>
  const name = place.object ? objectName(place.object) : place.label
  return (
    <span className="flex items-start gap-2">
      <span className="mt-0.5">
        <KindIcon kind={place.kind} />
      </span>
      <span className="min-w-0">
        <span className="sr-only">{KIND_LABELS[place.kind]} </span>
        <Link
          href={objectPath(place)}
          prefetch={false}
          data-result=""
          onNavigate={() => addChosen(place)}
          className="text-accent font-medium after:absolute after:inset-0 hover:underline"
        >
          <VisibleMarks>{name}</VisibleMarks>
        </Link>
        <Details place={place} name={name} isRespelled={isRespelled === true} />
      </span>
    </span>
  )
}

/** The ID of a place, and the time of its data when they are from the index. */
function Details({ place, name, isRespelled }: { place: Destination; name: string; isRespelled: boolean }) {
  const { kind, id, label, object, isFromIndex } = place
  const isEarlier = isFromIndex && object?.goneAt === null
  return (
    <>
      {name !== id && (
        <small className="opaque">
          <VisibleMarks>{shownId(id)}</VisibleMarks>
        </small>
      )}
      {kind === 'customer' && !isEarlier && label !== name && <small>{label}</small>}
      {isRespelled && <small className="text-yellow">Spelled differently in the ticket</small>}
      {isEarlier && (
        <small>
          as of <Instant iso={object.asOf} dense />
        </small>
      )}
    </>
  )
}

/** The price of a subscription and its next date, once it is read; the date or amount of others. */
function Figures({ object }: { object: IndexedObject }) {
  const timeZone = useTimeZone()
  const isRead = object.kind === 'subscription' && object.goneAt === null
  const { data } = useQuery({
    ...operationQuery('getSubscription', { id: object.id }),
    staleTime: FRESH_MS,
    enabled: isRead,
  })
  // The query also has what an earlier read of this ID returned.
  if (!isRead || !data) return <DateOrAmount object={object} timeZone={timeZone} />
  const [first, ...others] = subscriptionAnswer(data, forecast(data, data.asOf)).toReversed()
  return (
    <>
      <span className="foreign">{first}</span>
      {others.map((each) => (
        <small key={each}>{each}</small>
      ))}
    </>
  )
}

/** The customer's IDs in your own system, where they are known, and the ID of the billing API. */
function CustomerIds({ customerId }: { customerId: string }) {
  const { data } = useQuery(operationQuery('getRelated', { customerId }))
  const [own = customerId, ...more] = data?.externalIds ?? []
  return (
    <span className="opaque">
      <VisibleMarks>{[own, ...more].join(', ')}</VisibleMarks>
      {own !== customerId && (
        <small>
          <VisibleMarks>{customerId}</VisibleMarks>
        </small>
      )}
    </span>
  )
}
