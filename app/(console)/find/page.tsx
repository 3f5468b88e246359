import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { Link } from '@/components/ui/link'
import { redirect } from 'next/navigation'
import { Notice } from '@/components/ui/notice'
import { TechnicalDetail } from '@/components/ui/technical-detail'
import { runForPage } from '@/lib/server/http/run-for-page'
import { buttonClass } from '@/components/ui/button'
import { readPreferences } from '@/lib/format/preferences'
import { oneId } from '@/lib/domain/find/one-id'
import { failedLookup, type FindOutcome, findOutcome, onlyHit, idRejection } from '../_find/find-outcome'
import { KIND_LABELS, pathOf, shownId } from '../_find/destination'
import { FindBox } from '../_find/find-box'
import { FindPage } from '../_find/find-page'
import { RecentlyOpened } from '../_find/recently-opened'
import { consolePage } from '../_shell/console-page'
import { VisibleMarks } from '@/components/visible-marks'

export const metadata: Metadata = { title: 'Find' }

interface FindByAddressProps {
  searchParams: Promise<{ id?: string | string[]; exact?: string | string[] }>
}

/** Find by URL, `/find?id=…`: for the form before hydration, for links and browser keywords. */
export default consolePage('find', async ({ searchParams }: FindByAddressProps) => {
  const { id, exact } = await searchParams
  const searchedId = typeof id === 'string' ? id : ''
  const outcome = await ask(searchedId, exact === '1')
  const only = onlyHit(outcome)
  if (only) redirect(pathOf(only))
  const { opened } = await listOpened()
  return (
    <FindPage
      title="Find"
      hint="Enter the ID of a subscription or an invoice, or a customer ID of your own system."
      box={<FindBox large searchedText={searchedId} />}
    >
      <Notice tone={outcome.hits.length > 0 ? 'info' : 'watch'} title={outcome.message}>
        {outcome.technicalDetail && <TechnicalDetail>{outcome.technicalDetail}</TechnicalDetail>}
        {outcome.isText && (
          <form action="/find" className="mt-2">
            <input type="hidden" name="id" value={searchedId} />
            <input type="hidden" name="exact" value="1" />
            <button type="submit" className={buttonClass('secondary', true)}>
              Search for this exact text
            </button>
          </form>
        )}
        <ul>
          {outcome.hits.map((hit) => (
            <li key={`${hit.kind} ${hit.id}`}>
              <Link href={pathOf(hit)} className="text-accent underline">
                {KIND_LABELS[hit.kind]} {hit.label}
              </Link>{' '}
              <span className="opaque text-muted text-xs whitespace-pre-wrap">
                <VisibleMarks>{shownId(hit.id)}</VisibleMarks>
              </span>
            </li>
          ))}
        </ul>
      </Notice>
      <RecentlyOpened opened={opened} readAt={new Date().toISOString()} />
    </FindPage>
  )
})

/** Find works without this list. */
const listOpened = () => runForPage('listOpened', {}).catch(() => ({ opened: [] }))

interface PageOutcome extends FindOutcome {
  /** The text is not an ID as a whole: it is searched for only on request. */
  isText?: boolean
}

async function ask(text: string, isExact: boolean): Promise<PageOutcome> {
  const refusal = idRejection(text)
  if (refusal) return { hits: [], message: refusal }
  const id = isExact ? text : oneId(text)
  if (id === null) return { hits: [], message: 'Not searched: this text is not one ID.', isText: true }
  const jar = await cookies()
  const { timeZone } = readPreferences((name) => jar.get(name)?.value)
  return findOutcome(await runForPage('find', { id, exact: true }).catch(failedLookup), id, timeZone)
}
