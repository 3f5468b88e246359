import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { operationQuery, readOperation } from '@/lib/api'
import { formatNumber } from '@/lib/money/amount'
import { listedChanges } from '@/components/changes/change-queries'
import { Queries } from '@/components/page/queries'

const EVERY_MS = 60_000
/** The first page of "To approve" on Home, under the same key: both show the same number. */
const TO_APPROVE = listedChanges('proposed', 1)

/**
 * The number of proposals that the user may approve, beside "Home" and in the tab's title; nothing without any. A visible tab reads
 * it once a minute, and after each decision.
 */
export const WaitingProposals = () => (
  <Queries>
    <Count />
  </Queries>
)

function Count() {
  const { data: count = 0 } = useQuery({
    ...operationQuery('listChanges', TO_APPROVE),
    queryFn: ({ signal }) => readOperation('listChanges', TO_APPROVE, signal, () => undefined),
    select: (page) => page.count,
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
  })
  useCountInTitle(count)
  if (count === 0) return null
  return (
    <span className="bg-accent-soft text-accent ml-auto min-w-5 rounded-full px-1.5 text-center text-xs leading-5 font-medium tabular-nums md:max-xl:absolute md:max-xl:-top-1 md:max-xl:-right-1">
      {formatNumber(count)}
    </span>
  )
}

/** Begins the title of the tab with "(3) ", also after the next page has set its own. */
function useCountInTitle(count: number): void {
  useEffect(() => {
    if (count === 0) return
    const prefix = `(${formatNumber(count)}) `
    const show = () => {
      if (!document.title.startsWith(prefix)) document.title = prefix + document.title
    }
    show()
    // Next writes the title of a page into the head, at some time after the page.
    const observer = new MutationObserver(show)
    observer.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length)
    }
  }, [count])
}
