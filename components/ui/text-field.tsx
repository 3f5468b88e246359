import { type ComponentProps, type ReactNode, useId } from 'react'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  /** A sentence below the field. */
  hint?: string
  /** The validation message; replaces the hint. */
  error?: ReactNode
  /** Content beside the input, such as a button that reveals a password. */
  after?: ReactNode
}

/** A labelled text box. */
export function TextField({ label, hint, error, after, ...input }: TextFieldProps) {
  const id = useId()
  const about = error ?? hint
  return (
    <div>
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
      </label>
      <div className="mt-1 flex gap-2">
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={about ? `${id}-about` : undefined}
          className="border-line-strong bg-surface read-only:bg-sunken aria-invalid:border-red block min-h-9 w-full min-w-0 rounded-md border px-2.5 text-sm"
        />
        {after}
      </div>
      {about && (
        <div id={`${id}-about`} className={error ? 'text-red mt-1 text-xs' : 'text-muted mt-1 text-xs'}>
          {about}
        </div>
      )}
    </div>
  )
}
