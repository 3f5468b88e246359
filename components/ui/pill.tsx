import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** green: fine · yellow: watch · blue: information · grey: inactive · red: act · unknown: a value we do not know. */
export type Tone = 'green' | 'yellow' | 'blue' | 'grey' | 'red' | 'unknown'

const TONES: Record<Tone, string> = {
  green: 'bg-green-soft text-green border-transparent',
  yellow: 'bg-yellow-soft text-yellow border-transparent',
  blue: 'bg-blue-soft text-blue border-transparent',
  grey: 'bg-grey-soft text-muted border-transparent',
  red: 'bg-red-soft text-red border-transparent',
  unknown: 'bg-transparent text-text border-line-strong border-dashed',
}

interface PillProps {
  tone: Tone
  title?: string | undefined
  /** Plain text beside the pill, such as a date; omitted when empty. */
  beside?: ReactNode
  /** True in a list, where what is in order is plain text. */
  isListed?: boolean
  /** A word: it never wraps, and a long one ends in an ellipsis. */
  children: ReactNode
}

/** A status word with a dot in its colour. */
export function Pill({ tone, title, beside, isListed = false, children }: PillProps) {
  const isPlain = isListed && tone === 'green'
  const pill = isPlain ? (
    <span title={title} className="max-w-full min-w-0 truncate [unicode-bidi:isolate]">
      {children}
    </span>
  ) : (
    <span
      title={title}
      className={classNames(
        'inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-full border px-2 py-0.5 align-middle text-xs font-medium',
        TONES[tone],
        tone !== 'unknown' && 'before:size-1.5 before:shrink-0 before:rounded-full before:bg-current',
      )}
    >
      <span className="min-w-0 truncate [unicode-bidi:isolate]">{children}</span>
    </span>
  )
  if (!beside) return pill
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-0.5">
      {pill}{' '}
      <span className={classNames('text-xs whitespace-nowrap', tone === 'red' && 'text-red font-medium')}>
        {beside}
      </span>
    </span>
  )
}
