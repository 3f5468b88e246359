import type { ReactNode } from 'react'
import type { Unreadable } from '@/contract/console/reading'
import { isUnreadable } from '@/lib/format/unreadable'
import { NotSent } from './ui/facts'
import { Pill } from './ui/pill'
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
