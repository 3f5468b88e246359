import type { ReactNode } from 'react'
import type { Unreadable } from '@/lib/billing-api/view-of'
import { noUsableDate } from '@/lib/time/usable-date'
import { isUnreadable } from '@/lib/billing-api/unreadable'
import { EmptyCell } from '@/components/ui/empty-cell'
import { NotSent } from '@/components/ui/facts'
import { Pill } from '@/components/ui/pill'
import { VisibleMarks } from './visible-marks'

interface AbsentProps {
  value: Unreadable | null | undefined
  /** The text when nothing was sent. */
  children?: ReactNode
}

/** Replaces a missing value with "Not sent", or an unreadable value with what was sent. Never confuses the two. */
export function Absent({ value, children }: AbsentProps) {
  if (!value) return <NotSent>{children}</NotSent>
  return (
    <span className="text-yellow wrap-anywhere whitespace-normal">
      Unreadable: <SentText value={value} />
    </span>
  )
}

interface NoUsableDateProps {
  /** The UTC day that was sent, from `placeholderDay`. */
  day: string
  /** The name of the date: "due date". */
  name?: string
  /** For dense tables: shows "—" with this name. */
  dense?: boolean
}

/** Replaces a placeholder date, such as 0001-01-01. */
export function NoUsableDate({ day, name = 'date', dense = false }: NoUsableDateProps) {
  const text = noUsableDate(name, day)
  return dense ? <EmptyCell label={text} /> : <span className="text-muted">{text}</span>
}

/** The same for a status. */
export function AbsentStatus({ value }: { value: Unreadable | null | undefined }) {
  return (
    <Pill tone="unknown">
      {value ? (
        <>
          Unreadable: <SentText value={value} />
        </>
      ) : (
        'Status not sent'
      )}
    </Pill>
  )
}

/** Lists the unreadable ones of several values for one fact; renders nothing when all are readable. */
export function Unreadables({ values }: { values: readonly unknown[] }) {
  return values.filter(isUnreadable).map((value, index) => (
    <div key={index}>
      <Absent value={value} />
    </div>
  ))
}

const SentText = ({ value }: { value: Unreadable }) => (
  <span data-as-sent className="opaque">
    <VisibleMarks>{value.unreadable}</VisibleMarks>
  </span>
)
