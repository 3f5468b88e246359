import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Spinner } from './spinner'

type Variant = 'primary' | 'secondary' | 'danger' | 'dangerOutline' | 'ghost'

const VARIANTS: Record<Variant, string> = {
  primary: 'bg-accent-solid text-on-solid border-transparent not-aria-disabled:hover:bg-accent-hover',
  secondary: 'bg-surface text-text border-line-strong not-aria-disabled:hover:bg-hover',
  danger: 'bg-red-solid text-on-solid border-transparent not-aria-disabled:hover:bg-red-hover',
  dangerOutline: 'bg-surface text-red border-line-strong not-aria-disabled:hover:bg-red-soft',
  ghost: 'bg-transparent text-text border-transparent not-aria-disabled:hover:bg-hover',
}

/** The classes of a button, for links that look like one. */
export const buttonClass = (variant: Variant = 'secondary', small = false) =>
  classNames(
    'inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none',
    'disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
    small ? 'min-h-7 px-2 text-xs' : 'min-h-9 px-3 text-sm',
    VARIANTS[variant],
  )

interface ButtonProps extends ComponentProps<'button'> {
  variant?: Variant
  small?: boolean
  /** Shows a spinner and ignores further clicks; the button keeps its focus and its name. */
  pending?: boolean
}

export function Button({ variant, small, pending = false, className, children, onClick, ...rest }: ButtonProps) {
  const blocked = pending || rest['aria-disabled'] === true
  return (
    <button
      type="button"
      {...rest}
      aria-busy={pending || undefined}
      aria-disabled={blocked || undefined}
      onClick={blocked ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClass(variant, small), className)}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}
