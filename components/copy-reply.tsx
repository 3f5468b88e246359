import { CopyButton } from './ui/copy-button'

/** A sentence for the customer, in the words that the button "Copy reply" copies. */
export function CopyReply({ sentence }: { sentence: string }) {
  return (
    <p className="no-print text-muted flex items-center gap-1 text-xs leading-5">
      <span className="foreign min-w-0">Reply: “{sentence}”</span>
      <CopyButton text={sentence} label="Copy reply" />
    </p>
  )
}
