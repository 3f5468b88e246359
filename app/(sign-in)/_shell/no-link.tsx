import { Notice } from '@/components/ui/notice'

/** A page that a link leads to, without what the link brings. */
export function NoLink({ children }: { children: string }) {
  return (
    <Notice tone="watch" title="This page needs its link">
      <p>{children}</p>
    </Notice>
  )
}
