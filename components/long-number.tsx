import { moreDigits, type WrittenNumber } from '@/lib/format/amount'
import { classNames } from './ui/class-names'
import { CopyButton } from './ui/copy-button'
import { VisibleMarks } from './visible-marks'

/** Longer than this it may break anywhere, rather than push a table wide. */
const MOST_ON_A_LINE = 20

interface LongNumberProps {
  written: WrittenNumber
  /** All of its digits. */
  whole: string
}

/** A number as it stands in a line; where that is its beginning only, it unfolds to the whole. */
export function LongNumber({ written: { text, more }, whole }: LongNumberProps) {
  if (more === 0)
    return (
      <span className={classNames('tabular-nums', text.length > MOST_ON_A_LINE && 'wrap-anywhere whitespace-normal')}>
        {text}
      </span>
    )
  return (
    // Relative: what the copy button says lies in it, and cannot reach past a table that scrolls.
    <details className="relative inline-block max-w-full wrap-anywhere whitespace-normal">
      <summary>
        <span className="tabular-nums">{text}</span> <span className="text-muted text-xs">{moreDigits(more)}</span>
      </summary>
      <div className="bg-sunken mt-1 flex max-h-40 items-start gap-1 overflow-y-auto rounded p-2 text-left text-xs">
        <span className="opaque min-w-0">
          <VisibleMarks>{whole}</VisibleMarks>
        </span>
        <CopyButton text={whole} label="Copy the whole number" />
      </div>
    </details>
  )
}

interface WholeNumbersProps {
  numbers: readonly (string | null)[]
  /** As the sentence writes them. */
  write: (number: string) => WrittenNumber
}

/** The numbers that a sentence had to cut, each to unfold; nothing where it cut none. */
export function WholeNumbers({ numbers, write }: WholeNumbersProps) {
  const cut = [...new Set(numbers)].flatMap((whole) => {
    const written = whole === null ? undefined : write(whole)
    return whole !== null && written && written.more > 0 ? [{ whole, written }] : []
  })
  return cut.map(({ whole, written }) => (
    <div key={whole} className="text-sm">
      <LongNumber written={written} whole={whole} />
    </div>
  ))
}
