import { expect, test } from 'vitest'
import type { Role } from '@/contract/console/roles'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { appendEntry, recordedTransaction } from './append-entry'
import { brokenLinks, readAuditChain } from './audit-chain'

const store = useConsoleStore()

const append = (action: string, id: string) =>
  recordedTransaction(store().db, (tx) =>
    appendEntry(tx, {
      at: new Date(),
      actor: 'ann',
      role: 'admin',
      action,
      requestId: 'r',
      outcome: 'done',
      object: { kind: 'invoice', id },
    }),
  )

const chainOf = (id: string, role: Role, most?: number) =>
  readAuditChain(store().db, { name: 'bob', role }, [{ kind: 'invoice', ids: [id] }], most)

test('keeps the newest entries when the chain is too long', async () => {
  for (const id of ['cut', 'other', 'other', 'cut']) await append('closeChange', id)
  const { entries, isCut } = await chainOf('cut', 'admin', 3)
  expect(isCut).toBe(true)
  expect(entries.map(({ entry }) => entry?.objectId)).toEqual([undefined, undefined, 'cut'])
  expect(brokenLinks(entries)).toEqual([])
})

test('chains and counts the entries that the role may not see', async () => {
  for (const action of ['reviewFinding', 'cancelSubscription', 'editNote']) await append(action, 'hidden')
  const viewer = await chainOf('hidden', 'viewer')
  expect(viewer).toMatchObject({ isCut: false, hidden: 2 })
  expect(viewer.entries.map(({ part }) => part?.action)).toEqual([undefined, 'cancelSubscription', undefined])
  expect(await chainOf('hidden', 'agent')).toMatchObject({ entries: [{}, {}, {}], hidden: 3 })
  expect(await chainOf('hidden', 'admin')).toMatchObject({ hidden: 0 })
})
