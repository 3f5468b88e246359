import { moreDigits, type WrittenNumber } from '@/lib/money/amount'
import { classNames } from '@/components/ui/class-names'
import { CopyButton } from '@/components/ui/copy-button'
import { OwnText } from '@/components/text/own-text'

/** A narrow place cuts a longer number with an ellipsis: a number never wraps. */
const ALWAYS_FITS = 12
/** A longer number is often cut, so it is a tab stop. */
const MOSTLY_FITS = 20

interface LongNumberProps {
  written: WrittenNumber
  /** The number with all digits. */
  allDigits: string
}

/** A number in one line. Hover and focus show all digits of a rounded one; very long ones unfold. */
export function LongNumber({ written: { text, more, exact }, allDigits }: LongNumberProps) {
  if (more > 0) return <FoldedNumber text={text} more={more} allDigits={allDigits} />
  if (exact !== null)
    return (
      <span tabIndex={0} className="rounded-number tabular-nums">
        <span className={text.length > ALWAYS_FITS ? 'long-number' : undefined}>{text}</span>
        <span className="exact-number"> exactly {exact}</span>
      </span>
    )
  return (
    <span
      tabIndex={text.length > MOSTLY_FITS ? 0 : undefined}
      className={classNames('tabular-nums', text.length > ALWAYS_FITS ? 'long-number' : 'whitespace-nowrap')}
    >
      {text}
    </span>
  )
}

function FoldedNumber({ text, more, allDigits }: { text: string; more: number; allDigits: string }) {
  return (
    // Relative, so that the label of the copy button cannot extend a scrolling table.
    <details className="relative inline-block max-w-full wrap-anywhere whitespace-normal">
      <summary>
        <span className="long-number tabular-nums">{text}</span>{' '}
        <span className="text-muted text-xs">{moreDigits(more)}</span>
      </summary>
      <div className="bg-sunken mt-1 flex max-h-40 items-start gap-1 overflow-y-auto rounded p-2 text-left text-xs">
        <OwnText text={allDigits} className="opaque min-w-0" />
        <CopyButton text={allDigits} label="Copy the whole number" />
      </div>
    </details>
  )
}

interface WholeNumbersProps {
  numbers: readonly (string | null | undefined)[]
  /** The numbers as the sentence writes them. */
  write: (number: string) => WrittenNumber
}

/** Unfolds the numbers that a sentence had to cut; renders nothing when it cut none. */
export function WholeNumbers({ numbers, write }: WholeNumbersProps) {
  const cut = [...new Set(numbers)].flatMap((allDigits) => {
    const written = allDigits && write(allDigits)
    return written && written.more > 0 ? [{ allDigits, written }] : []
  })
  return cut.map(({ allDigits, written }) => (
    <div key={allDigits} className="text-sm">
      <LongNumber written={written} allDigits={allDigits} />
    </div>
  ))
}
