import { dehydrate, onlineManager } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createQueryClient } from './query-client'
import { invoiceView } from '@/testing/console/whole-views'

it('createQueryClient dehydrates a view without the fields that are absent', () => {
  const view = invoiceView(
    { id: 'inv_1', status: 'paid', invoiceLineItems: [{ id: 'line_1', price: {} }] },
    { amountUnit: 'major', asOf: '2027-02-10T12:00:00.000Z' },
  )
  const client = createQueryClient()
  client.setQueryData(['getInvoice', { invoiceId: 'inv_1' }], view)
  const [query] = dehydrate(client).queries
  expect([...undefinedFields(view)]).toContain('.dueDate')
  expect([...undefinedFields(query)]).toEqual([])
  expect(query?.state.data).toEqual(view)
})

it('createQueryClient sends a change at once also without a network, so that none is sent when it returns', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const client = createQueryClient()
  const send = vi.fn<() => Promise<string>>(() => Promise.resolve('sent'))
  await client.getMutationCache().build(client, { mutationFn: send }).execute(undefined)
  expect(send).toHaveBeenCalledOnce()
})

/** Yields the path of each field that is undefined: React sends it as "$undefined". */
function* undefinedFields(value: unknown, path = ''): Generator<string> {
  if (value === undefined) yield path
  if (typeof value !== 'object' || value === null) return
  for (const [name, field] of Object.entries(value)) yield* undefinedFields(field, `${path}.${name}`)
}
