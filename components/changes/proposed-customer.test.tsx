import { dehydrate } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { SubscriptionChange } from '@/lib/changes/change'
import { createQueryClient } from '@/lib/core/query-client'
import { listedChanges } from './change-queries'
import { operationQuery } from '@/lib/api'
import { QueryCacheContext } from '@/lib/core/query-cache'
import { bareChange } from '@/testing/console/bare-views'
import { renderedText } from '@/testing/console/rendered-page'
import { ChangeList } from './change-list'
import { ChangeNotices } from './change-notice'
import { DecisionDialog } from './decision-dialog'

const AT = '2027-02-10T09:00:00.000Z'
const proposed = (externalCustomerId: string | null) =>
  bareChange({ state: 'PROPOSED', proposal: { seen: {}, asOf: AT, externalCustomerId, expiresAt: AT, decided: null } })

function listWith(change: SubscriptionChange) {
  const client = createQueryClient()
  const list = operationQuery('listChanges', listedChanges('proposed', 1))
  client.setQueryData(list.queryKey, { changes: [change], count: 1, groups: [] })
  return (
    <QueryCacheContext value={{ client }}>
      <ChangeList title="To approve" list="proposed" state={dehydrate(client)} />
    </QueryCacheContext>
  )
}

test.each([
  [
    'dialog of the decision',
    (change: SubscriptionChange) => <DecisionDialog change={change} isOwn={false} onDismiss={() => undefined} />,
  ],
  ['list of proposals', listWith],
  [
    'notice of a change',
    (change: SubscriptionChange) => (
      <ChangeNotices known={{ change, isUnread: false, isOwnPage: true, isNew: false }} />
    ),
  ],
])('the %s shows the external customer ID that a proposed cancel sends', (_, shown) => {
  expect(renderedText([], shown(proposed('acme-inc')))).toContain('External customer ID acme-inc')
  expect(renderedText([], shown(proposed(null)))).not.toContain('External customer ID')
})
