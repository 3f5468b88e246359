import type { ReactNode } from 'react'
import { CopyButton } from './ui/copy-button'
import { NotSent } from './ui/facts'

interface IdentifierProps {
  id: string | null
  /** What it is the id of: the copy button is named "Copy subscription id". */
  of: string
  /** The id as a link, where it leads somewhere. */
  children?: ReactNode
  missing?: string
}

/** An id in monospace with a copy button. */
export function Identifier({ id, of, children, missing }: IdentifierProps) {
  if (id === null) return <NotSent>{missing}</NotSent>
  return (
    <span className="inline-flex max-w-full items-center gap-0.5">
      <span className="opaque min-w-0">{children ?? id}</span>
      <CopyButton text={id} label={`Copy ${of} id`} />
    </span>
  )
}
