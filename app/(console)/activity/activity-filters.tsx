'use client'

import { type SubmitEvent, useId, useState } from 'react'
import { useTimeZone } from '@/components/time/time-zone'
import { Button } from '@/components/ui/button'
import { ACTIVITY_OBJECTS, ACTIVITY_OUTCOMES, type ActivityFilter } from '@/lib/activity/activity'
import { classNames } from '@/components/ui/class-names'
import { OPERATIONS } from '@/lib/core/operations'
import { isAllowed, type Role } from '@/lib/core/roles'
import { useSignedIn } from '@/components/page/signed-in'
import { formatDate } from '@/lib/time/instant'
import { ACTIVITY_ACTIONS, ACTIVITY_OUTCOME_LABELS, actionLabel } from '@/lib/activity/activity-label'
import { ClearFilters, FilterChoice, FilterText } from '@/components/lists/filter-fields'
import { type ActivitySearch, activitySearchParams } from './activity-search-params'

interface ActivityFiltersProps {
  /** The form's accessible name. */
  label: string
  /** The filters that the role may use. */
  offered: readonly ActivityFilter[]
  search: ActivitySearch
  isFiltered: boolean
  onSearch: (search: Partial<ActivitySearch>) => void
  onClear: () => void
}

/** The filters of the activity. Choices apply at once, text on Enter. */
export function ActivityFilters({ label, offered, search, isFiltered, onSearch, onClear }: ActivityFiltersProps) {
  const timeZone = useTimeZone()
  const [wrongDay, setWrongDay] = useState<'from' | 'to' | null>(null)
  const errorId = useId()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const read = <Value,>(name: string, parse: (text: string) => Value | null): Value | null => {
      const text = form.get(name)
      return typeof text === 'string' && text !== '' ? parse(text) : null
    }
    const { actor, action, outcome, objectKind, objectId, text, from, to } = activitySearchParams
    // Both days have the same parser.
    const wrong = (['from', 'to'] as const).find((name) => form.get(name) && read(name, from.parse) === null) ?? null
    setWrongDay(wrong)
    if (wrong) return
    onSearch({
      actor: read('actor', actor.parse),
      action: read('action', action.parse),
      outcome: read('outcome', outcome.parse),
      objectKind: read('objectKind', objectKind.parse),
      objectId: read('objectId', objectId.parse),
      text: read('text', text.parse),
      from: read('from', from.parse),
      to: read('to', to.parse),
    })
  }
  const dayField = (name: 'from' | 'to') => ({
    name,
    value: search[name] && formatDate(`${search[name]}T00:00:00Z`, 'UTC'),
    placeholder: '3 Mar 2026',
    errorId: wrongDay === name ? errorId : undefined,
  })
  const offers = (filter: ActivityFilter) => offered.includes(filter)
  const { role } = useSignedIn()
  const actions = ACTIVITY_ACTIONS.filter((action) => canPerform(role, action))
  const isUnlistedAction = search.action !== null && !actions.includes(search.action)
  return (
    <form
      role="search"
      aria-label={label}
      onSubmit={submit}
      className={classNames(
        'no-print bg-surface max-w-text grid grid-cols-2 items-end gap-x-3 gap-y-2 rounded-lg border px-4 py-3',
        // Keeps the two days side by side.
        offered.length > 6 ? 'sm:grid-cols-4' : 'sm:grid-cols-3',
      )}
    >
      {offers('actor') && (
        <FilterText label="Who" name="actor" value={search.actor} placeholder="Email, or part of it" />
      )}
      {offers('action') && (
        <FilterChoice label="Action" name="action" value={search.action}>
          {isUnlistedAction && <option value={search.action ?? ''}>{search.action}</option>}
          {actions.map((action) => (
            <option key={action} value={action}>
              {actionLabel(action)}
            </option>
          ))}
        </FilterChoice>
      )}
      <FilterChoice label="Outcome" name="outcome" value={search.outcome}>
        {ACTIVITY_OUTCOMES.map((outcome) => (
          <option key={outcome} value={outcome}>
            {ACTIVITY_OUTCOME_LABELS[outcome].text}
          </option>
        ))}
      </FilterChoice>
      <FilterText label="Reason or ticket" name="text" value={search.text} placeholder="Contains" />
      {offers('objectKind') && (
        <FilterChoice label="About" name="objectKind" value={search.objectKind}>
          {ACTIVITY_OBJECTS.map((kind) => (
            <option key={kind} value={kind}>
              {kind.charAt(0).toUpperCase() + kind.slice(1)}
            </option>
          ))}
        </FilterChoice>
      )}
      {offers('objectId') && <FilterText label="Object ID" name="objectId" value={search.objectId} mono />}
      <FilterText label={`From day, ${timeZone}`} {...dayField('from')} />
      <FilterText label={`To day, ${timeZone}`} {...dayField('to')} />
      <p id={errorId} role="alert" className="text-red col-span-full text-xs empty:hidden">
        {wrongDay && 'Not filtered: this isn’t a date. Use 2026-03-03 or 3 Mar 2026.'}
      </p>
      <div className="col-span-full flex flex-wrap justify-end gap-2">
        {isFiltered && (
          <ClearFilters
            onClear={() => {
              setWrongDay(null)
              onClear()
            }}
          />
        )}
        <Button small type="submit">
          Filter
        </Button>
      </div>
    </form>
  )
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
