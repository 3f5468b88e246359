import type { Field } from '@/lib/billing-api/view-of'
import { isAbsent } from '@/lib/billing-api/unreadable'
import type { ReactNode } from 'react'
import { Absent } from './absent'
import { VisibleMarks } from './visible-marks'

interface OwnTextProps {
  text: Field<string> | null
  /** The text when nothing was sent. */
  missing?: ReactNode
  /** `foreign` or `opaque`, which isolate the text, and its look. */
  className?: string
}

/** Text from outside as it was sent; "Not sent" or "Unreadable: …" without a readable value. */
export function OwnText({ text, missing, className = 'foreign' }: OwnTextProps) {
  if (isAbsent(text)) return <Absent value={text}>{missing}</Absent>
  return (
    <span className={className}>
      <VisibleMarks>{text}</VisibleMarks>
    </span>
  )
}
