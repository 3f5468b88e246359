import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Notice } from '@/components/ui/notice'
import { pagePreferences, runForPage } from '@/lib/run-for-page'
import { buttonClass } from '@/components/ui/button'
import { canBeExactId, oneId } from '@/lib/find/one-id'
import { failedLookup, idRejection } from '@/components/find/find-outcome'
import { certainHit, lookupOf } from '@/components/find/lookups'
import { FindBox } from '@/components/find/find-box'
import { FindPage } from '@/components/find/find-page'
import { FindResults } from '@/components/find/find-results'
import { RecentlyOpened } from '@/components/find/recently-opened'
import { TicketPanel } from '@/components/find/ticket-panel'
import { Queries } from '@/components/page/queries'
import { consolePage } from '@/components/shell/console-page'
import { objectPath } from '@/lib/core/paths'

export const metadata: Metadata = { title: 'Find' }

interface FindByAddressProps {
  searchParams: Promise<{ id?: string | string[]; exact?: string | string[] }>
}

/**
 * The results of the ticket; the address does not contain its text. With `?id=…` it searches for this ID: for the form before hydration,
 * links and browser keywords.
 */
export default consolePage('find', async ({ searchParams }: FindByAddressProps) => {
  const { id, exact } = await searchParams
  const { timeZone } = await pagePreferences()
  if (typeof id !== 'string')
    return (
      <FindPage title="Find" hint={HINT}>
        <FindResults>
          <RecentlyOpened {...await listOpened()} readAt={new Date().toISOString()} timeZone={timeZone} />
        </FindResults>
      </FindPage>
    )
  const refusal = idRejection(id)
  const whole = exact === '1' ? id : oneId(id)
  return (
    <FindPage title="Find" hint={HINT}>
      <FindBox large searchedText={id} />
      {refusal === null && whole !== null ? await found(whole, timeZone) : <NotSearched id={id} refusal={refusal} />}
    </FindPage>
  )
})

const HINT = 'Paste the ID of a subscription or an invoice, or a customer ID of your own system.'

/** Find works without this list. */
const listOpened = () => runForPage('listOpened', {}).catch(() => ({ opened: [] }))

/** Redirects to the one object that the text names as it is; else returns the results, which do without scripts. */
async function found(id: string, timeZone: string) {
  const result = await runForPage('find', { id, exact: true }).catch(failedLookup)
  const only = certainHit(lookupOf({ id, isCustomer: true }, result, timeZone))
  if (only) redirect(objectPath(only))
  const candidates = [{ id, isCustomer: result.similar.length === 0 }]
  return (
    <Queries>
      <TicketPanel key={id} ticket={{ candidates, leftOut: 0, number: null, found: [] }} known={result} />
    </Queries>
  )
}

/** @param refusal why the text can be no ID; null when it is searched for only on request */
const NotSearched = ({ id, refusal }: { id: string; refusal: string | null }) => (
  <Notice tone="watch" title={refusal ?? 'Not searched: this text is not one ID.'}>
    {refusal === null && canBeExactId(id) && (
      <form action="/find" className="mt-2">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="exact" value="1" />
        <button type="submit" className={buttonClass('secondary', true)}>
          Search for this exact text
        </button>
      </form>
    )}
  </Notice>
)
