'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { Instant } from '@/components/time/instant'
import { ProblemPanel } from '@/components/page/problem-panel'
import { Button } from '@/components/ui/button'
import { Pill } from '@/components/ui/pill'
import { Section } from '@/components/ui/section'
import type { AccountSession } from '@/lib/people/account'
import type { Problem } from '@/lib/core/problem'
import { sendOperation } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'

/** The user's sessions, each with a button to end it. */
export function SessionList({ sessions }: { sessions: AccountSession[] }) {
  const router = useRouter()
  const [ending, startEnding] = useTransition()
  const [problem, setProblem] = useState<Problem>()
  const end = (sessionId: string) =>
    startEnding(async () => {
      setProblem(undefined)
      try {
        await sendOperation('endSession', { sessionId })
      } catch (error) {
        setProblem(problemOf(error))
      }
      // Reloads on failure too: the session may have expired.
      router.refresh()
    })
  return (
    <Section
      title="Sessions"
      aside={
        sessions.length > 1 && (
          <Button small pending={ending} onClick={() => end('others')}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {problem && <ProblemPanel problem={problem} />}
      <ul className="divide-line divide-y">
        {sessions.map(({ id, beganAt, usedAt, peer, userAgent, isThis }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 text-sm">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <span title={userAgent}>{browserLabel(userAgent)}</span>
                {isThis && <Pill tone="blue">This session</Pill>}
              </p>
              <p className="text-muted text-xs">
                From <span className="opaque">{peer}</span> · started <Instant iso={beganAt} zoned /> · last used{' '}
                <Instant iso={usedAt} zoned />
              </p>
            </div>
            {!isThis && (
              <Button small pending={ending} onClick={() => end(id)}>
                End session
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The first match wins: most browsers also name others in their user agent. */
const BROWSERS = [
  [/\bEdg\w*\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const named = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Returns "Chrome on Linux" for a user agent. */
export function browserLabel(userAgent: string): string {
  const [browser, system] = [named(BROWSERS, userAgent), named(SYSTEMS, userAgent)]
  if (browser === undefined) return 'Unknown browser'
  return system === undefined ? browser : `${browser} on ${system}`
}
