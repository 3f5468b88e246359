import type { Field } from '@/lib/billing-api/view-of'
import { isAbsent } from '@/lib/billing-api/unreadable'
import { Absent } from './absent'
import { TextLink } from './text-link'
import { VisibleMarks } from './visible-marks'
import { CopyButton } from '@/components/ui/copy-button'

interface IdentifierProps {
  id: Field<string> | null
  /** The object of the ID: the copy button is named "Copy subscription ID". */
  of: string
  /** Returns the path of its page, when it has one. */
  path?: (id: string) => string
  missing?: string
}

/** An ID in monospace with a copy button. */
export function Identifier({ id, of, path, missing }: IdentifierProps) {
  if (isAbsent(id)) return <Absent value={id}>{missing}</Absent>
  return (
    <span className="inline-flex max-w-full items-center gap-0.5">
      <span className="opaque min-w-0">
        {path ? <TextLink href={path(id)}>{id}</TextLink> : <VisibleMarks>{id}</VisibleMarks>}
      </span>
      <CopyButton text={id} label={`Copy ${of} ID`} />
    </span>
  )
}
