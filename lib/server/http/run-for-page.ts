import 'server-only'
import { randomUUID } from 'node:crypto'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { ConsoleInput, ConsoleOutput, ReadName } from '@/contract/console/operations'
import type { InvoiceView } from '@/contract/console/invoice'
import type { Problem } from '@/contract/console/problem'
import { type Actor, isSignedIn, type SignedInActor, VISITOR } from '../actor'
import { callerOf } from '../sign-in/caller-of'
import { freshSignInMs } from '../sign-in/fresh-sign-in'
import { safeNext } from '../sign-in/safe-next'
import { waysToSignIn, type WaysToSignIn } from '../sign-in/ways-to-sign-in'
import { theEnvironment } from '../environment'
import { type Caller, operationContext, type OperationContext } from '../operation-context'
import { ProblemError } from '../problem'
import { TYPED_EMAIL_COOKIE } from '../sign-in/typed-email-cookie'
import { admitHost } from '../network/own-origin'
import { runOperation } from '../run-operation'

/** @throws ProblemError `forbidden_origin` where the request came under a foreign host, `store_unavailable` */
const pageCaller = cache(async (): Promise<Caller> => {
  const requestHeaders = await headers()
  // `proxy.ts` refuses foreign names too, but nothing stands on it alone.
  admitHost(requestHeaders.get('host'))
  return callerOf(requestHeaders)
})

const pageContext = cache(async (): Promise<OperationContext & { actor: SignedInActor }> => {
  const caller = await pageCaller()
  const { actor } = caller
  if (!isSignedIn(actor)) redirect(signInPath((await headers()).get('x-console-path')))
  return { ...operationContext(caller, randomUUID()), actor }
})

/**
 * Who the page of this request is for. Whoever has to sign in is led there, and then back.
 * @throws ProblemError `forbidden_origin`, `store_unavailable`
 */
export async function pageActor(): Promise<SignedInActor> {
  return (await pageContext()).actor
}

/** As `pageActor`, for what stands around a page: where nobody can say who it is for, it says why. */
export async function pageActorOrProblem(): Promise<{ actor: SignedInActor; problem?: never } | { problem: Problem }> {
  try {
    return { actor: await pageActor() }
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error.problem }
    throw error
  }
}

/** What a page that is open to everybody is told. */
export interface PublicPage {
  /** Somebody has signed in, or nobody has to. */
  isSignedIn: boolean
  /** The page of this console to lead on to. */
  next: string
  ways: WaysToSignIn
  /** The e-mail address that its form was just refused with. */
  typedEmail: string | undefined
}

/** @param next as it stands in the address */
export async function publicPageOf(next: unknown): Promise<PublicPage> {
  const [actor, jar] = await Promise.all([publicActor(), cookies()])
  const typedEmail = jar.get(TYPED_EMAIL_COOKIE)?.value
  return { isSignedIn: isSignedIn(actor), next: safeNext(next), ways: waysToSignIn(), typedEmail }
}

/** Without the store everybody is a visitor: the page's form stands, and says why it was refused. */
async function publicActor(): Promise<Actor> {
  try {
    return (await pageCaller()).actor
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'store_unavailable') return VISITOR
    throw error
  }
}

/** @param path of the console to come back to, as `proxy.ts` tells it; without it the way back leads to the start */
export function signInPath(path: string | null): string {
  return path === null || path === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: path })}`
}

/**
 * Runs a read for the page of this request.
 * @throws ProblemError as `runOperation`
 */
export async function runForPage<Name extends ReadName>(
  name: Name,
  input: ConsoleInput<Name>,
): Promise<ConsoleOutput<Name>> {
  return runOperation(name, await pageContext(), input)
}

/** Keeps a long invoice for a moment, for the browser of this page to ask for the lines that did not come with it. */
export function keepForBrowser(invoiceId: string, invoice: InvoiceView): void {
  theEnvironment().pageInvoices.keep(invoiceId, invoice)
}

/** Returns how long the sign-in of whom the page is for stays fresh; null in the demo. */
export function pageFreshSignInMs(actor: SignedInActor): number | null {
  return freshSignInMs(actor, new Date())
}

/** The name of the environment that a page belongs to. */
export function pageEnvironment(): string {
  return theEnvironment().name
}
