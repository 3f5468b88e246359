import { Check, CircleAlert, CircleHelp, Eye, Info } from 'lucide-react'
import { classNames } from '@/components/ui/class-names'
import type { LineVerdict } from '@/lib/invoices/line-verdict'

/** The state of a check, or `note` for a difference that is explained. */
export type VerdictState = LineVerdict['state'] | 'note'

const ICONS: Record<VerdictState, { icon: typeof Check; look: string }> = {
  agrees: { icon: Check, look: 'text-green' },
  look: { icon: CircleAlert, look: 'text-yellow' },
  reviewed: { icon: Eye, look: 'text-muted' },
  unchecked: { icon: CircleHelp, look: 'text-muted' },
  note: { icon: Info, look: 'text-muted' },
}

/** The verdict of a line or of all lines as a decorative icon, beside the words. */
export function VerdictIcon({ state, className }: { state: VerdictState; className: string }) {
  const { icon: Icon, look } = ICONS[state]
  return <Icon aria-hidden="true" className={classNames(className, look)} />
}
