import { FileText, Repeat2, Users } from 'lucide-react'
import type { FindHit } from '@/lib/find/find-result'

const ICONS: Record<FindHit['kind'], typeof Users> = { subscription: Repeat2, invoice: FileText, customer: Users }

/** The icon of a kind of object, as in the menu. Always beside text that names it. */
export function KindIcon({ kind }: { kind: FindHit['kind'] }) {
  const Icon = ICONS[kind]
  return <Icon aria-hidden="true" className="text-muted size-4 shrink-0" />
}
