import { expect, it } from 'vitest'
import { contentDisposition, fileNameOf } from './file-name'

const at = new Date('2026-11-26T23:59:59.999Z')
const nameOf = (whose: string) => fileNameOf({ what: 'invoice', whose, ending: '.csv' })

it('names a file after its kind, its object, what was filtered and its UTC day', () => {
  expect(nameOf('1042')).toBe('invoice-1042.csv')
  expect(fileNameOf({ what: 'invoice', whose: '1042', ending: '' })).toBe('invoice-1042')
  expect(fileNameOf({ what: 'invoice', whose: '1042', at, ending: '-internal.csv' })).toBe(
    'invoice-1042-internal_2026-11-26.csv',
  )
  const filters = { type: 'usage', from: '2026-10-01', to: undefined, amountFrom: '-5', block: '' }
  expect(fileNameOf({ what: 'transactions', whose: 'Größe & Söhne', filters, at, ending: '.csv' })).toBe(
    'transactions-Größe & Söhne_type-usage_from-2026-10-01_amount-from--5_block-none_2026-11-26.csv',
  )
})

it('removes characters that lead to another folder or change how the name reads', () => {
  expect(nameOf('../..\\etc/passwd')).toBe('invoice-.._.._etc_passwd.csv')
  expect(nameOf('a\u202Efdp.exe\r\n"x"%00')).toBe('invoice-a_fdp.exe___x__00.csv')
  expect(nameOf('\uD800')).toBe('invoice-_.csv')
  expect(fileNameOf({ what: 'invoices', whose: 'Local', filters: { text: '../a:b' }, ending: '.csv' })).toBe(
    'invoices-Local_text-.._a_b.csv',
  )
})

it('shortens a long name to what file systems take, but keeps its day and what distinguishes the internal copy', () => {
  expect(fileNameOf({ what: 'invoice', whose: 'x'.repeat(500), at, ending: '-internal.csv' })).toBe(
    `invoice-${'x'.repeat(100)}-internal_2026-11-26.csv`,
  )
  const filters = { text: '😀'.repeat(500), status: 'y'.repeat(500), plan: 'z'.repeat(500), end: 'soon' }
  const name = fileNameOf({ what: 'subscriptions', whose: '😀'.repeat(500), filters, at, ending: '.csv' })
  expect(name).toMatch(/^subscriptions-(?:😀){25}_text-(?:😀)+_status-y+_more_2026-11-26\.csv$/u)
  expect(Buffer.byteLength(name)).toBeLessThan(255)
})

it('sends the name twice: in ASCII for old clients, and exactly', () => {
  expect(contentDisposition("invoice-Ł(1)'s.csv")).toBe(
    `attachment; filename="invoice-_(1)'s.csv"; filename*=UTF-8''invoice-%C5%81%281%29%27s.csv`,
  )
})
