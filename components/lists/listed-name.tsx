import { ReadAgo } from '@/components/time/as-of'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { VisibleMarks } from '@/components/text/visible-marks'
import { objectPath } from '@/lib/core/paths'
import type { FindHit } from '@/lib/find/find-result'

/** A narrow table has no pointer that shows the rest. */
const WHOLE = '@max-[40rem]:wrap-anywhere @max-[40rem]:whitespace-normal!'

interface ListedNameProps {
  kind: FindHit['kind']
  id: string
  /** Null shows the ID alone. */
  name: string | null
  /** True when the name has the ID where it is needed. */
  isIdHidden?: boolean
  /** When the object was read, and when the list was. */
  asOf: string
  readAt: string
}

/** The name of a listed object as a link, its ID, and the age of its row where it is older than the list. */
export function ListedName({ kind, id, name, isIdHidden = false, asOf, readAt }: ListedNameProps) {
  const shown = name ?? id
  return (
    <>
      <Link
        href={objectPath({ kind, id })}
        prefetch={false}
        title={shown}
        className={classNames(
          'text-accent block truncate font-medium hover:underline',
          WHOLE,
          shown === id && 'opaque',
        )}
      >
        <VisibleMarks>{shown}</VisibleMarks>
      </Link>
      {shown !== id && !isIdHidden && (
        <small className={`opaque ${WHOLE}`} title={id}>
          <VisibleMarks>{id}</VisibleMarks>
        </small>
      )}
      <ReadAgo asOf={asOf} at={readAt} />
    </>
  )
}
