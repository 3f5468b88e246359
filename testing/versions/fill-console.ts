import { expect } from 'vitest'
import type { ListedInvoice } from '@/lib/objects/indexed-objects'
import type { LedgerRead } from '@/lib/ledger/whole-ledger'
import { findingKey } from '@/lib/invoices/finding-review'
import { FAULTS } from '../fake-billing-api/fault-catalogue'
import { plainInvoice, plainLine, plainSubscription } from '../fake-billing-api/plain-resources'
import { jsonResponse } from '../fake-billing-api/response'
import type { FakeBillingApi } from '../fake-billing-api/start-fake-billing-api'
import type { Person } from './console-driver'
import { query } from './console-rows'
import type { ConsoleDriver } from './other-version'

export const ANN = { name: 'ann@example.com', role: 'agent' } as const
const CARA = { name: 'cara@example.com', role: 'agent' } as const
export const BOSS = { name: 'boss@example.com', role: 'admin' } as const
/** How long work in the background may take. */
export const SOON = { timeout: 120_000, interval: 200 }

/** Adds subscriptions without an end date to the billing API. */
function subscribe({ faults }: FakeBillingApi, ...ids: string[]): string[] {
  for (const id of ids) faults.addSubscription(id, { ...plainSubscription, endDate: null })
  return ids
}

/** What people do with every version: read, open a page, cancel, watch and read a whole ledger. */
export async function fillIndex(console: ConsoleDriver, api: FakeBillingApi): Promise<void> {
  const [id = ''] = subscribe(api, 'sub-cancelled')
  const wrong = { ...plainInvoice, invoiceLineItems: [{ ...plainLine, amount: 99 }] }
  api.add('invoice', 'inv-wrong', jsonResponse({ ...wrong, id: 'inv-wrong' }))
  await console.run('getSubscription', ANN, { id })
  await console.run('getInvoice', ANN, { invoiceId: 'inv-wrong' })
  await console.call('lib/objects/server/opened-objects.ts', 'noteOpened', ANN, { kind: 'invoice', id: 'inv-wrong' })
  await console.run('watchObject', ANN, { kind: 'subscription', id, isWatched: true })
  await console.run('cancelSubscription', ANN, { id, reason: 'Asked for by phone', ticket: 'T-1' })
  const externalId = api.ids.customer.acme
  await console.run('readLedger', ANN, { externalId })
  const read = () => console.run<LedgerRead>('getLedgerRead', ANN, { externalId })
  await expect.poll(async () => (await read()).state, SOON).not.toBe('running')
  expect(await read()).toMatchObject({ entries: 45, isComplete: true, why: null })
}

interface BatchReport {
  batch: { id: string; state: string; proposal: { at: string } | null }
}

/** The batch whose change was sent, the one whose change was only stored, the one that waits for approval, and the one that is done. */
export interface FilledBatches {
  sent: string
  stored: string
  proposed: string
  done: string
}

const startBatches = (console: ConsoleDriver) => console.start('lib/server/batches/run-batches.ts', 'startBatches')
const batchOf = async (console: ConsoleDriver, batchId: string) =>
  (await console.run<BatchReport>('getBatch', ANN, { batchId, pageSize: 20 })).batch

async function readyBatch(console: ConsoleDriver, by: Person, ids: string[]): Promise<string> {
  const { batch } = await console.run<BatchReport>('startBatch', by, { action: 'cancel', ids })
  await expect.poll(async () => (await batchOf(console, batch.id)).state, SOON).toBe('ready')
  return batch.id
}

const propose = (console: ConsoleDriver, by: Person, batchId: string) =>
  console.run('proposeBatch', by, { batchId, reason: 'Contract ended' })

async function approve(console: ConsoleDriver, batchId: string): Promise<void> {
  const { proposal } = await batchOf(console, batchId)
  await console.run('approveBatch', BOSS, { batchId, reason: 'Checked', proposedAt: proposal?.at })
}

