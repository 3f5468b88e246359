import { describe, expect, it } from 'vitest'
import { PACK_HEAD } from '@/testing/console/pack-head'
import { packPage } from './pack-page'
import type { PackSection } from './pack-files'

const pageOf = (section: PackSection) =>
  packPage({
    head: PACK_HEAD,
    evidence: {
      subject: PACK_HEAD.subject,
      whose: 'invoice-1042',
      verdict: { state: 'agrees', texts: [] },
      sections: [section],
      objects: [],
    },
    notes: [],
    chain: { entries: [], isCut: false, hidden: 0 },
    responses: [],
    files: [],
  })

const tableOf = (rows: string[][]): PackSection => ({
  title: 'Lines',
  texts: [],
  table: { columns: [{ title: 'Description' }], rows },
})

describe('packPage', () => {
  it('cuts a text that is too long, and says where it is whole', () => {
    const page = pageOf(tableOf([['a'.repeat(2_101)], ['b'.repeat(2_100)]]))
    expect(page).toContain(`<td>${'a'.repeat(2_100)}…, whole in its file</td>`)
    expect(page).toContain(`<td>${'b'.repeat(2_100)}</td>`)
  })

  it('bounds each table, however large its rows are', () => {
    const page = pageOf(tableOf(Array.from({ length: 500 }, () => ['&'.repeat(2_100)])))
    expect(page.length).toBeLessThan(500_000)
    expect(page).toMatch(/<p>The first \d+ of 500 rows; the files of this pack have all\.<\/p>/)
  })
})
