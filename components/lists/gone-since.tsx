import { Instant } from '@/components/time/instant'
import { Pill } from '@/components/ui/pill'

/** Replaces the status of an object that the billing API no longer knows. */
export const GoneSince = ({ goneAt, deletedAt = null }: { goneAt: string; deletedAt?: string | null }) => (
  <Pill
    tone="grey"
    title="The billing API has returned “not found” since then."
    beside={
      <>
        {deletedAt === null ? 'since' : 'here on'} <Instant iso={deletedAt ?? goneAt} dense />
      </>
    }
  >
    {deletedAt === null ? 'Gone' : 'Deleted'}
  </Pill>
)
