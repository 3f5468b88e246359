import { VisibleMarks } from '@/components/text/visible-marks'
import { classNames } from '@/components/ui/class-names'
import type { PrintedDocument, PrintedStamp, PrintedText } from '@/lib/core/printed-document'
import { PaperTable } from './paper-table'
import { PrintDialog, type PrintDialogProps } from './print-dialog'

/** A document on paper, and the browser's print dialog. */
export function PaperDocument({ document, from }: PrintDialogProps & { document: PrintedDocument }) {
  const { title, stamp, seller, facts, tables, sums = [], footer = [], pageFoot } = document
  return (
    <>
      <PrintDialog from={from} />
      {stamp?.isOnEveryPage && (
        <div aria-hidden="true" className="paper-watermark">
          {stamp.word}
        </div>
      )}
      {stamp && <Stamp {...stamp} />}
      {seller && <Seller lines={seller} />}
      <h1 className="foreign text-xl font-semibold">
        <VisibleMarks>{title}</VisibleMarks>
      </h1>
      <Paragraphs texts={facts} />
      {tables.map((table) => (
        <PaperTable key={table.caption} table={table} pageFoot={pageFoot} />
      ))}
      <Paragraphs texts={sums} className="text-right" />
      {footer.length > 0 && (
        <footer className="border-t pt-2">
          <Paragraphs texts={footer.map((text) => ({ text, look: 'muted' }))} />
        </footer>
      )}
    </>
  )
}

const TONES = { red: 'text-red', green: 'text-green', grey: 'text-muted' }

const Stamp = ({ word, tone }: PrintedStamp) => (
  <p className={`float-right border-2 border-current px-2 text-xl font-semibold ${TONES[tone]}`}>{word}</p>
)

function Seller({ lines }: { lines: readonly string[] }) {
  if (lines.length > 0)
    return <Paragraphs texts={lines.map((text, index) => ({ text, ...(index === 0 && { look: 'strong' }) }))} />
  return (
    <p>
      Seller missing<span className="no-print">: set CONSOLE_INVOICE_ISSUER</span>
    </p>
  )
}

const LOOKS: Record<NonNullable<PrintedText['look']>, string> = {
  strong: 'font-semibold',
  sum: 'text-lg font-semibold',
  muted: 'text-muted text-xs',
}

const Paragraphs = ({ texts, className }: { texts: readonly PrintedText[]; className?: string }) =>
  texts.length > 0 && (
    <div className={className}>
      {texts.map(({ text, look }, index) => (
        // A document does not change while it is shown.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} className={classNames('foreign break-inside-avoid', look && LOOKS[look])}>
          <VisibleMarks>{text}</VisibleMarks>
        </p>
      ))}
    </div>
  )
