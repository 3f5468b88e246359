import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Section } from '@/components/ui/section'

/** The notes on an object. Their code loads after the page's. */
export const NotesSection = lazyWithRetry(
  () => import('./notes').then((module) => module.Notes),
  <div className="no-print">
    <Section title="Notes" aside={<div className="h-7" />}>
      {null}
    </Section>
  </div>,
)
