import type { InputOf, OutputOf } from '@/lib/operations'
import 'server-only'
import { randomUUID } from 'node:crypto'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { after } from 'next/server'
import { cache } from 'react'
import type { ReadName } from '@/lib/core/operations'
import type { EnvironmentView } from '@/lib/core/environment'
import type { FindHit } from '@/lib/find/find-result'
import type { InvoiceView } from '@/lib/invoices/invoice'
import type { Problem } from '@/lib/core/problem'
import { type Actor, isSignedIn, type SignedInActor, VISITOR } from '@/lib/core/server/actor'
import { callerOf } from '@/lib/people/server/authenticate'
import type { ChangeAction } from '@/lib/changes/change-effect'
import { freshSignInMs, safeNext, waysToSignIn, type WaysToSignIn } from '@/lib/core/server/sign-in-rules'
import { getEnvironment, operationContext } from './environment'
import { type Caller, type OperationContext } from '@/lib/core/server/operation-context'
import { ProblemError } from '@/lib/core/server/problem'
import { TYPED_EMAIL_COOKIE } from '@/lib/core/server/http/cookies'
import { admitHost } from '@/lib/core/server/network/own-origin'
import { keepInvoice } from '@/lib/invoices/server/page-invoices'
import { noteOpened } from '@/lib/objects/server/opened-objects'
import { runInTrace, traceOf } from '@/lib/core/server/request-trace'
import { startFirstReads } from '@/lib/reads/server/first-reads'
import { settings } from '@/lib/core/server/settings'
import { type Preferences, readPreferences } from '@/lib/text/preferences'
import { runOperation } from './run-operation'

/** @throws ProblemError `forbidden_origin` when the host is foreign, `store_unavailable` */
const pageCaller = cache(async (): Promise<Caller> => {
  const requestHeaders = await headers()
  // `proxy.ts` rejects foreign names too. This is the second check.
  admitHost(requestHeaders.get('host'))
  return callerOf(requestHeaders)
})

const pageContext = cache(async (): Promise<OperationContext & { actor: SignedInActor }> => {
  const caller = await pageCaller()
  const { actor } = caller
  if (!isSignedIn(actor)) redirect(signInPath((await headers()).get('x-console-path')))
  const context = operationContext(caller, randomUUID())
  // Before the page's reads, for what the page notes after them.
  return { ...context, readStart: context.environment.index.startRead(), actor }
})

/** One trace for all reads of a page. */
const pageTrace = cache(async () => traceOf(await headers()))

/**
 * Returns the user that the page of this request is for. Redirects visitors to the sign-in page, which leads back
 * afterwards.
 * @throws ProblemError `forbidden_origin`, `store_unavailable`
 */
export async function pageActor(): Promise<SignedInActor> {
  return (await pageContext()).actor
}

/** Like `pageActor`, for the layout around a page: returns a problem instead of throwing it. */
export async function pageActorOrProblem(): Promise<{ actor: SignedInActor; problem?: never } | { problem: Problem }> {
  try {
    return { actor: await pageActor() }
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error.problem }
    throw error
  }
}

/** The data of a page that needs no sign-in. */
export interface PublicPage {
  /** True when the user is signed in, or no sign-in is needed. */
  isSignedIn: boolean
  /** The path of this console to continue at. */
  next: string
  ways: WaysToSignIn
  /** The email of the form that was just refused. */
  typedEmail: string | undefined
}

/** @param next as in the query */
export async function publicPageOf(next: unknown): Promise<PublicPage> {
  const [actor, jar] = await Promise.all([publicActor(), cookies()])
  const typedEmail = jar.get(TYPED_EMAIL_COOKIE)?.value
  return { isSignedIn: isSignedIn(actor), next: safeNext(next), ways: waysToSignIn(), typedEmail }
}

/** Returns a visitor when the store or the demo's service is unavailable, so that the page shows its form and the reason of a refusal. */
async function publicActor(): Promise<Actor> {
  try {
    return (await pageCaller()).actor
  } catch (error) {
    if (error instanceof ProblemError && ['store_unavailable', 'unreachable'].includes(error.problem.code))
      return VISITOR
    throw error
  }
}

/** @param path to return to, from `proxy.ts`; null returns to the start page */
export function signInPath(path: string | null): string {
  return path === null || path === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: path })}`
}

/**
 * Runs a read for the page of this request.
 * @throws ProblemError as `runOperation`
 */
export async function runForPage<Name extends ReadName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>> {
  const context = await pageContext()
  return runInTrace(await pageTrace(), () => runOperation(name, context, input))
}

/** Notes that the page's user has opened an object: Home and Find offer it to them. */
export async function noteOpenedPage(kind: FindHit['kind'], id: string): Promise<void> {
  await noteOpened(await pageContext(), { kind, id })
}

/** Keeps a long invoice briefly, so that the browser can load the lines that the page did not include. */
export function keepForBrowser(invoiceId: string, invoice: InvoiceView): void {
  keepInvoice(getEnvironment().pageInvoices, invoiceId, invoice)
}

/** Returns how long the sign-in of the page's user stays fresh; null in the demo. */
export function pageFreshSignInMs(actor: SignedInActor): number | null {
  return freshSignInMs(actor, new Date())
}

/** Returns the changes that another person must approve; with `above:N` the outcome says so. */
export function pageProposes(): readonly ChangeAction[] {
  const { needs } = getEnvironment().approvals
  if (needs === 'all') return ['cancel', 'delete']
  return needs === 'deletes' ? ['delete'] : []
}

/** Reads the demo data in the background once the page was sent, where `npm start` asks for it. */
export function startFirstReadsAfterPage(): void {
  const { CONSOLE_FIRST_READS: folder } = settings()
  if (folder !== undefined) after(() => startFirstReads(getEnvironment(), folder))
}

/** Returns the user's display preferences. */
export async function pagePreferences(): Promise<Preferences> {
  const jar = await cookies()
  return readPreferences((name) => jar.get(name)?.value)
}

/** Returns the environment badge of the page. */
export function pageEnvironment(): EnvironmentView {
  return getEnvironment().badge
}
