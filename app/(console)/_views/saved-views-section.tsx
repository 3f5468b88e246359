import { Section } from '@/components/ui/section'
import { ACTIVITY_SCOPES, type Role } from '@/contract/console/roles'
import { type SavedView, VIEW_LISTS, type ViewList } from '@/contract/console/views'
import { ACTIVITY_TITLES } from '@/lib/format/activity-title'
import { ViewLink } from './view-links'

/** All views by list, on Home; nothing without any. */
export function SavedViewsSection({ views, role }: { views: readonly SavedView[]; role: Role }) {
  if (views.length === 0) return null
  const labels: Record<ViewList, string> = {
    subscriptions: 'Subscriptions',
    invoices: 'Invoices',
    customers: 'Customers',
    activity: ACTIVITY_TITLES[ACTIVITY_SCOPES[role]].place,
  }
  const lists = VIEW_LISTS.map((list) => ({ list, ofList: views.filter((view) => view.list === list) }))
  return (
    <Section title="Saved views">
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
        {lists
          .filter(({ ofList }) => ofList.length > 0)
          .map(({ list, ofList }) => (
            <div key={list} className="contents">
              <dt className="text-muted max-sm:text-xs">{labels[list]}</dt>
              <dd>
                <ul className="flex flex-wrap gap-x-5 gap-y-1">
                  {ofList.map((view) => (
                    <li key={view.id} className="min-w-0">
                      <ViewLink view={view} className="foreign text-accent hover:underline">
                        {!view.isMine && <small className="text-muted"> by {view.owner}</small>}
                      </ViewLink>
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          ))}
      </dl>
    </Section>
  )
}
