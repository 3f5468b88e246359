import { BIDI_MARK } from '@/lib/text/bidi'

const codeOf = (mark: string) => `U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * Shows text with each bidi mark boxed: the mark cannot reorder the text beside it, and its number is visible in its
 * place. Copying yields the original text.
 */
export function VisibleMarks({ children: text }: { children: string }) {
  const pieces = text.split(BIDI_MARK)
  if (pieces.length === 1) return text
  return pieces.map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <bdi key={index} className="direction-mark" data-mark={codeOf(piece)}>
        {piece}
      </bdi>
    ),
  )
}
