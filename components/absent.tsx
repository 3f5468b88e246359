import type { ReactNode } from 'react'
import type { Unreadable } from '@/contract/console/reading'
import { isUnreadable } from '@/lib/format/unreadable'
import { NotSent } from './ui/facts'
import { Pill } from './ui/pill'
import { VisibleMarks } from './visible-marks'

interface AbsentProps {
  value: Unreadable | null | undefined
  /** What is said where nothing was sent. */
  children?: ReactNode
}

/** Stands in the place of a value: "Not sent", or what was sent and could not be read. Never the one for the other. */
export function Absent({ value, children }: AbsentProps) {
  if (!value) return <NotSent>{children}</NotSent>
  return (
    <span className="text-yellow wrap-anywhere whitespace-normal">
      Unreadable: <SentText value={value} />
    </span>
  )
}

/** The same in the place of a status. */
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

/** Those of several values for one thing that could not be read; nothing where all could. */
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
