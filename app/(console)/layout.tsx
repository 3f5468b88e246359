import type { ReactNode } from 'react'
import { VERSION_AND_COMMIT } from '@/contract/version'
import { NavigationProgress } from '@/components/ui/navigation-progress'
import {
  pageActorOrProblem,
  pageEnvironment,
  pageFreshSignInMs,
  pagePreferences,
  pageProposes,
  startFirstReadsAfterPage,
} from '@/lib/run-for-page'
import { Providers } from '../providers'
import { InThisTicket } from '@/components/find/in-this-ticket'
import { DemoBanner, TopBar } from '@/components/shell/top-bar'
import { DisplayMenu } from '@/components/shell/display-menu'
import { EnvironmentBadge } from '@/components/shell/environment-badge'
import { Navigation } from '@/components/shell/navigation'
import { PageProblem } from '@/components/page/page-problem'
import { Shortcuts } from '@/components/shell/shortcuts'
import { UserMenu } from '@/components/shell/user-menu'

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const preferences = await pagePreferences()
  const environment = pageEnvironment()
  const asking = await pageActorOrProblem()
  // Sign-in state is unknown here, so the layout shows nothing personal.
  if (asking.problem)
    return (
      <main className="mx-auto max-w-lg px-4 py-16">
        <PageProblem problem={asking.problem} />
      </main>
    )
  const { name, role, userId } = asking.actor
  startFirstReadsAfterPage()
  const who = {
    name,
    role,
    isDemo: userId === undefined,
    freshSignInMs: pageFreshSignInMs(asking.actor),
    proposes: pageProposes(),
  }
  return (
    <Providers key={`${environment.name} ${name}`} who={who} preferences={preferences}>
      <NavigationProgress>
        <div
          data-signed-in={name}
          className="min-h-dvh md:grid md:grid-cols-[3.5rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)] print:block"
        >
          <a
            href="#content"
            className="bg-accent-solid text-on-solid sr-only z-50 rounded px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
          >
            Skip to content
          </a>
          <Navigation />
          <div className="min-w-0">
            <DemoBanner />
            <TopBar>
              <EnvironmentBadge {...environment} />
              <DisplayMenu timeZone={preferences.timeZone} />
              <UserMenu version={VERSION_AND_COMMIT} />
            </TopBar>
            <main id="content" tabIndex={-1} className="page-width px-4 py-5 outline-none sm:px-6 print:p-0">
              <InThisTicket />
              {children}
            </main>
          </div>
          <Shortcuts />
        </div>
      </NavigationProgress>
    </Providers>
  )
}
