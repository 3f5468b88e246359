import { Children, type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react'
import type { Field as Value } from '@/lib/billing-api/view-of'
import { formatCount, type UnitLabels } from '@/lib/money/amount'
import { CatalogStatusPill, Flag, KnownValue } from './values'
import { Identifier } from '@/components/text/identifier'
import { Instant } from '@/components/time/instant'
import { Quantity } from '@/components/money/money'
import { OwnText } from '@/components/text/own-text'
import { Fact, Facts } from '@/components/ui/facts'

interface FieldProps extends ComponentProps<typeof Fact> {
  /** The value as sent: undefined or null folds the field away. Omitted for a value that is not an API field. */
  of?: unknown
}

/** A field of the API with its value; use it in `Fields`. */
export const Field = (props: FieldProps) => <Fact {...props} />

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

/** One line of a field list: the label, the field of the view, and the kind of its value. */
export type FieldRow<View, Key extends keyof View = keyof View> = {
  [Each in Key]-?: readonly [label: string, key: Each, kind: (value: View[Each]) => ReactNode]
}[Key]

/** Returns a `Field` for each row; use it in `Fields`. Without a view no field was sent. */
export const fieldsOf = <View extends object>(view: View | null | undefined, rows: readonly FieldRow<View>[]) =>
  rows.map((row) => fieldOf(view, row))

function fieldOf<View extends object, Key extends keyof View>(view: View | null | undefined, row: FieldRow<View, Key>) {
  const [label, key, kind] = row
  return (
    <Field key={label} label={label} of={view?.[key]}>
      {view && kind(view[key])}
    </Field>
  )
}

// The kinds of values.
export const text = (value: Value<string>) => <OwnText text={value} />
export const instant = (value: Value<string>) => <Instant iso={value} />
export const catalogStatus = (value: Value<string>) => <CatalogStatusPill status={value} />
/** @param of the object of the ID, for the name of the copy button */
export const idOf = (of: string) => (value: Value<string>) => <Identifier id={value} of={of} />
export const quantity = (labels?: UnitLabels | null) => (value: Value<string>) => (
  <Quantity quantity={value} labels={labels} />
)
export const flag = (yes?: string, no?: string) => (value: Value<boolean>) => <Flag value={value} yes={yes} no={no} />
/** @param label returns the label of a known value, and any other value unchanged */
export const known = (label: (value: string) => string) => (value: Value<string>) => (
  <KnownValue value={value} label={label} />
)
