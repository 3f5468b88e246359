import { text } from 'node:stream/consumers'
import { QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerenderToNodeStream } from 'react-dom/static'
import { SignedInContext } from '@/components/page/signed-in'
import { QueryCacheContext } from '@/lib/core/query-cache'
import { createQueryClient } from '@/lib/core/query-client'

const nowhere = () => undefined
const ROUTER = {
  back: nowhere,
  forward: nowhere,
  refresh: nowhere,
  push: nowhere,
  replace: nowhere,
  prefetch: nowhere,
  bfcacheId: '0',
}
const ADMIN = { name: 'admin@example.com', role: 'admin', isDemo: false, freshSignInMs: null, proposes: [] } as const

/** The data of a page by its query key. */
export type Queries = readonly (readonly [key: readonly unknown[], view: object])[]

/** For tests: renders page content to HTML in UTC. `queries` fills the query cache. */
export const renderedPage = (queries: Queries, page: ReactNode): string => renderToString(inConsole(queries, page))

/** For tests: renders page content as `renderedPage`, with the parts whose code loads later, as in the first HTML of a page. */
export async function firstHtml(queries: Queries, page: ReactNode): Promise<string> {
  // Without a limit, all parts are in their place.
  const { prelude } = await prerenderToNodeStream(inConsole(queries, page), { progressiveChunkSize: Infinity })
  return text(prelude)
}

function inConsole(queries: Queries, page: ReactNode): ReactNode {
  const client = createQueryClient()
  for (const [key, view] of queries) client.setQueryData(key, view)
  return (
    <AppRouterContext value={ROUTER}>
      <QueryClientProvider client={client}>
        <QueryCacheContext value={{ client }}>
          <NuqsTestingAdapter>
            <SignedInContext value={ADMIN}>{page}</SignedInContext>
          </NuqsTestingAdapter>
        </QueryCacheContext>
      </QueryClientProvider>
    </AppRouterContext>
  )
}

/** For tests: renders page content as `renderedPage`, without its tags. */
export const renderedText = (...of: Parameters<typeof renderedPage>): string =>
  renderedPage(...of).replaceAll(/<[^>]*>/g, '')

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** For tests: returns the text of React's HTML as a browser shows it. */
export const textOfHtml = (html: string): string =>
  html
    .replaceAll(/<(script|template)\b[^>]*>.*?<\/\1>|<!--.*?-->|<[^>]*>/gs, '')
    .replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
