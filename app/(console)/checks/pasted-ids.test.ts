import { describe, expect, it } from 'vitest'
import { idColumns, likelyColumn } from './pasted-ids'

describe('idColumns', () => {
  it('reads one ID a line, each once', async () => {
    expect(await idColumns('inv_1\n\n inv_2 \r\ninv_1\n')).toEqual([{ name: null, ids: ['inv_1', 'inv_2'] }])
    expect(await idColumns('acme inc\n"quoted, id"\na"b')).toEqual([
      { name: null, ids: ['acme inc', 'quoted, id', 'a"b'] },
    ])
  })

  it('reads the columns of a CSV, of a table with tabs, and without a header', async () => {
    const csv = '\uFEFFInvoice ID;Status;Total\ninv_1;paid;"1.234,00"\ninv_2;void;0\n'
    expect(await idColumns(csv)).toEqual([
      { name: 'Invoice ID', ids: ['inv_1', 'inv_2'] },
      { name: 'Status', ids: ['paid', 'void'] },
      { name: 'Total', ids: ['1.234,00', '0'] },
    ])
    expect(await idColumns('inv_1\tAcme\ninv_2\n')).toEqual([
      { name: 'Column 1', ids: ['inv_1', 'inv_2'] },
      { name: 'Column 2', ids: ['Acme'] },
    ])
  })

  it('returns no column of an empty text', async () => {
    expect(await idColumns(' \n')).toEqual([])
  })
})

it('chooses the column of the kind, else the one named ID, else the first', () => {
  const columns = ['Customer ID', 'Status', 'invoice_id', 'ID'].map((name) => ({ name, ids: ['1'] }))
  expect(likelyColumn(columns, 'invoice')).toBe(2)
  expect(likelyColumn(columns, 'customer')).toBe(0)
  expect(likelyColumn(columns, 'any')).toBe(3)
  expect(likelyColumn([{ name: 'Status', ids: ['paid'] }], 'invoice')).toBe(0)
})
