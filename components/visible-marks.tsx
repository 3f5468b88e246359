import { BIDI_MARK } from '@/lib/format/bidi'

const codeOf = (mark: string) => `U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * Text as it was sent, in which each mark that reorders text is boxed: it acts on nothing beside it, and its number is seen
 * in its place. What is copied is the text alone.
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
