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

export function Pill({ tone, title, children }: { tone: Tone; title?: string; children: ReactNode }) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex max-w-full items-center gap-1 rounded-full border px-2 py-0.5 text-xs font-medium',
        TONES[tone],
      )}
    >
      <span className="foreign line-clamp-3 min-w-0">{children}</span>
    </span>
  )
}
