import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import type { Download } from '@/contract/console/download'
import type { Role } from '@/contract/console/roles'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { plainInvoice, plainLine } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { problemOf } from '@/testing/console/problem-of'
import { useChanges } from '@/testing/console/use-changes'
import { plainEntries } from '@/testing/console/use-ledger-api'
import { useLedgerReading } from '@/testing/console/use-ledger-reading'
import { brokenLinks, type ChainedEntry } from '../audit/audit-chain'
import { runOperation } from '../run-operation'
import { consoleStore } from '../store/console-store'
import { signingKeys } from '../store/schema'
import { collectInvoice, collectMonth } from './collect-invoices'
import { makePack } from './export-evidence'
import { PACK_BOUNDS } from './pack-files'
import { verifyPack } from './pack-zip'
import { publicKeyOf, publicKeys, replaceKey, signingKey } from './signing-key'

const setup = useChanges()
const reading = useLedgerReading()

const by = { name: 'admin', role: 'admin', action: 'cli evidence key --replace', requestId: 'r', now: new Date() }

async function keyInUse(): Promise<KeyObject> {
  const key = publicKeyOf((await signingKey(await consoleStore())).publicKey)
  if (key === null) throw new Error('The key has no public half')
  return key
}

async function bytesOf({ bytes }: Download): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for (let step = await bytes.next(); step.done !== true; step = await bytes.next()) parts.push(step.value)
  return Buffer.concat(parts)
}

/** Verifies a pack and returns what is in it. */
async function opened(zip: Uint8Array) {
  const { problems, manifest, files } = verifyPack(zip, await keyInUse())
  expect(problems).toEqual([])
  const textOf = (name: string) => Buffer.from(files.get(name) ?? []).toString()
  const audit: { entries: ChainedEntry[] } = JSON.parse(textOf('audit.json'))
  return { manifest, names: [...files.keys()], textOf, page: textOf('index.html'), audit: audit.entries }
}

const as = (role: Role, name = `${role}@example.com`) => {
  const context = setup().context()
  return { ...context, actor: { ...context.actor, name, role } }
}

const verdictIn = (page: string) => /class="verdict.*?<strong>(.*?)<.strong>/s.exec(page)?.[1]

const HOSTILE = '<img src=x onerror=alert(1)>"&\u202E'

/** Adds an invoice of 4 units at 2.50 that says 11, and a subscription of it. */
function addInvoice(id: string, more: object = {}) {
  const line = { ...plainLine, description: HOSTILE, amount: 11, details: { quantity: 4, unitPrice: 2.5 } }
  const subscriptionId = setup().subscribe({ currency: 'USD' })
  const sent = { ...plainInvoice, id, subscriptionId, invoiceLineItems: [line], ...more }
  setup().api.add('invoice', id, jsonResponse(sent))
  return { sent, subscriptionId }
}

/** Adds an invoice, and returns the verdict of its pack. */
async function verdictOf(id: string, more: object) {
  addInvoice(id, more)
  const made = await makePack(as('admin'), (pack) => collectInvoice(pack, { invoiceId: id }), PACK_BOUNDS)
  return verdictIn((await opened(made.zip)).page)
}

