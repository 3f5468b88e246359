import type { Unreadable } from '@/contract/console/reading'
import { isAbsent } from '@/lib/format/unreadable'
import type { ReactNode } from 'react'
import { Absent } from './absent'

interface OwnTextProps {
  text: string | Unreadable | null | undefined
  /** What is said where nothing was sent. */
  missing?: ReactNode
}

/** Text as the API sent it; "Not sent" or "Unreadable: …" where there is none. */
export function OwnText({ text, missing }: OwnTextProps) {
  return isAbsent(text) ? <Absent value={text}>{missing}</Absent> : <span className="foreign">{text}</span>
}
