import 'server-only'
import { randomUUID } from 'node:crypto'
import { headers } from 'next/headers'
import { cache } from 'react'
import type { ConsoleInput, ConsoleOutput, ReadName } from '@/contract/console/operations'
import { theEnvironment } from '../operations/environment'
import { operationContext, type OperationContext } from '../operations/operation-context'
import { admitHost } from './own-origin'
import { runOperation } from '../operations/run-operation'

/** @throws ProblemError `forbidden_origin` where the request came under a foreign host */
const pageContext = cache(async (): Promise<OperationContext> => {
  const requestHeaders = await headers()
  // `proxy.ts` refuses foreign names too, but nothing stands on it alone.
  admitHost(requestHeaders.get('host'))
  return operationContext(randomUUID())
})

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
