import { Children, isValidElement, type ReactElement, type ReactNode } from 'react'
import { formatCount } from '@/lib/format/amount'
import { Fact, Facts } from './ui/facts'

interface FieldProps {
  label: string
  /** The value as sent: undefined or null folds the field away. Omitted for a value that is not an API field. */
  of?: unknown
  /** Longer text takes the whole width. */
  wide?: boolean
  note?: ReactNode
  /** Excluded from print. */
  screenOnly?: boolean
  children: ReactNode
}

/** A field of the API with its value; use it in `Fields`. */
export function Field({ label, wide, note, screenOnly, children }: FieldProps) {
  return (
    <Fact label={label} wide={wide} note={note} screenOnly={screenOnly}>
      {children}
    </Fact>
  )
}

/** Shows the fields that were sent, and folds the names of the others into one line. Takes `Field`s only. */
export function Fields({ children }: { children: ReactNode }) {
  const fields = Children.toArray(children).filter(isField)
  const sent = fields.filter(({ props }) => isFieldSent(props))
  const absent = fields.filter(({ props }) => !isFieldSent(props))
  return (
    <div className="space-y-3">
      {sent.length > 0 && <Facts>{sent}</Facts>}
      {absent.length > 0 && (
        <details className="text-muted text-xs">
          <summary className="w-fit rounded">{formatCount(absent.length, 'field')} not sent</summary>
          <p className="mt-1">{absent.map(({ props }) => props.label).join(' · ')}</p>
        </details>
      )}
    </div>
  )
}

/** False for a field whose value is absent. */
export const isFieldSent = (props: Pick<FieldProps, 'of'>) => !('of' in props) || (props.of ?? null) !== null

const isField = (child: ReactNode): child is ReactElement<FieldProps> => isValidElement(child) && child.type === Field
