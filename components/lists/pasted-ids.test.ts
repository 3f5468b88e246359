import { describe, expect, it } from 'vitest'
import { idColumns, likelyColumn, textOfFile, UnreadableList } from './pasted-ids'

const read = async (text: string) => (await idColumns(text)).map(({ name, ids }) => ({ name, ids }))
const list = (...ids: string[]) => [{ name: null, ids }]

describe('idColumns', () => {
  it('reads one ID a line, each once', async () => {
    expect(await read('inv_1\n\n inv_2 \r\ninv_1\n')).toEqual(list('inv_1', 'inv_2'))
    expect(await read('acme inc\n"quoted, id"\na"b')).toEqual(list('acme inc', 'quoted, id', 'a"b'))
  })

  it.each([
    ['inv_1, inv_2, inv_3', ['inv_1', 'inv_2', 'inv_3']],
    ['inv_1 inv_2\tinv_3', ['inv_1', 'inv_2', 'inv_3']],
    ['1017 1018', ['1017', '1018']],
    ['inv_1, inv_2,\ninv_3, inv_4', ['inv_1', 'inv_2', 'inv_3', 'inv_4']],
    ['inv_1 inv_2\ninv_3', ['inv_1', 'inv_2', 'inv_3']],
    ['Acme Inc, Globex', ['Acme Inc', 'Globex']],
    ['acme inc', ['acme inc']],
  ])('reads %j as one list', async (text, ids) => {
    expect(await read(text)).toEqual(list(...ids))
  })

  it('reads the columns of a CSV, of a table with tabs, and without a header', async () => {
    const csv = '\uFEFFInvoice ID;Status;Total\ninv_1;paid;"1.234,00"\ninv_2;void;0\n'
    expect(await read(csv)).toEqual([
      { name: 'Invoice ID', ids: ['inv_1', 'inv_2'] },
      { name: 'Status', ids: ['paid', 'void'] },
      { name: 'Total', ids: ['1.234,00', '0'] },
    ])
    const table = [
      { name: 'Column 1', ids: ['inv_1', 'inv_2'] },
      { name: 'Column 2', ids: ['Acme'] },
    ]
    expect(await read('inv_1\tAcme\ninv_2\n')).toEqual(table)
    expect(await read('\n\ninv_1\tAcme\ninv_2\n')).toEqual(table)
  })

  it.each(['invoice-1017', 'customer-1', 'customer-acme', 'status-17', 'invoice_id_1', 'covid', 'total 2'])(
    'keeps the ID %j of the first line',
    async (id) => {
      expect(await read(`${id}\nother`)).toEqual(list(id, 'other'))
    },
  )

  it.each([
    'Invoice ID',
    'invoice_id',
    'invoiceId',
    'Invoice no.',
    'invoices',
    'Customer-Number',
    'ID',
    'External customer ID',
  ])('leaves out the header %j', async (name) => {
    expect(await read(`${name}\n1017`)).toEqual([{ name, ids: ['1017'] }])
  })

  it('keeps the first row of a table that has the kind or the status in a column', async () => {
    expect(await read('1017,invoice,paid\n1018,invoice,void')).toMatchObject([{ ids: ['1017', '1018'] }, {}, {}])
    expect(await read('Invoice ID,Address 1,\n1017,Road,x')).toMatchObject([
      { name: 'Invoice ID', ids: ['1017'] },
      { name: 'Address 1' },
      { name: 'Column 3' },
    ])
  })

  it('returns no column of an empty text', async () => {
    expect(await read(' \n')).toEqual([])
  })

  it('reads a list of 150,000 lines', async () => {
    const ids = Array.from({ length: 150_000 }, (_, nth) => `${nth}`)
    expect((await read(ids.join('\n')))[0]?.ids).toHaveLength(ids.length)
  })

  it('names the line of an ID that is too long, in its column only', async () => {
    const long = 'x'.repeat(257)
    const problem = 'Line 4: an ID must have at most 256 characters.'
    expect(await idColumns(`Invoice ID,Text\n\n1,short\n2,${long}`)).toMatchObject([{ problem: null }, { problem }])
    expect(await idColumns(`inv_1\n\n\ninv_2 inv_${long}`)).toMatchObject([{ problem }])
  })

  it('refuses a text that it would have to cut, and one with an open quotation mark', async () => {
    await expect(idColumns('inv_1\n'.repeat(1_000_000))).rejects.toThrow(/more than 5 MB/)
    await expect(idColumns('"inv_1\ninv_2')).rejects.toThrow(UnreadableList)
  })
})

describe('textOfFile', () => {
  it.each([
    ['UTF-8', Buffer.from('Größe')],
    ['UTF-16 little-endian', Buffer.from('\uFEFFGröße', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\uFEFFGröße', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('Größe', 'latin1')],
  ])('reads %s', async (_, bytes) => {
    expect(await textOfFile(new Blob([bytes]))).toBe('Größe')
  })

  it('refuses a file that is too large, is no text, or cannot be read', async () => {
    await expect(textOfFile(new Blob([new Uint8Array(5_000_001)]))).rejects.toThrow(/more than 5 MB/)
    await expect(textOfFile(new Blob(['PK\u0003\u0004\0']))).rejects.toThrow(/not a text file/)
    const locked = Object.assign(new Blob(['inv_1']), { arrayBuffer: () => Promise.reject(new Error('locked')) })
    await expect(textOfFile(locked)).rejects.toThrow(/Choose it again/)
  })
})

it.each([
  ['invoice', ['Customer ID', 'Status', 'invoice_id', 'ID'], 'invoice_id'],
  ['customer', ['invoiceId', 'customerId'], 'customerId'],
  ['subscription', ['Customer ID', 'Status', 'invoice_id', 'ID'], 'ID'],
  ['invoice', ['Status'], 'Status'],
  ['invoice', ['Invoice paid', 'Invoice ID'], 'Invoice ID'],
  ['invoice', ['Invoice number', 'Invoice ID'], 'Invoice ID'],
  ['invoice', ['Number', 'Paid'], 'Number'],
  ['invoice', ['Paid', 'Number'], 'Number'],
  ['invoice', ['Invoice', 'Customer ID'], 'Invoice'],
  ['customer', ['Paid', 'Customer external ID'], 'Customer external ID'],
] as const)('likelyColumn chooses for the kind %s from %j the column %j', (kind, names, chosen) => {
  const columns = names.map((name) => ({ name, ids: ['1'], problem: null }))
  expect(names[likelyColumn(columns, kind)]).toBe(chosen)
})
