import { Check, CircleAlert, CircleHelp } from 'lucide-react'
import { classNames } from '@/components/ui/class-names'
import type { LineVerdict } from '@/lib/domain/invoice/line-verdict'

const ICONS: Record<LineVerdict['state'], { icon: typeof Check; look: string }> = {
  agrees: { icon: Check, look: 'text-green' },
  look: { icon: CircleAlert, look: 'text-yellow' },
  unchecked: { icon: CircleHelp, look: 'text-muted' },
}

/** The verdict of a line or of all lines as a decorative icon, beside the words. */
export function VerdictIcon({ state, className }: { state: LineVerdict['state']; className: string }) {
  const { icon: Icon, look } = ICONS[state]
  return <Icon aria-hidden="true" className={classNames(className, look)} />
}
