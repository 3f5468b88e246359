'use client'

interface ChoicesFieldProps<Value extends string> {
  legend: string
  values: readonly Value[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  disabled: boolean
  labelOf: (value: Value) => { label: string; hint?: string }
  /** What is missing. */
  error?: string | undefined
}

/** A group of checkboxes. */
export function ChoicesField<Value extends string>(props: ChoicesFieldProps<Value>) {
  const { legend, values, chosen, onChange, disabled, labelOf, error } = props
  const toggle = (value: Value) =>
    onChange(values.filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each))))
  return (
    <fieldset disabled={disabled}>
      <legend className="text-sm font-medium">{legend}</legend>
      {values.map((value) => {
        const { label, hint } = labelOf(value)
        return (
          <label key={value} className="flex min-h-8 items-center gap-2 text-sm">
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
            <span>
              {label} {hint !== undefined && <span className="text-muted">{hint}</span>}
            </span>
          </label>
        )
      })}
      {error !== undefined && (
        <p role="alert" className="text-red mt-1 text-xs">
          {error}
        </p>
      )}
    </fieldset>
  )
}
