import type { Metadata } from 'next'
import { Link } from '@/components/ui/link'
import { redirect } from 'next/navigation'
import { Notice } from '@/components/ui/notice'
import { TechnicalDetail } from '@/components/ui/technical-detail'
import { pagePreferences, runForPage } from '@/lib/run-for-page'
import { buttonClass } from '@/components/ui/button'
import { canBeExactId, oneId } from '@/lib/find/one-id'
import { failedLookup, type FindOutcome, findOutcome, idRejection } from '@/components/find/find-outcome'
import { type Destination, KIND_LABELS, shownId } from '@/components/find/destination'
import { certainHit, lookupOf } from '@/components/find/lookups'
import { FindBox } from '@/components/find/find-box'
import { FindPage } from '@/components/find/find-page'
import { FindResults } from '@/components/find/find-results'
import { RecentlyOpened } from '@/components/find/recently-opened'
import { consolePage } from '@/components/shell/console-page'
import { VisibleMarks } from '@/components/text/visible-marks'
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
  const outcome = await ask(id, exact === '1', timeZone)
  if (outcome.only) redirect(objectPath(outcome.only))
  return (
    <FindPage title="Find" hint={HINT}>
      <FindBox large searchedText={id} />
      <Notice tone={outcome.hits.length > 0 ? 'info' : 'watch'} title={outcome.message}>
        {outcome.technicalDetail && <TechnicalDetail>{outcome.technicalDetail}</TechnicalDetail>}
        {outcome.canBeExact && (
          <form action="/find" className="mt-2">
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="exact" value="1" />
            <button type="submit" className={buttonClass('secondary', true)}>
              Search for this exact text
            </button>
          </form>
        )}
        <ul>
          {outcome.hits.map((hit) => (
            <li key={`${hit.kind} ${hit.id}`}>
              <Link href={objectPath(hit)} className="text-accent underline">
                {KIND_LABELS[hit.kind]} {hit.label}
              </Link>{' '}
              <span className="opaque text-muted text-xs whitespace-pre-wrap">
                <VisibleMarks>{shownId(hit.id)}</VisibleMarks>
              </span>
            </li>
          ))}
        </ul>
      </Notice>
    </FindPage>
  )
})

const HINT = 'Paste the ID of a subscription or an invoice, or a customer ID of your own system.'

/** Find works without this list. */
const listOpened = () => runForPage('listOpened', {}).catch(() => ({ opened: [] }))

interface PageOutcome extends FindOutcome {
  /** The one object that the text names as it is. */
  only?: Destination | null
  /** The text is not an ID as a whole, and is searched for only on request. */
  canBeExact?: boolean
}

async function ask(text: string, isExact: boolean, timeZone: string): Promise<PageOutcome> {
  const refusal = idRejection(text)
  if (refusal) return { hits: [], message: refusal }
  const id = isExact ? text : oneId(text)
  if (id === null)
    return { hits: [], message: 'Not searched: this text is not one ID.', canBeExact: canBeExactId(text) }
  const result = await runForPage('find', { id, exact: true }).catch(failedLookup)
  const only = certainHit(lookupOf({ id, isCustomer: true }, result, timeZone))
  return { ...findOutcome(result, id, timeZone), only }
}
