import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { volume } from '@/scripts/test/volume.mjs'
import { NAUGHTY_STRINGS } from '@/testing/console/naughty-strings'
import { csvRecords } from '@/testing/console/read-csv'
import { excelCell, idCell, numberCell, textCell } from './csv-cell'
import { CsvTable, endColumns, instantColumns, numberColumn, textColumn } from './csv-table'

it('escapes formulas in external text', () => {
  const starts = [
    '=',
    '+',
    '-',
    '@',
    '\uFF1D',
    '\uFF0B',
    '\uFF0D',
    '\uFF20',
    ' =',
    '\n=',
    '\u00A0+',
    '\u200B@',
    '\uFEFF-',
  ]
  expect(starts.map((start) => textCell(`${start}1+1`).charAt(0))).toEqual(starts.map(() => "'"))
  // A tab, a carriage return and a bidi mark become escapes, which a spreadsheet does not evaluate.
  expect(textCell('\t=1')).toBe('\\u0009=1')
  expect(textCell('\r=1')).toBe('\\u000d=1')
  expect(textCell('\u202E=1')).toBe('\\u202e=1')
  expect(textCell({ unreadable: '=1' })).toBe('Unreadable: =1')
})

it('escapes formulas in a part of a cell when `;` separates cells', () => {
  expect(textCell('a;=1+1')).toBe("a;'=1+1")
  expect(textCell('a; @x; \u00A0-y;"+z')).toBe("a; '@x; \u00A0'-y;\"'+z")
  expect(textCell('=1;\uFF1D2')).toBe("'=1;'\uFF1D2")
  expect(textCell('a\t=1')).toBe('a\\u0009=1')
})

