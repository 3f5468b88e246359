import { QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { SignedInProvider } from '@/lib/browser/signed-in'
import { createQueryClient } from '@/lib/queries/query-client'

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
const ADMIN = { name: 'admin@example.com', role: 'admin', isDemo: false, freshSignInMs: null } as const

/** For tests: renders page content to HTML in UTC. `queries` fills the query cache, by query key. */
export function renderedPage(
  queries: readonly (readonly [key: readonly unknown[], view: object])[],
  page: ReactNode,
): string {
  const client = createQueryClient()
  for (const [key, view] of queries) client.setQueryData(key, view)
  return renderToString(
    <AppRouterContext value={ROUTER}>
      <QueryClientProvider client={client}>
        <NuqsTestingAdapter>
          <SignedInProvider value={ADMIN}>{page}</SignedInProvider>
        </NuqsTestingAdapter>
      </QueryClientProvider>
    </AppRouterContext>,
  )
}

/** For tests: renders page content as `renderedPage`, without its tags. */
export const renderedText = (...of: Parameters<typeof renderedPage>): string =>
  renderedPage(...of).replaceAll(/<[^>]*>/g, '')
