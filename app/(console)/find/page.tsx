import type { Metadata } from 'next'
import { Link } from '@/components/ui/link'
import { redirect } from 'next/navigation'
import { Notice } from '@/components/ui/notice'
import { TechnicalDetail } from '@/components/ui/technical-detail'
import { runForPage } from '@/lib/server/http/run-for-page'
import { couldNotAsk, type FindOutcome, findOutcome, onlyHit, refusalOf } from '../_find/find-outcome'
import { KIND_LABELS, pathOf, shownId } from '../_find/destination'
import { FindPage } from '../_find/find-page'
import { consolePage } from '../_shell/console-page'
import { VisibleMarks } from '@/components/visible-marks'

export const metadata: Metadata = { title: 'Find' }

interface FindByAddressProps {
  searchParams: Promise<{ id?: string | string[] }>
}

/** Find by address, `/find?id=…`: for the box before its script is there, and for links and browser keywords. */
export default consolePage('find', async ({ searchParams }: FindByAddressProps) => {
  const { id } = await searchParams
  const lookedFor = typeof id === 'string' ? id : ''
  const outcome = await ask(lookedFor)
  const only = onlyHit(outcome)
  if (only) redirect(pathOf(only))
  return (
    <FindPage
      title="Find"
      hint="Any id of a subscription, an invoice or a customer of your own system."
      lookedFor={lookedFor}
    >
      <Notice tone={outcome.hits.length > 0 ? 'info' : 'watch'} title={outcome.message}>
        {outcome.technicalDetail && <TechnicalDetail>{outcome.technicalDetail}</TechnicalDetail>}
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
    </FindPage>
  )
})

async function ask(id: string): Promise<FindOutcome> {
  const refusal = refusalOf(id)
  if (refusal) return { hits: [], message: refusal }
  return findOutcome(await runForPage('find', { id }).catch(couldNotAsk))
}
