import type { ReactNode } from 'react'
import { CONSOLE_OPERATIONS, type ConsoleOperationName } from '@/contract/console/operations'
import { problemOfCode } from '@/contract/console/errors'
import { ProblemError } from '@/contract/console/problem-error'
import { isAllowed, type Permission, type Role } from '@/contract/console/roles'
import { pageActor } from '@/lib/server/http/run-for-page'
import { RequireSameUser } from './require-same-user'
import { PageProblem } from './page-problem'

/**
 * Wraps a page that requires the permission of an operation; every page file exports one (`scripts/build/check-guards.mjs`).
 * Redirects to the sign-in without a session, and shows a problem without the permission or on failure.
 */
export function consolePage<Props>(
  operation: ConsoleOperationName,
  render: (props: Props) => ReactNode | Promise<ReactNode>,
): (props: Props) => Promise<ReactNode> {
  return async function ConsolePage(props) {
    try {
      const { name, role } = await pageActor()
      const { permission } = CONSOLE_OPERATIONS[operation]
      if (!isAllowed(role, permission))
        return <PageProblem problem={{ ...problemOfCode('not_allowed'), detail: notAllowed(role, permission) }} />
      return <RequireSameUser name={name}>{await render(props)}</RequireSameUser>
    } catch (error) {
      if (error instanceof ProblemError) return <PageProblem problem={error.problem} />
      throw error
    }
  }
}

const notAllowed = (role: Role, permission: Permission) =>
  permission === 'users'
    ? 'Only admins manage users.'
    : `Your role (${role}) doesn’t include this page. Ask an admin for access.`
