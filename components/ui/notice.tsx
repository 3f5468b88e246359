import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { FocusEventHandler, ReactNode, Ref } from 'react'
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
  /** `status` for what went well or is being checked, `alert` for what was refused or needs review. */
  role?: 'status' | 'alert'
  actions?: ReactNode
  children?: ReactNode
  ref?: Ref<HTMLDivElement>
  onFocus?: FocusEventHandler
}

/** A message in the page: what happened, and what can be done. */
export function Notice({ tone, title, role, actions, children, ref, onFocus }: NoticeProps) {
  const { icon: Icon, look } = LOOKS[tone]
  return (
    <div
      ref={ref}
      role={role}
      tabIndex={-1}
      onFocus={onFocus}
      className={classNames('flex gap-3 rounded-lg px-4 py-3 text-sm', look)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="foreign font-semibold">{title}</p>}
        {children && <div className="foreign text-text">{children}</div>}
        {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
