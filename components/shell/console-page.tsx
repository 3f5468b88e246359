import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { OPERATIONS, type OperationName } from '@/lib/core/operations'
import { problemOfCode } from '@/lib/core/errors'
import { ProblemError } from '@/lib/core/problem-error'
import { isAllowed, type Permission, type Role } from '@/lib/core/roles'
import { pageActor } from '@/lib/run-for-page'
import { RequireSameUser } from './require-same-user'
import { PageProblem } from '@/components/page/page-problem'

/**
 * Wraps a page that requires the permission of an operation; every page file exports one (`scripts/test/check-guards.test.ts`).
 * Redirects to the sign-in without a session, and shows a problem without the permission or on failure.
 */
export const consolePage = <Props,>(operation: OperationName, render: Render<Props>) =>
  guarded<Props>(operation, async (props, name) => (
    <RequireSameUser name={name}>{await orProblem(() => render(props))}</RequireSameUser>
  ))

/** Like `consolePage`, for a document for paper, which is outside the console's layout. */
export const printPage = <Props,>(operation: OperationName, render: Render<Props>) =>
  guarded<Props>(operation, async (props) => render(props))

type Render<Props> = (props: Props) => ReactNode | Promise<ReactNode>

const guarded =
  <Props,>(operation: OperationName, render: (props: Props, name: string) => Promise<ReactNode>) =>
  (props: Props): Promise<ReactNode> =>
    orProblem(async () => {
      const { name, role } = await pageActor()
      const { permission } = OPERATIONS[operation]
      if (!isAllowed(role, permission))
        return <PageProblem problem={{ ...problemOfCode('not_allowed'), detail: notAllowed(role, permission) }} />
      return render(props, name)
    })

/** Returns a problem instead of a page that fails. An unknown object is the page "Not found". */
async function orProblem(page: () => ReactNode | Promise<ReactNode>): Promise<ReactNode> {
  try {
    return await page()
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.problem.code === 'not_found') notFound()
    return <PageProblem problem={error.problem} />
  }
}

const notAllowed = (role: Role, permission: Permission) =>
  permission === 'users'
    ? 'Only admins manage users.'
    : `Your role (${role}) doesn’t include this page. Ask an admin for access.`