/** Makes batches, all of which but `done` are ready afterwards. */
export async function fillBatches(console: ConsoleDriver, api: FakeBillingApi): Promise<FilledBatches> {
  await startBatches(console)
  const done = await readyBatch(console, ANN, subscribe(api, 'sub-done'))
  await propose(console, ANN, done)
  await approve(console, done)
  await expect.poll(async () => (await batchOf(console, done)).state, SOON).toBe('done')
  return {
    done,
    proposed: await readyBatch(console, ANN, subscribe(api, 'sub-proposed-1', 'sub-proposed-2')),
    sent: await readyBatch(console, CARA, subscribe(api, 'sub-sent', 'sub-after-sent')),
    stored: await readyBatch(console, CARA, subscribe(api, 'sub-stored', 'sub-after-stored')),
  }
}

/** Kills a console in the middle of two changes. It has not started the work on batches, so that both begin in one round. */
export async function killDuringChanges(
  console: ConsoleDriver,
  api: FakeBillingApi,
  { settings, batches }: { settings: Record<string, string>; batches: FilledBatches },
): Promise<void> {
  await propose(console, ANN, batches.proposed)
  await propose(console, CARA, batches.sent)
  await propose(console, CARA, batches.stored)
  await approve(console, batches.stored)
  await approve(console, batches.sent)
  // The API makes this change, and never responds.
  api.faults.inject(FAULTS['hang-after'] ?? {}, { id: 'sub-sent', operation: 'cancelSubscription' })
  api.faults.inject(FAULTS['hang-before'] ?? {}, { id: 'sub-stored', operation: 'getSubscription' })
  await startBatches(console)
  const open = `select subscription_id as id, state from console.subscription_changes
    where subscription_id in ('sub-sent', 'sub-stored') order by id`
  const states = [
    { id: 'sub-sent', state: 'SENT' },
    { id: 'sub-stored', state: 'PREPARED' },
  ]
  await expect.poll(() => query(settings, open), SOON).toEqual(states)
  await expect.poll(() => api.faults.effects.map(({ id }) => id), SOON).toContain('sub-sent')
  await console.kill()
  expect(await query(settings, open)).toEqual(states)
}

/** What else commit 5c32ba39 keeps: a check, a view, a webhook, an access key, a note, a review, and a proposal. */
export async function fillRest(console: ConsoleDriver, api: FakeBillingApi, boss: Person): Promise<void> {
  await console.start('lib/server/checks/run-checks.ts', 'startChecking')
  const ids = ['inv-wrong', 'sub-cancelled']
  const { check } = await console.run<{ check: { id: string } }>('startCheck', ANN, { kind: 'any', ids })
  const checkState = async () =>
    (await console.run<{ check: { state: string } }>('getCheck', ANN, { checkId: check.id, pageSize: 20 })).check.state
  await expect.poll(checkState, SOON).toBe('done')
  const view = { list: 'invoices', name: 'Wrong ones', query: { verdict: 'look' }, isShared: true }
  await console.run('saveView', ANN, view)
  const webhook = { url: 'https://hooks.example.com/', kinds: ['change.needs_review'], fields: [], name: 'On call' }
  await console.run('createWebhook', boss, webhook)
  await console.run('createAccessKey', boss, { name: 'Nightly export', role: 'viewer', days: 30 })
  await console.run('addNote', ANN, { kind: 'invoice', id: 'inv-wrong', text: 'Asked the customer' })
  const { rows } = await console.run<{ rows: ListedInvoice[] }>('listInvoices', ANN, { verdict: 'look', pageSize: 20 })
  const [finding] = rows[0]?.checked?.findings.filter(({ severity }) => severity === 'finding') ?? []
  if (finding === undefined) throw new Error('there is no finding to review')
  const review = { invoiceId: 'inv-wrong', finding: findingKey(finding), reason: 'Agreed by phone' }
  await console.run('reviewFinding', ANN, review)
  const [id = ''] = subscribe(api, 'sub-of-proposal')
  await console.run('proposeCancel', ANN, { id, reason: 'Asked for by mail' })
}