describe('exportInvoiceEvidence', () => {
  it('packs responses as received, checks, audit and a page without scripts', async () => {
    const { sent, subscriptionId } = addInvoice('evi_1')
    // Notes are on objects that were read.
    await runOperation('getInvoice', as('viewer'), { invoiceId: 'evi_1' })
    await runOperation('addNote', as('viewer'), { kind: 'invoice', id: 'evi_1', text: 'Ask <b>Ann</b>\nfirst' })
    const download = await runOperation('exportInvoiceEvidence', as('admin'), { invoiceId: 'evi_1' })
    expect(download.fileName).toMatch(/^evidence-invoice-.+_\d{4}-\d{2}-\d{2}\.zip$/)
    const { manifest, names, textOf, page, audit } = await opened(await bytesOf(download))
    expect(manifest).toMatchObject({ madeBy: 'admin@example.com', role: 'admin', isComplete: true, missing: [] })
    expect(names.toSorted()).toEqual([
      'audit.json',
      'calculations/invoice.csv',
      'index.html',
      'manifest.json',
      'manifest.sig',
      'notes.json',
      'responses.json',
      'responses/001-getInvoice.json',
      'responses/002-getSubscription.json',
    ])
    expect(JSON.parse(textOf('responses/001-getInvoice.json'))).toEqual(sent)
    expect(JSON.parse(textOf('responses.json'))[0]).toMatchObject({
      file: 'responses/001-getInvoice.json',
      request: expect.stringMatching(/^GET .*\/evi_1\b/),
      status: 200,
      receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      requestId: expect.stringMatching(/./),
    })
    expect(page).toContain('$11.00, but 4 × $2.50 = $10.00 ($1.00 too much)')
    const head = page.slice(0, page.indexOf('Contents'))
    expect(head).toMatch(/<dt>Invoice ID<.dt>\s*<dd>evi_1<.dd>/)
    expect(head).toMatch(new RegExp(`<dt>Subscription ID</dt>\\s*<dd>${subscriptionId}</dd>`))
    expect(head).not.toContain('Request ID')
    expect(page).not.toMatch(/nothing was cut|<th[^>]*>Cut</)
    expect(page).toContain('Ask &lt;b&gt;Ann&lt;/b&gt;\nfirst')
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&amp;\\u202e')
    expect(page).not.toMatch(/<(script|img|iframe|object|link)|\son\w+=[^a]|javascript:/i)
    const style = createHash('sha256')
      .update(/<style>([^]*)<\/style>/.exec(page)?.[1] ?? '')
      .digest('base64')
    expect(page).toContain(`content="default-src 'none'; style-src 'sha256-${style}'"`)
    // The pack has the entry that tells who made it.
    expect(audit.at(-1)?.entry).toMatchObject({ actor: 'admin@example.com', action: 'exportInvoiceEvidence' })
    expect(brokenLinks(audit)).toEqual([])
  })

  it('cuts the key of the console from a response, and says where', async () => {
    addInvoice('evi_key', { note: `x-api-key ${setup().api.key}` })
    const download = await runOperation('exportInvoiceEvidence', as('admin'), { invoiceId: 'evi_key' })
    const { page, textOf, names } = await opened(await bytesOf(download))
    for (const name of names) expect(textOf(name)).not.toContain(setup().api.key)
    expect(textOf('responses/001-getInvoice.json')).toContain('x-api-key [key]')
    expect(page).toContain('they have [key], 1 time')
  })

  it('shows the audit as the role may see it, and the rest as hashes of an unbroken chain', async () => {
    const { subscriptionId } = addInvoice('evi_roles')
    await setup().cancel(subscriptionId)
    const of = { invoiceId: 'evi_roles' }
    for (const name of ['one@example.com', 'two@example.com'])
      await bytesOf(await runOperation('exportInvoiceEvidence', as('agent', name), of))
    const seenBy = async (role: Role, name?: string) => {
      const zip = await bytesOf(await runOperation('exportInvoiceEvidence', as(role, name), of))
      const { audit, page } = await opened(zip)
      expect(brokenLinks(audit)).toEqual([])
      const shown = audit.flatMap(({ entry, part = entry }) => part ?? [])
      return { full: audit.flatMap(({ entry }) => entry ?? []), shown, zip, page, length: audit.length }
    }
    const admin = await seenBy('admin')
    expect(new Set(admin.full.map(({ actor }) => actor))).toContain('two@example.com')
    const agent = await seenBy('agent', 'one@example.com')
    expect(new Set(agent.shown.map(({ actor }) => actor))).toEqual(new Set(['one@example.com']))
    expect(agent.length).toBeGreaterThan(agent.shown.length)
    expect(agent.zip.includes('two@example.com')).toBe(false)
    const viewer = await seenBy('viewer')
    expect(new Set(viewer.shown.map(({ action }) => action))).toEqual(new Set(['cancelSubscription']))
    expect(viewer.full).toEqual([])
    expect(viewer.page).toMatch(/This role may not see \d+ more entries about them/)
  })

  it('is PARTIAL in name, page and manifest when a bound cuts it', async () => {
    addInvoice('evi_large')
    const context = as('admin')
    const made = await makePack(context, (pack) => collectInvoice(pack, { invoiceId: 'evi_large' }), {
      ...PACK_BOUNDS,
      bytes: 600,
    })
    expect(made.fileName).toMatch(/-PARTIAL_\d{4}-\d{2}-\d{2}\.zip$/)
    const { manifest, page } = await opened(made.zip)
    expect(manifest?.isComplete).toBe(false)
    expect(manifest?.missing.join()).toMatch(/calculations\/invoice\.csv .*too large/)
    expect(page).toContain('<strong>PARTIAL</strong>')
  })

  it('does not call an invoice good that was not fully checked', async () => {
    expect(await verdictOf('evi_none', { invoiceLineItems: [] })).toBe('Not fully checked')
    expect(await verdictOf('evi_text', { invoiceLineItems: 'x' })).toBe('Not fully checked')
    const unreadable = { ...plainLine, amount: { of: 10 } }
    expect(await verdictOf('evi_amount', { invoiceLineItems: [unreadable] })).toBe('Not fully checked')
    const ofUnknown = { invoiceLineItems: [plainLine], subscriptionId: 'sub_unknown' }
    expect(await verdictOf('evi_unknown', ofUnknown)).toBe('Not fully checked')
    expect(await verdictOf('evi_good', { invoiceLineItems: [plainLine] })).toBe('Nothing needs a look')
    expect(await verdictOf('evi_bad', {})).toBe('Needs a look')
  })

  it('fails like the page for an invoice that does not exist', async () => {
    const exporting = runOperation('exportInvoiceEvidence', as('admin'), { invoiceId: 'evi_missing' })
    expect(await problemOf(exporting)).toMatchObject({ code: 'not_found' })
  })
})

