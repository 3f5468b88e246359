import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { FocusEventHandler, ReactNode, Ref } from 'react'
import { Button } from './button'
import { classNames } from './class-names'

type NoticeTone = 'info' | 'good' | 'watch' | 'bad'

const LOOKS: Record<NoticeTone, { icon: typeof Info; look: string }> = {
  info: { icon: Info, look: 'bg-blue-soft text-blue' },
  good: { icon: CircleCheck, look: 'bg-green-soft text-green' },
  watch: { icon: TriangleAlert, look: 'bg-yellow-soft text-yellow' },
  bad: { icon: CircleAlert, look: 'bg-red-soft text-red' },
}

interface NoticeProps {
  tone: NoticeTone
  title?: ReactNode
  /** `status` for success and pending checks, `alert` for rejections and reviews. */
  role?: 'status' | 'alert'
  actions?: ReactNode
  children?: ReactNode
  /** Dismisses the notice with a × at its end. */
  onDismiss?: () => void
  ref?: Ref<HTMLDivElement>
  onFocus?: FocusEventHandler
}

/** A message in the page: what happened, and the next step. */
export function Notice({ tone, title, role, actions, children, onDismiss, ref, onFocus }: NoticeProps) {
  const { icon: Icon, look } = LOOKS[tone]
  const isLine = children === undefined
  return (
    <div
      ref={ref}
      role={role}
      tabIndex={-1}
      onFocus={onFocus}
      className={classNames('flex gap-3 rounded-lg px-4 text-sm', isLine ? 'py-2' : 'py-3', look)}
    >
      <Icon aria-hidden="true" className={classNames('size-4 shrink-0', isLine ? 'mt-1.5' : 'mt-0.5')} />
      <div className={classNames('min-w-0 flex-1', isLine && 'flex flex-wrap items-start gap-x-3 gap-y-1')}>
        {title && <p className={classNames('foreign font-semibold', isLine && 'grow basis-48 py-1')}>{title}</p>}
        {children && <div className="foreign text-text">{children}</div>}
        {actions && <div className={classNames('flex flex-wrap gap-2', !isLine && 'mt-2')}>{actions}</div>}
      </div>
      {onDismiss && (
        <Button variant="ghost" small aria-label="Dismiss" onClick={onDismiss} className="-mr-2 shrink-0 self-start">
          <X aria-hidden="true" className="size-4" />
        </Button>
      )}
    </div>
  )
}