it('escapes formulas after a quoted line break when `;` separates cells', () => {
  expect(textCell('Seats\n=1+1\nmore')).toBe("Seats\n'=1+1\nmore")
  expect(textCell('a\n\n "@x\n- b')).toBe("a\n\n \"'@x\n'- b")
  expect(textCell('\n=1')).toBe("'\n'=1")
  const written = new CsvTable<string>([textColumn('Record', () => 'line'), textColumn('Text', String)]).rows([
    'Seats\n=HYPERLINK("http://evil.example")\n+1',
  ])
  // Splits as that spreadsheet does: lines first, then `;`. A quote counts only at the start of a cell.
  const cells = Buffer.from(written)
    .toString()
    .split(/[\r\n;]+/)
  expect(cells.filter((cell) => /^[\s"]*[=+@-]/.test(cell))).toEqual([])
})

it('takes little time for many line breaks', () => {
  const startedMs = performance.now()
  expect(textCell(`a${'\n'.repeat(200_000)}b${'\n '.repeat(100_000)}`)).toHaveLength(400_002)
  expect(performance.now() - startedMs).toBeLessThan(5_000)
})

it('keeps other text as sent', () => {
  const texts = ['', 'Seats', 'a=b', 'one; two=2', 'two\nlines', 'say "hi"', 'Größe, 漢字', '1042', '007']
  expect(texts.map(textCell)).toEqual(texts)
  expect([textCell(null), textCell(undefined), textCell(true), textCell(false)]).toEqual(['', '', 'yes', 'no'])
})

it('keeps a number with its sign and all its digits', () => {
  const numbers = ['-12.50', '0', '0.0000025', '-1e400', '12345678901234567890.123456789']
  expect(numbers.map(numberCell)).toEqual(numbers)
  expect(numberCell('-1+cmd')).toBe("'-1+cmd")
  expect(numberCell({ unreadable: 'free' })).toBe('Unreadable: free')
})

it('quotes delimiters, and gives each line all columns', () => {
  const table = new CsvTable<string>([textColumn('Record', () => 'line'), textColumn('Text, as sent', String)])
  const bytes = [
    table.head(),
    table.rows(['a, "b"\nc', 'two\nlines', '']),
    table.lastLine('Partial: 2 of 3, because it was cancelled'),
  ]
  expect(Buffer.concat(bytes).toString()).toBe(
    '\uFEFFRecord,"Text, as sent"\r\nline,"a, ""b""\nc"\r\nline,"two\nlines"\r\nline,\r\n"Partial: 2 of 3, because it was cancelled",\r\n',
  )
})

it('writes an ID that is sent twice once, and both when they differ', () => {
  expect([idCell('b', 'b'), idCell(null, 'b'), idCell('b', undefined), idCell(null, null)]).toEqual(['b', 'b', 'b', ''])
  expect(idCell('b', 'c')).toBe('b (also sent: c)')
})

it('names the UTC day beside an instant, of an end its last day, and none of a placeholder date', () => {
  const columns = [...instantColumns<string>('Created', String), ...endColumns<string>('End', String)]
  expect(columns.map(({ header }) => header)).toEqual([
    'Created (UTC)',
    'Created (UTC day)',
    'End (UTC)',
    'End (last UTC day)',
  ])
  const daysOf = (iso: string) => [columns[1]?.cell(iso), columns[3]?.cell(iso)]
  expect(daysOf('2026-12-08T00:00:00.000Z')).toEqual(['2026-12-08', '2026-12-07'])
  expect(daysOf('2026-12-07T23:59:59.999Z')).toEqual(['2026-12-07', '2026-12-07'])
  expect(daysOf('2026-12-08T00:30:00+01:00')).toEqual(['2026-12-07', '2026-12-07'])
  expect(daysOf('2026-12-07')).toEqual(['2026-12-07', '2026-12-07'])
  for (const none of ['0001-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z', 'soon', '2026-99-99'])
    expect(daysOf(none)).toEqual(['', ''])
})

// What Excel turns into a number, date, time, truth value or error when it opens a file.
it.each(
  [
    '0012|00|123456789012|1E5|12e-3|000e1|1.5|1,234|5%|5-|(5)|$5|€5|１２３|2026年1月',
    '2026-01|2026-11-26|1-2|3/4|1 1/2|12:30|12 PM|5 a|2026-01-01 10:00',
    'MAR1|1 Mai 2026|JAN-26|5 März|SEPT2|DEC-5|2 févr.|1 ene|5 мая|3 Mrz',
    'TRUE|true|falsch|VRAI|#N/A|#REF!|#DIV/0!|R12|kr 5|5 zł| 1042',
  ].flatMap((texts) => texts.split('|')),
)('puts a tab before the text %j for Excel, and never a formula', (text) => {
  expect(excelCell(textCell(text), 'text')).toBe(`\t${text}`)
})

it.each([
  '1042',
  '0',
  '12345678901',
  'INV-1042',
  'inv_1',
  'A5',
  '2026-11-26T12:00:00.000Z',
  '10 seats',
  'Q1 2026',
  '550e8400-e29b-41d4-a716-446655440000',
  'Market 1 of 2',
  "'-5",
  '',
])('leaves the text %j as it is for Excel', (text) => {
  expect(excelCell(text, 'text')).toBe(text)
})

it('writes decimal commas for Excel into numbers only', () => {
  expect(excelCell('-12.50', 'number')).toBe('-12,50')
  expect(excelCell('1.5e-7', 'number')).toBe('1,5e-7')
  expect(excelCell('Unknown', 'number')).toBe('Unknown')
  expect(excelCell('1.2', 'text')).toBe('\t1.2')
  expect(excelCell('1.2.3', 'number')).toBe('\t1.2.3')
  expect(excelCell('2026-11-26', 'day')).toBe('2026-11-26')
})

it('takes little time for long text for Excel', () => {
  const startedMs = performance.now()
  for (const part of ['1', '1 ', ' ', '1e', 'kr1', '1 mar']) excelCell(`${part.repeat(100_000)}x`, 'text')
  expect(performance.now() - startedMs).toBeLessThan(5_000)
})

const Text = fc.oneof(
  fc.constantFrom(...NAUGHTY_STRINGS),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'0123456789;,."\'\r\n\t =+-/:eE'.split('')) }),
)
const Numbers = fc.oneof(
  fc.integer().map(String),
  fc.tuple(fc.bigInt(), fc.nat()).map(([whole, part]) => `${whole}.${part}`),
)

it('writes for Excel what a reader of semicolons gets back, without a cell that a spreadsheet evaluates', () => {
  const columns = [
    textColumn<[string, string]>('Text', ([text]) => text),
    numberColumn<[string, string]>('Number', ([, number]) => number),
  ]
  const rowsOf = (form: 'csv' | 'excel', rows: [string, string][]) => {
    const table = new CsvTable(columns, form)
    return Buffer.concat([table.head(), table.rows(rows)]).toString()
  }
  fc.assert(
    fc.property(fc.array(fc.tuple(Text, Numbers), { minLength: 1, maxLength: 5 }), (rows) => {
      const file = rowsOf('excel', rows)
      expect(file.startsWith('\uFEFFText;Number\r\n')).toBe(true)
      const strict = csvRecords(rowsOf('csv', rows))
      const written = csvRecords(file, 'excel')
      expect(written.map(([text = '', number = '']) => [text.replace(/^\t/, ''), number.replace(',', '.')])).toEqual(
        strict,
      )
      // A reader that ignores quotes splits a cell; no part may start a formula.
      const parts = written.flatMap(([text = '']) => text.replace(/^\t/, '').split(/[;\n]/))
      expect(parts.filter((part) => /^\s*[=+@-]/.test(part))).toEqual([])
    }),
    { numRuns: volume({ test: 200, prove: 20_000 }) },
  )
})