test('a pack of a change has the change, the subscription before and now, and the audit of its steps', async () => {
  const id = setup().subscribe()
  const change = await setup().cancel(id)
  const download = await runOperation('exportChangeEvidence', as('admin'), { changeId: change.id })
  const { page, textOf, audit } = await opened(await bytesOf(download))
  const stored = JSON.parse(textOf('calculations/change.json'))
  expect(stored).toMatchObject({ id: change.id, reason: 'Asked for', before: { status: 'active' } })
  expect(page).toContain('Asked for')
  expect(textOf('responses/001-getSubscription.json')).toContain(id)
  expect(audit.flatMap(({ entry }) => entry?.action ?? [])).toContain('cancelSubscription')
})

test('a pack of a change that another person approved says who, when and why', async () => {
  const { environment, subscribe, cancel, context } = setup()
  const { approvals } = environment
  environment.approvals = { needs: 'all', expiresMs: 3_600_000 }
  const { id: changeId, subscriptionId } = await cancel(subscribe())
  environment.approvals = approvals
  const boss = { ...context('boss'), actor: { name: 'boss@example.com', role: 'admin' } as const }
  await runOperation('approveChange', boss, { id: subscriptionId, changeId, reason: 'Checked with finance' })
  const { page } = await opened(await bytesOf(await runOperation('exportChangeEvidence', as('admin'), { changeId })))
  expect(page).toMatch(/Decision.*boss@example\.com approved it, 2.*Checked with finance/s)
})

test('a pack of a month has its ledger, blocks and pages, once the ledger was read whole', async () => {
  const { api, context, read } = reading()
  api.ledgers.set('acme', plainEntries(480))
  const of = { externalId: 'acme', month: '2026-02' }
  const pack = () => makePack(context, (files, bounds) => collectMonth(files, of, bounds), PACK_BOUNDS)
  const before = await opened((await pack()).zip)
  expect(before.manifest?.missing.join()).toContain('The ledger was not read whole')
  await read()
  const { manifest, textOf, names, page } = await opened((await pack()).zip)
  const { months, blocks, verdict } = JSON.parse(textOf('calculations/ledger.json'))
  expect(months).toMatchObject([{ month: '2026-02', unexplained: '0' }])
  expect(blocks).not.toEqual([])
  expect(page).toContain(verdict)
  expect(names.filter((name) => name.includes('listTransactions')).length).toBeGreaterThan(1)
  // The API of this test has no invoices.
  expect(manifest?.missing.join()).toContain('invoices that the ledger names were never read here')
})

describe('the key of packs', () => {
  it('is one, however many ask at once, and verifies earlier packs after it is replaced', async () => {
    const db = await consoleStore()
    await db.delete(signingKeys)
    const keys = await Promise.all(Array.from({ length: 8 }, () => signingKey(db)))
    expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1)
    const [first] = keys
    expect(first && createPublicKey(first.privateKey).export({ format: 'jwk' }).x).toBe(first?.publicKey)
    const [replaced] = await Promise.all([replaceKey(db, by), replaceKey(db, by)])
    const listed = await publicKeys(db)
    expect(listed.map(({ publicKey }) => publicKey)).toContain(first?.publicKey)
    expect(listed.filter(({ replacedAt }) => replacedAt === null)).toHaveLength(1)
    expect(replaced.publicKey).not.toBe(first?.publicKey)
    const stored = await db.select().from(signingKeys)
    expect(stored.filter(({ privateKey }) => privateKey !== null)).toHaveLength(1)
  })
})
