import 'server-only'
import { randomUUID } from 'node:crypto'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { ConsoleInput, ConsoleOutput, ReadName } from '@/contract/console/operations'
import { isSignedIn, type SignedInActor } from '../auth/actor'
import { callerOf } from '../auth/caller-of'
import { theEnvironment } from '../operations/environment'
import { operationContext, type OperationContext } from '../operations/operation-context'
import { admitHost } from './own-origin'
import { runOperation } from '../operations/run-operation'

/** @throws ProblemError `forbidden_origin` where the request came under a foreign host, `store_unavailable` */
const pageContext = cache(async (): Promise<OperationContext & { actor: SignedInActor }> => {
  const requestHeaders = await headers()
  // `proxy.ts` refuses foreign names too, but nothing stands on it alone.
  admitHost(requestHeaders.get('host'))
  const caller = await callerOf(requestHeaders)
  const { actor } = caller
  if (!isSignedIn(actor)) redirect(signInPath(requestHeaders.get('x-console-path')))
  return { ...operationContext(caller, randomUUID()), actor }
})

/** Who the page of this request is for. Whoever has to sign in is led there, and then back. */
export async function pageActor(): Promise<SignedInActor> {
  return (await pageContext()).actor
}

/** @param path of the console, as `proxy.ts` tells it; without it the way back leads to the start */
function signInPath(path: string | null): string {
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

/** The name of the environment that a page belongs to. */
export function pageEnvironment(): string {
  return theEnvironment().name
}
