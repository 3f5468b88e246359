import type { Field } from '@/lib/billing-api/view-of'
import { isAbsent } from '@/lib/billing-api/unreadable'
import type { ReactNode } from 'react'
import { Absent } from './absent'
import { VisibleMarks } from './visible-marks'

interface OwnTextProps {
  text: Field<string> | null
  /** The text when nothing was sent. */
  missing?: ReactNode
}

/** Text as the API sent it; "Not sent" or "Unreadable: …" without a readable value. */
export function OwnText({ text, missing }: OwnTextProps) {
  if (isAbsent(text)) return <Absent value={text}>{missing}</Absent>
  return (
    <span className="foreign">
      <VisibleMarks>{text}</VisibleMarks>
    </span>
  )
}
