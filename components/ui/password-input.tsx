'use client'

import { type ComponentProps, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { buttonClass } from './button'
import { TextField } from './text-field'

const neverChanges = () => () => undefined

/**
 * A password field with a button that reveals it; without scripts the button is hidden. Submitting the form hides the
 * text again, because browsers store the text of plain fields.
 */
export function PasswordInput({ label, ...field }: Omit<ComponentProps<typeof TextField>, 'type' | 'after'>) {
  const [isShown, setIsShown] = useState(false)
  const hasScripts = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const form = button.current?.form
    // Runs before the browser stores the submitted fields.
    const hide = () => flushSync(() => setIsShown(false))
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  return (
    <TextField
      {...field}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      after={
        <>
          <button
            ref={button}
            type="button"
            aria-label={`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            onClick={() => setIsShown(!isShown)}
            className={`${buttonClass('secondary')} w-16 shrink-0 ${hasScripts ? '' : 'invisible'}`}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
          <span role="status" className="sr-only">
            {isShown && `${label} is shown`}
          </span>
        </>
      }
    />
  )
}
