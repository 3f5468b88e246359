import { Notice } from '@/components/ui/notice'

/** Shown when the page is opened without the token of its link. */
export function NoLink({ children }: { children: string }) {
  return (
    <Notice tone="watch" title="You need a link for this page">
      <p>{children}</p>
    </Notice>
  )
}
