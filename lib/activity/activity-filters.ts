import type { Filter } from '@/lib/core/filter'
import { OPERATIONS } from '@/lib/core/operations'
import { ACTIVITY_SCOPES, type ActivityScope, isAllowed, type Role } from '@/lib/core/roles'
import { ACTIVITY_OUTCOMES } from './activity'
import { ACTIVITY_ACTIONS, ACTIVITY_OUTCOME_LABELS, actionLabel } from './activity-label'

/*
 * The filters of the activity, as `lib/objects/lists.ts` has those of the other lists. `actor` and `text` match parts, ignoring case. The
 * instant `from` is included, `to` excluded.
 */

type AuditColumn = 'actor' | 'action' | 'reason' | 'ticket' | 'objectKind' | 'objectId'
export type AuditRule = 'hasOutcome' | 'isSince' | 'isBefore'
type AuditFilter = Filter<AuditColumn, AuditRule>

const labelled = <Name extends string>(names: readonly Name[], labelOf: (name: Name) => string) =>
  Object.fromEntries(names.map((name) => [name, labelOf(name)]))

export const ACTIVITY_FILTERS = {
  actor: {
    kind: 'text',
    maxChars: 320,
    comparison: 'contains',
    columns: ['actor'],
    label: 'Who',
    placeholder: 'Email, or part of it',
  },
  action: {
    kind: 'knownText',
    maxChars: 100,
    choices: labelled(ACTIVITY_ACTIONS, actionLabel),
    comparison: 'equals',
    column: 'action',
    label: 'Action',
  },
  outcome: {
    kind: 'choice',
    choices: labelled(ACTIVITY_OUTCOMES, (outcome) => ACTIVITY_OUTCOME_LABELS[outcome].text),
    comparison: 'hasOutcome',
    label: 'Outcome',
  },
  objectKind: {
    kind: 'choice',
    choices: { subscription: 'Subscription', invoice: 'Invoice', customer: 'Customer', user: 'User' },
    comparison: 'equals',
    column: 'objectKind',
    label: 'About',
  },
  objectId: { kind: 'id', comparison: 'equals', column: 'objectId', label: 'Object ID' },
  text: {
    kind: 'text',
    maxChars: 200,
    comparison: 'contains',
    columns: ['reason', 'ticket'],
    label: 'Reason or ticket',
  },
  from: { kind: 'day', comparison: 'isSince', label: 'From day', placeholder: '3 Mar 2026' },
  to: { kind: 'day', comparison: 'isBefore', label: 'To day', placeholder: '3 Mar 2026' },
} as const satisfies Record<string, AuditFilter>

type ActivityFilter = keyof typeof ACTIVITY_FILTERS

/** The filters that a scope does not offer. The server refuses them. */
const NOT_OFFERED: Record<ActivityScope, readonly string[]> = {
  all: [],
  own: ['actor'],
  cancellations: ['action', 'objectKind', 'objectId'],
} satisfies Record<ActivityScope, readonly ActivityFilter[]>

/** True when the scope offers the filter. */
export const offersFilter = (scope: ActivityScope, name: string): boolean => !NOT_OFFERED[scope].includes(name)

/** Returns the filters that a role is offered, with the zone of the days and the actions that people of the role can perform. */
export function offeredFilters(role: Role, timeZone: string) {
  const { text, action, from, to } = ACTIVITY_FILTERS
  const performed = ACTIVITY_ACTIONS.filter((name) => canPerform(role, name))
  const filters = {
    ...ACTIVITY_FILTERS,
    action: { ...action, choices: labelled(performed, actionLabel) },
    from: { ...from, label: `From day, ${timeZone}` },
    to: { ...to, label: `To day, ${timeZone}` },
  }
  const offered = Object.entries(filters).filter(([name]) => offersFilter(ACTIVITY_SCOPES[role], name))
  return { text, ...Object.fromEntries(offered) }
}

/** Actions that only admins see: the set-up of the first admin, and past ones that are no operations. */
const ADMINS_ONLY: ReadonlySet<string> = new Set([
  'setUp',
  'createWebhook',
  'deleteWebhook',
  'deliverWebhook',
  'sendAlertEmail',
])

/** True when people of this role have entries with the action. Operations say so by their permission. */
export function canPerform(role: Role, action: string): boolean {
  if (ADMINS_ONLY.has(action)) return role === 'admin'
  const operation = Object.entries(OPERATIONS).find(([name]) => name === action)?.[1]
  return operation === undefined || isAllowed(role, operation.permission)
}
