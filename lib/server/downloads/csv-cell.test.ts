import { expect, it } from 'vitest'
import { idCell, numberCell, textCell } from './csv-cell'
import { CsvTable } from './csv-table'

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
  const written = new CsvTable<string>([
    { header: 'Record', cell: () => 'line' },
    { header: 'Text', cell: textCell },
  ]).rows(['Seats\n=HYPERLINK("http://evil.example")\n+1'])
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
  const table = new CsvTable<string>([
    { header: 'Record', cell: () => 'line' },
    { header: 'Text, as sent', cell: textCell },
  ])
  const bytes = [
    table.head(),
    table.rows(['a, "b"\nc', '']),
    table.partialLine('Partial: 2 of 3, because it was cancelled'),
  ]
  expect(Buffer.concat(bytes).toString()).toBe(
    '\uFEFFRecord,"Text, as sent"\r\nline,"a, ""b""\nc"\r\nline,\r\n"Partial: 2 of 3, because it was cancelled",\r\n',
  )
})

it('writes an ID that is sent twice once, and both when they differ', () => {
  expect([idCell('b', 'b'), idCell(null, 'b'), idCell('b', undefined), idCell(null, null)]).toEqual(['b', 'b', 'b', ''])
  expect(idCell('b', 'c')).toBe('b (also sent: c)')
})
