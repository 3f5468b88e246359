'use client'

import { type ComponentProps, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { buttonClass } from './button'
import { TextField } from './text-field'

const onNothing = () => () => undefined

/**
 * A text field whose characters are hidden until the button beside it shows them. Without scripts the button stays away.
 * Sending the form hides them again: a browser keeps what was typed into a plain text field.
 */
export function PasswordInput({ label, ...field }: Omit<ComponentProps<typeof TextField>, 'type' | 'after'>) {
  const [isShown, setIsShown] = useState(false)
  const hasScripts = useSyncExternalStore(
    onNothing,
    () => true,
    () => false,
  )
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const form = button.current?.form
    // Before the browser looks at what is sent.
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
