import { expect, it } from 'vitest'
import { contentDisposition, fileNameOf } from './file-name'

it('names a file after its kind and its object', () => {
  expect(fileNameOf('invoice', '1042', '.pdf')).toBe('invoice-1042.pdf')
  expect(fileNameOf('transactions', 'Größe & Söhne', '.csv')).toBe('transactions-Größe & Söhne.csv')
})

it('removes characters that lead to another folder or change how the name reads', () => {
  expect(fileNameOf('invoice', '../..\\etc/passwd', '.pdf')).toBe('invoice-.._.._etc_passwd.pdf')
  expect(fileNameOf('invoice', 'a\u202Efdp.exe\r\n"x"%00', '.pdf')).toBe('invoice-a_fdp.exe___x__00.pdf')
  expect(fileNameOf('invoice', '\uD800', '.pdf')).toBe('invoice-_.pdf')
  expect(Array.from(fileNameOf('invoice', '😀'.repeat(500), '.pdf'))).toHaveLength('invoice-.pdf'.length + 100)
})

it('shortens a long name, but keeps what distinguishes the internal copy from the customer’s', () => {
  expect(fileNameOf('invoice', 'x'.repeat(500), '-internal.pdf')).toBe(`invoice-${'x'.repeat(100)}-internal.pdf`)
})

it('sends the name twice: in ASCII for old clients, and exactly', () => {
  expect(contentDisposition("invoice-Ł(1)'s.pdf")).toBe(
    `attachment; filename="invoice-_(1)'s.pdf"; filename*=UTF-8''invoice-%C5%81%281%29%27s.pdf`,
  )
})
