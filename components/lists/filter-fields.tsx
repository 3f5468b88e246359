import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { useNavigation } from '@/components/ui/navigation-progress'
import { MONTH, NO_DATE } from '@/lib/objects/indexed-objects'

export const FIELD_LOOK = 'border-line-strong bg-surface rounded-md border px-2 text-sm'
const FIELD = `${FIELD_LOOK} min-h-8 w-full`

interface FieldProps {
  label: string
  name: string
  value: string | null
}

interface LabelledProps extends Pick<FieldProps, 'label'> {
  isLabelHidden?: boolean
  children: (id: string) => ReactNode
}

function Labelled({ label, isLabelHidden = false, children }: LabelledProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label
        htmlFor={id}
        className={isLabelHidden ? 'sr-only' : 'text-muted block shrink-0 truncate text-xs'}
        title={label}
      >
        {label}
      </label>
      {children(id)}
    </div>
  )
}

/** Shows a value that comes from elsewhere, such as Back, without mounting the field anew: that would lose the focus. */
function useShownValue<Field extends HTMLInputElement | HTMLSelectElement>(
  value: string | null,
): RefObject<Field | null> {
  const field = useRef<Field>(null)
  useEffect(() => {
    if (field.current) field.current.value = value ?? ''
  }, [value])
  return field
}

/** Returns the texts that were typed into these fields of a form. */
export const typedTexts = (form: HTMLFormElement, ...names: readonly string[]): string[] => {
  const sent = new FormData(form)
  return names.map((name) => {
    const text = sent.get(name)
    return typeof text === 'string' ? text.trim() : ''
  })
}

interface TextProps extends FieldProps {
  /** True when only screen readers get the label, because the field shows it as placeholder. */
  isLabelHidden?: boolean
  placeholder?: string
  mono?: boolean
  /** The ID of the element with the validation message. */
  errorId?: string
  /** True for a text that applies while it is typed, too. */
  isLive?: boolean
}

/** How long a person who types pauses before the text applies. */
const PAUSE_MS = 400

/** A text that a form of filters reads on Enter, and when it is live, after a pause. */
export function FilterText(props: TextProps) {
  const { label, name, value, isLabelHidden = false, placeholder, mono = false, errorId, isLive = false } = props
  const field = useRef<HTMLInputElement>(null)
  const pause = useRef<number>(undefined)
  const shown = useRef(value)
  const { pressed } = useNavigation()
  const isLeaving = useRef(false)
  useEffect(() => {
    isLeaving.current = pressed !== null
  }, [pressed])
  useEffect(() => {
    shown.current = value
    // The text of a person who goes on typing, or has typed a space, stays.
    if (field.current && pause.current === undefined && field.current.value.trim() !== (value ?? ''))
      field.current.value = value ?? ''
  }, [value])
  useEffect(() => () => window.clearTimeout(pause.current), [])
  const applySoon = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    window.clearTimeout(pause.current)
    pause.current = window.setTimeout(() => {
      pause.current = undefined
      // A filter that applies after another page was opened would bring the person back.
      if (isLeaving.current) return
      // Enter or “Clear filters” may have come first.
      if (currentTarget.value.trim() !== (shown.current ?? '')) currentTarget.form?.requestSubmit()
    }, PAUSE_MS)
  }
  return (
    <Labelled label={label} isLabelHidden={isLabelHidden}>
      {(id) => (
        <input
          ref={field}
          id={id}
          name={name}
          type="text"
          defaultValue={value ?? ''}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={320}
          aria-invalid={errorId ? true : undefined}
          aria-describedby={errorId}
          onInput={isLive ? applySoon : undefined}
          className={classNames(FIELD, 'aria-invalid:border-red', mono && 'font-mono')}
        />
      )}
    </Labelled>
  )
}

interface MonthProps extends FieldProps {
  /** Labels the choice of objects without a month. */
  none?: string | undefined
}

/** A UTC month that applies at once, when it is whole or empty. Firefox and Safari on desktops show a text field. */
export function FilterMonth({ label, name, value, none }: MonthProps) {
  const isNone = value === NO_DATE
  const field = useShownValue<HTMLInputElement>(isNone ? null : value)
  return (
    <div className="min-w-0">
      <Labelled label={label}>
        {(id) => (
          <input
            ref={field}
            id={id}
            name={name}
            type="month"
            min="1000-01"
            max="9999-12"
            pattern={MONTH.source}
            title="A month, such as 2026-03"
            placeholder="2026-03"
            autoComplete="off"
            defaultValue={isNone ? '' : (value ?? '')}
            onChange={({ currentTarget: { validity, form } }) => validity.valid && form?.requestSubmit()}
            className={FIELD}
          />
        )}
      </Labelled>
      {none !== undefined && (
        <label className="flex min-h-7 items-center gap-1.5 text-xs">
          <input
            type="checkbox"
            name={name}
            value={NO_DATE}
            checked={isNone}
            onChange={({ currentTarget: { form } }) => {
              if (field.current) field.current.value = ''
              form?.requestSubmit()
            }}
          />
          {none}
        </label>
      )}
    </div>
  )
}

interface ChoiceProps extends FieldProps {
  /** The label of the choice without a filter. */
  all?: string
  children: ReactNode
}

/** A choice that applies at once; empty for all. */
export function FilterChoice({ label, name, value, all = 'All', children }: ChoiceProps) {
  const field = useShownValue<HTMLSelectElement>(value)
  return (
    <Labelled label={label}>
      {(id) => (
        <select
          ref={field}
          id={id}
          name={name}
          defaultValue={value ?? ''}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
          className={FIELD}
        >
          <option value="">{all}</option>
          {children}
        </select>
      )}
    </Labelled>
  )
}

/** Empties the fields of its form and moves the focus to the first, because it disappears itself. */
export const ClearFilters = ({ onClear }: { onClear: () => void }) => (
  <Button
    small
    variant="ghost"
    onClick={({ currentTarget: { form } }) => {
      const fields = [
        ...(form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input:not([type=checkbox]), select') ?? []),
      ]
      for (const field of fields) field.value = ''
      fields[0]?.focus()
      onClear()
    }}
  >
    Clear filters
  </Button>
)
