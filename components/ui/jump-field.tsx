'use client'

import { ArrowRight } from 'lucide-react'
import { type ComponentProps, type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { Button } from './button'

interface JumpFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'about'> {
  label: string
  /** The accessible name of the button. */
  action: string
  /** A hint after the field that describes it. */
  about?: ReactNode
  /** @returns why the text is not a destination; null after the jump, which empties the field */
  onJump: (text: string) => string | null
}

/** A small field that navigates on Enter. */
export function JumpField({ label, action, about, onJump, ...input }: JumpFieldProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    const refused = onJump(text)
    setError(refused)
    if (refused === null) setText('')
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-x-1">
      <label htmlFor={id} className="text-muted mr-1 text-xs">
        {label}
      </label>
      <input
        type="text"
        autoComplete="off"
        enterKeyHint="go"
        {...input}
        id={id}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${about ? `${id}-about ` : ''}${id}-error`}
        className={`border-line-strong bg-surface aria-invalid:border-red min-h-7 rounded-md border px-1.5 text-sm tabular-nums ${input.className ?? ''}`}
      />
      {about && (
        <span id={`${id}-about`} className="text-muted max-w-32 truncate text-xs">
          {about}
        </span>
      )}
      <Button type="submit" variant="ghost" small className="w-7 px-0!" aria-label={action} title={action}>
        <ArrowRight aria-hidden="true" className="size-4" />
      </Button>
      <p id={`${id}-error`} role="alert" className="text-red w-full text-xs empty:hidden">
        {error}
      </p>
    </form>
  )
}
